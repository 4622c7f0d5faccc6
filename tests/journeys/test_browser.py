"""A person's journeys through the real app, in a real Chromium."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from alignoscope.ui.shell.model_presets import opened_with
from tests.browser import NARROW, READY, choose_models, choose_view, open_view, visit, write

ROOT = Path(__file__).parent.parent.parent
FEW = "variants=luong-general&variants=bahdanau-additive"
SHIPPED = ROOT.glob("checkpoints/eng-fra/*.safetensors")
VARIANTS = opened_with(sorted(path.stem for path in SHIPPED))


def translations(page: Page) -> dict[str, str]:
    cards = page.locator(".card")
    return {card.get_attribute("data-map"): card.inner_text() for card in cards.all()}


def marked_rows(page: Page) -> dict[str, int]:
    cards = page.locator(".card").all()
    markers = {c.get_attribute("data-map"): c.locator(".marker") for c in cards}
    return {name: int(marker.get_attribute("data-row")) for name, marker in markers.items()}


def expect_step(page: Page, step: int) -> None:
    expect(page.get_by_role("slider", name="Step").first).to_have_value(str(step - 1))


def test_type_a_sentence_see_every_map_and_step_three_tokens(page: Page) -> None:
    visit(page)
    write(page, "English sentence", "I am not tired.")
    cards = page.locator(".card")
    expect(cards).to_have_count(len(VARIANTS))
    expect(page.locator(".drawing .source").get_by_text("tired", exact=True)).to_be_attached()
    expect(cards.get_by_text("own translation", exact=True)).to_have_count(len(VARIANTS) - 1)
    expect(page.locator(".flow .model")).to_contain_text("own translation, beam 5")
    assert sorted(translations(page)) == VARIANTS
    page.get_by_role("button", name="First step").click()
    expect_step(page, 1)
    before = marked_rows(page)
    assert set(before.values()) == {0}
    for step in (2, 3, 4):
        page.get_by_role("button", name="Next step").click()
        expect_step(page, step)
        after = marked_rows(page)
        assert all(after[name] > before[name] for name in VARIANTS), after
        before = after
    expect(page).to_have_url(re.compile(r"step=4"))
    page.get_by_role("button", name="First step").click()
    expect_step(page, 1)
    assert set(marked_rows(page).values()) == {0}


def test_the_keyboard_walks_and_no_press_is_lost(page: Page) -> None:
    visit(page, f"/?{FEW}&sentence=Why don't you speak French at home?")
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect_step(page, 6)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 5)
    expect(page).to_have_url(re.compile(r"step=5"))
    expect_step(page, 5)


@pytest.mark.slow
def test_what_the_player_reports_does_not_make_it_draw_again(page: Page) -> None:
    visit(page, f"/?{FEW}&sentence=I am not tired.&threshold=0.05")
    choose_view(page, "scores")
    expect(page).to_have_url(re.compile("measure=scores"))
    card = page.locator(".card").first
    card.evaluate("node => { node.drawn = 'once'; }")
    card.locator(".cell").nth(8).click()
    expect(page).to_have_url(re.compile("step=2"))
    page.wait_for_selector(READY)
    expect(card.locator(".chosen")).to_have_attribute("visibility", "visible")
    assert card.evaluate("node => node.drawn") == "once"


def test_choices_survive_a_change_of_page_and_stand_in_the_link(page: Page) -> None:
    visit(page, f"/?{FEW}")
    write(page, "English sentence", "I am not tired.")
    choose_models(page, "luong-concat")
    expect(page.locator(".card")).to_have_count(3)
    open_view(page)
    for choice in ("scores", "pieces"):
        page.get_by_role("radio", name=choice).click()
    expect(page.locator(".card").get_by_text("▁tired").first).to_be_attached()
    page.get_by_role("combobox", name="Colour scale").select_option("log")
    page.get_by_role("button", name="First step").click()
    page.get_by_role("button", name="Next step").click()
    expect(page).to_have_url(re.compile(r"scaling=log.*step=2"))
    page.get_by_role("link", name="Step by step").click()
    expect(page.get_by_role("heading", name="Piece 2 of")).to_be_visible()
    expect(page.get_by_role("textbox", name="English sentence")).to_have_value("I am not tired.")
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("link", name="Compare maps").click()
    expect(page.locator(".card")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"scaling=log.*step=2"))
    link = page.url
    page.goto("about:blank")
    visit(page, link)
    expect_step(page, 2)
    expect(page.locator(".card")).to_have_count(3)
    expect(page.get_by_text("Scores, before softmax").first).to_be_visible()
    open_view(page)
    expect(page.get_by_role("combobox", name="Colour scale")).to_have_value("log")
    expect(page.locator(".card").get_by_text("▁tired").first).to_be_attached()


def test_a_preset_chooses_its_models_in_one_press(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.")
    page.get_by_role("button", name=re.compile(r"of \d+ models")).click()
    page.get_by_role("button", name="The two papers", exact=True).click()
    cards = page.locator(".card")
    expect(cards).to_have_count(2)
    names = [card.get_attribute("data-map") for card in cards.all()]
    assert names == ["bahdanau-additive", "luong-general"]
    expect(page).to_have_url(re.compile("variants=bahdanau-additive&variants=luong-general"))


def test_a_forced_target_gives_every_map_the_same_rows(page: Page) -> None:
    visit(page, f"/?{FEW}")
    write(page, "English sentence", "I am not tired.")
    write(page, "French translation", "Je ne suis pas fatigué.")
    cards = page.locator(".card")
    expect(cards.get_by_text("forced translation", exact=True)).to_have_count(2)
    for card in cards.all():
        expect(card.get_by_text("suis", exact=True).first).to_be_attached()


def test_a_message_keeps_the_typed_text_and_the_app_up(page: Page) -> None:
    visit(page, f"/?{FEW}")
    long = "word " * 500
    write(page, "English sentence", long)
    expect(page.get_by_text("The source sentence is too long")).to_be_visible()
    expect(page.get_by_role("textbox", name="English sentence")).to_have_value(long)
    write(page, "English sentence", " ")
    expect(page.get_by_text("The source sentence is empty")).to_be_visible()
    write(page, "English sentence", "Thank you!")
    expect(page.locator(".card")).to_have_count(2)


def test_html_and_templates_are_shown_literally(page: Page) -> None:
    sentence = "<b>the</b> the %{x} & </s>"
    visit(page, "/step_by_step?density=large")
    write(page, "English sentence", sentence)
    words = ["<", "b", ">", "the", "<", "/", "b", ">", "the", "%", "{", "x", "}", "&"]
    rows = page.locator(".anatomy .source tbody th")
    expect(rows).to_have_text([*words, "<", "/", "s", ">", "end"])
    assert page.locator("b", has_text="the").count() == 0
    page.get_by_role("link", name="Compare maps").click()
    card = page.locator(".card").first
    expect(card.get_by_text("%", exact=True).first).to_be_attached()
    expect(card.get_by_text("the", exact=True)).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/", "/step_by_step"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_the_page_without_scrolling_sideways(
    page: Page, path: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(NARROW)
    visit(page, path)
    expect(page.locator(".card").first).to_be_visible()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_what_waits_for_its_answer_fades_under_a_veil_and_no_map_is_drawn_again(page: Page) -> None:
    visit(page)
    page.locator(".card").first.wait_for()
    veil = """player => {
        player.dataset.stale = "true";
        const {animationName, animationDelay} = getComputedStyle(player, "::after");
        const {opacity, transitionProperty} = getComputedStyle(player);
        return [animationName, animationDelay, opacity, transitionProperty];
    }"""
    assert page.locator(".st-key-player").evaluate(veil) == ["fade", "0.5s", "1", "none"]


def test_the_words_of_the_box_are_underlined_as_in_the_flow(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-dot")
    box = page.get_by_role("textbox", name="English sentence")
    expect(box).to_have_css("background-size", re.compile(r"^[\d.]+px 2px(, [\d.]+px 2px){3}$"))
    page.get_by_role("radio", name="map", exact=True).click()
    expect(box).to_have_css("background-image", "none")
