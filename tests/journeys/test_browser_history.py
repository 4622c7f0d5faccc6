"""The browser's way back and forward: each page and sentence is as it was left."""

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from alignoscope.serving import model_store as cache
from tests.browser import READY, choose, choose_models, choose_view, visit, write

SHIPPED = len(cache.checkpoints("eng-fra"))


def of_cells(page: Page, *names: str) -> list[Locator]:
    """Return the options that say what the cells are of; they may be in a closed menu."""
    return [page.get_by_role("radio", name=name, include_hidden=True) for name in names]


def test_back_and_forward_go_by_sentences_and_pages(page: Page) -> None:
    visit(page, "/?variants=luong-general&variants=luong-dot")
    before = page.evaluate("history.length")
    sentences = ("I am not tired.", "Thank you!", "She is happy.")
    box = page.get_by_role("textbox", name="English sentence")
    for sentence in sentences:
        write(page, "English sentence", sentence)
        expect(page).to_have_url(re.compile("sentence="))
        expect(page.locator(".card").first).to_contain_text(sentence.split()[-1][:-1])
        page.wait_for_selector(READY)
        page.get_by_role("slider", name="Step").press("Home")
        page.get_by_role("button", name="Next step").click()
        expect(page).to_have_url(re.compile("step=2"))
        page.wait_for_selector(READY)
    page.get_by_role("link", name="Step by step").click()
    expect(page).to_have_url(re.compile("step_by_step.*sentence=She.*step=2"))
    expect(page.locator(".card")).to_have_count(1)
    assert page.evaluate("history.length") == before + len(sentences) + 1
    ways = [*[page.go_back] * 3, *[page.go_forward] * 2]
    for way, expected in zip(ways, [*sentences[::-1], *sentences[1:]], strict=True):
        way()
        expect(box).to_have_value(expected)
        expect(page.locator(".card")).to_have_count(2)
        expect(page.locator(".readout")).to_have_text(re.compile(r"^Words? [12]\b"))
        expect(page).to_have_url(re.compile(r"/\?.*variants=luong-general.*step=2"))
        page.wait_for_selector(READY)
    page.go_forward()
    expect(page).to_have_url(re.compile("step_by_step.*sentence=She"))
    expect(page.locator(".card")).to_have_count(1)
    expect(box).to_have_value(sentences[-1])


@pytest.mark.slow
def test_the_language_pair_goes_along_to_other_pages_and_comes_back(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.")
    before = page.evaluate("history.length")
    pair = page.get_by_role("combobox", name="Language pair")
    first = pair.input_value()
    choose(pair, "Reversed letters (toy)")
    expect(page).to_have_url(re.compile("pair=reverse"))
    page.wait_for_selector(READY)
    second = pair.input_value()
    assert second != first
    page.get_by_role("link", name="Step by step").click()
    expect(page).to_have_url(re.compile("step_by_step.*pair=reverse"))
    expect(pair).to_have_value(second)
    page.wait_for_selector(READY)
    assert page.evaluate("history.length") == before + 2  # the pair and its sentence are one entry
    card = page.locator(".card").first
    for address, name, text in [
        (r"/\?sentence=k.*pair=reverse$", second, "c a d b k"),
        (r"/\?sentence=I.*tired\.$", first, "fatigué"),
    ]:
        page.go_back()
        expect(page).to_have_url(re.compile(address))
        expect(pair).to_have_value(name)
        expect(card).to_contain_text(text)
        expect(page.get_by_test_id("stAlert")).to_have_count(0)
        page.wait_for_selector(READY)


def test_back_restores_the_view_of_a_sentence(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    box = page.get_by_role("textbox", name="English sentence")
    weights, scores = of_cells(page, "weights", "scores")
    expect(weights).to_be_checked()
    write(page, "English sentence", "Thank you!")
    expect(page.locator(".card").first).to_contain_text("Thank")
    page.wait_for_selector(READY)
    choose_view(page, "scores", "pieces")
    expect(page).to_have_url(re.compile("measure=scores&unit=pieces"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(box).to_have_value("I am not tired.")
    expect(weights).to_be_checked()
    expect(*of_cells(page, "words")).to_be_checked()
    expect(page).not_to_have_url(re.compile("measure="))
    page.wait_for_selector(READY)
    page.go_forward()
    expect(box).to_have_value("Thank you!")
    expect(scores).to_be_checked()
    expect(page).to_have_url(re.compile("measure=scores&unit=pieces"))
    page.wait_for_selector(READY)
    write(page, "English sentence", "I am not tired.")  # typed, it is seen as one looks now
    expect(page.locator(".card").first).to_contain_text("tired")
    expect(scores).to_be_checked()


@pytest.mark.slow
def test_back_restores_what_was_aligned(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general")
    page.get_by_role("link", name="Alignment").click()
    gold, sentence = (
        page.get_by_role("radio", name=one) for one in ("Gold pairs", "This sentence")
    )
    expect(gold).to_be_checked()
    page.wait_for_selector(READY)
    page.get_by_text("This sentence", exact=True).click()
    expect(page).to_have_url(re.compile("alignment.*align=This.*sentence=I"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(gold).to_be_checked()
    expect(page).not_to_have_url(re.compile("sentence="))
    page.wait_for_selector(READY)
    page.go_forward()
    expect(sentence).to_be_checked()
    expect(page.get_by_role("textbox", name="English sentence")).to_have_value("I am not tired.")


def test_no_message_refers_to_one_that_the_browser_may_have_dropped(page: Page) -> None:
    kinds: list[str | None] = []

    def hear(socket: WebSocket) -> None:
        socket.on(
            "framereceived",
            lambda frame: kinds.append(ForwardMsg.FromString(frame).WhichOneof("type")),
        )

    page.on("websocket", hear)
    visit(page, "/?sentence=I am not tired.&step=1&variants=luong-general&variants=luong-dot")
    expect(page.locator(".card")).to_have_count(2)
    page.wait_for_selector(READY)
    before = kinds.count("script_finished")
    page.get_by_role("button", name="Next step").click()  # the maps' message is the same again
    expect(page).to_have_url(re.compile("step=2"))
    page.wait_for_selector(READY)
    assert kinds.count("script_finished") > before
    assert "ref_hash" not in kinds


@pytest.mark.slow
def test_back_restores_view_and_cell_of_another_page(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    weights, scores = of_cells(page, "weights", "scores")
    chosen = page.locator(".card .chosen[visibility=visible]")
    choose_view(page, "scores")
    page.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3).click(force=True)
    expect(page).to_have_url(re.compile("measure=scores.*cell=luong-dot~words~3~4"))
    page.wait_for_selector(READY)
    page.get_by_role("link", name="Step by step").click()
    expect(page.locator(".card")).to_have_count(1)
    page.wait_for_selector(READY)
    choose_view(page, "weights")
    page.locator(".card rect.cell").first.click(force=True)
    expect(page).to_have_url(re.compile("step_by_step.*cell=luong-dot~words~1~1"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(page.locator(".card")).to_have_count(2)
    expect(scores).to_be_checked()
    expect(chosen).to_have_count(1)
    expect(page.locator(".card[data-map='luong-dot'] .chosen")).to_have_attribute(
        "visibility", "visible"
    )
    expect(page.locator(".readout")).to_have_text("Word 3 of 7")
    expect(page).to_have_url(re.compile("measure=scores.*cell=luong-dot~words~3~4"))
    page.wait_for_selector(READY)
    page.go_forward()
    expect(page.locator(".card")).to_have_count(1)
    expect(weights).to_be_checked()
    expect(page.locator(".readout")).to_have_text("Word 1 of 7")
    expect(chosen).to_have_count(1)
    expect(page).to_have_url(re.compile("step_by_step.*cell=luong-dot~words~1~1"))


@pytest.mark.slow
def test_back_restores_the_models_of_another_page_whose_address_is_never_bare(page: Page) -> None:
    two = "sentence=I am not tired.&variants=luong-general&variants=luong-dot"
    visit(page, f"/?{two}")
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("link", name="Score bench").click()
    expect(page).to_have_url(re.compile(r"score_bench\?sentence=I.*general&variants=luong-dot$"))
    page.wait_for_selector(READY)
    choose_models(page, "luong-concat")
    expect(page).to_have_url(re.compile("score_bench.*variants=luong-concat"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(page.locator(".card")).to_have_count(2)
    expect(page.get_by_role("button", name=f"2 of {SHIPPED} models")).to_be_visible()
    expect(page).to_have_url(
        re.compile(r"/\?sentence=I.*tired\.&variants=luong-general&variants=luong-dot$")
    )
    page.wait_for_selector(READY)
    page.go_forward()
    expect(page.get_by_role("button", name=f"3 of {SHIPPED} models")).to_be_visible()
