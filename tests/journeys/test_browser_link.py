"""What a person did is in the page's address: opened anew, it shows the same."""

import re
from urllib.parse import parse_qs, urlsplit

from browser import READY, choose_models, visit, write
from playwright.sync_api import Page, expect

WHAT_IF = "/what_if?sentence=I am not tired.&variant=luong-concat&step=5"
BEAM = "/beam_tree?sentence=I am not tired.&variant=luong-concat&width=3"


def look(page: Page) -> dict[str, object]:
    """Return the maps, and the branches and edits that can be taken back, as they are seen."""
    cards = page.locator(".card")
    return {
        "names": [card.get_attribute("data-map") for card in cards.all()],
        "texts": cards.all_inner_texts(),
        "cells": cards.locator("rect.cell").evaluate_all(
            "cells => cells.map((cell) => getComputedStyle(cell).fill)"
        ),
        "edits": page.get_by_text(re.compile(r"^Step \d+: ")).all_inner_texts(),
        "bars": [
            bar.get_attribute("aria-valuetext") for bar in page.locator(".editor input").all()
        ],
        "buttons": page.get_by_role("button", name=re.compile("Remove|Take back|undo")).count(),
    }


def asked(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_a_branch_and_an_edit_by_hand_survive_in_the_address(page: Page) -> None:
    visit(page, WHAT_IF)
    page.get_by_role("tab", name="Write another token").click()
    box = page.get_by_role("textbox", name="Another token")
    box.fill("prêt")
    box.press("Enter")
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("tab", name="Look elsewhere").click()
    bar = page.locator(".editor").get_by_role("slider", name="tired", exact=True)
    bar.focus()
    bar.press("Home")
    for _ in range(37):
        bar.press("ArrowRight")  # a soft row: nothing is 0 or 1
    expect(bar).to_have_attribute("aria-valuetext", "0.37")
    expect(page.get_by_text("Step 5: by hand")).to_be_visible()
    expect(page.locator(".card")).to_have_count(3)
    page.get_by_role("button", name="Sharpen").click()
    expect(page.get_by_text("Step 5: sharpened")).to_be_visible()
    expect(page).to_have_url(re.compile("branch=1.*sharpen"))
    page.wait_for_selector(READY)
    assert [text.split("~")[1] for text in asked(page)["edit"]] == ["hand", "sharpen"]
    fresh = page.context.new_page()
    visit(fresh, page.url)
    expect(fresh.locator(".card")).to_have_count(3)
    expect(fresh.get_by_text("Step 5: sharpened")).to_be_visible()
    expect(fresh.locator(".editor input")).to_have_count(6)
    fresh.wait_for_selector(READY)
    seen = look(page)
    assert len(set(seen["cells"])) > 10
    assert look(fresh) == seen
    assert asked(fresh) == asked(page)
    expect(fresh.get_by_test_id("stAlert")).to_have_count(0)
    fresh.get_by_role("button", name="Take back").last.click()
    expect(fresh.get_by_text("Step 5: sharpened")).to_have_count(0)
    expect(fresh).not_to_have_url(re.compile("sharpen"))
    expect(fresh.get_by_text("Step 5: by hand")).to_be_visible()


def test_a_chosen_cell_survives_in_the_address(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    page.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3).click(force=True)
    expect(page).to_have_url(re.compile("cell=luong-dot~words~3~4"))
    fresh = page.context.new_page()
    visit(fresh, page.url)
    title = fresh.get_by_role("heading", name="How this number came about: tired → suis")
    expect(title).to_contain_text("luong-dot")
    chosen = fresh.locator(".card[data-map='luong-dot'] .chosen")
    cell = fresh.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3)
    expect(chosen).to_have_attribute("visibility", "visible")
    fresh.wait_for_selector(READY)
    frame, box = (one.bounding_box() for one in (chosen.locator("rect").last, cell))
    assert abs(frame["x"] - box["x"]) < 3
    assert abs(frame["y"] - box["y"]) < 3
    fresh.get_by_role("link", name="Step by step").click()
    expect(fresh.locator(".card[data-map='luong-general']")).to_be_visible()
    expect(fresh).not_to_have_url(re.compile("cell="))
    fresh.get_by_role("link", name="Compare maps").click()
    expect(title).to_contain_text("luong-dot")
    expect(fresh).to_have_url(re.compile("cell=luong-dot~words~3~4"))
    write(fresh, "English sentence", "Thank you!")
    expect(fresh).not_to_have_url(re.compile("cell="))
    expect(chosen).to_have_attribute("visibility", "hidden")
    expect(fresh.get_by_text("Click a cell, or press Enter on it")).to_be_visible()


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


def test_back_restores_the_view_of_a_sentence(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    box = page.get_by_role("textbox", name="English sentence")
    weights, scores = (page.get_by_role("radio", name=name) for name in ("weights", "scores"))
    expect(weights).to_be_checked()
    write(page, "English sentence", "Thank you!")
    expect(page.locator(".card").first).to_contain_text("Thank")
    page.wait_for_selector(READY)
    scores.click()
    page.get_by_role("radio", name="pieces").click()
    expect(page).to_have_url(re.compile("measure=scores&unit=pieces"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(box).to_have_value("I am not tired.")
    expect(weights).to_be_checked()
    expect(page.get_by_role("radio", name="words")).to_be_checked()
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


def test_back_restores_view_and_cell_of_another_page(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    weights, scores = (page.get_by_role("radio", name=name) for name in ("weights", "scores"))
    chosen = page.locator(".card .chosen[visibility=visible]")
    scores.click()
    page.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3).click(force=True)
    expect(page).to_have_url(re.compile("measure=scores.*cell=luong-dot~words~3~4"))
    page.wait_for_selector(READY)
    page.get_by_role("link", name="Step by step").click()
    expect(page.locator(".card")).to_have_count(1)
    page.wait_for_selector(READY)
    weights.click()
    page.locator(".card rect.cell").first.click(force=True)
    expect(page).to_have_url(re.compile("step_by_step.*cell=luong-general~words~1~1"))
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
    expect(page).to_have_url(re.compile("step_by_step.*cell=luong-general~words~1~1"))


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
    expect(page.get_by_role("button", name="2 of 14 models")).to_be_visible()
    assert asked(page) == {
        "sentence": ["I am not tired."],
        "variants": ["luong-general", "luong-dot"],
    }
    page.wait_for_selector(READY)
    page.go_forward()
    expect(page.get_by_role("button", name="3 of 14 models")).to_be_visible()


def test_a_chosen_hypothesis_survives_in_the_address(page: Page) -> None:
    visit(page, BEAM)
    page.locator(".beam .node.ended").nth(1).click()
    expect(page).to_have_url(re.compile(r"node=\d+"))
    expect(page.locator(".card")).to_contain_text("Je ne suis pas fatiguée.")
    node = int(asked(page)["node"][0]) - 1
    fresh = page.context.new_page()
    visit(fresh, page.url)
    expect(fresh.locator(".card")).to_contain_text("Je ne suis pas fatiguée.")
    chosen = fresh.locator(".beam .node.leaf")
    expect(chosen).to_have_attribute("data-node", str(node))
    tree = fresh.locator(".beam .scroller").bounding_box()
    box = chosen.bounding_box()
    assert tree["x"] <= box["x"]
    assert box["x"] + box["width"] <= tree["x"] + tree["width"]
