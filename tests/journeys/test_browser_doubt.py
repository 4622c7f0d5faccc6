"""What a click on a doubt does, in a real Chromium: the whole page runs again, not a part of it."""

import re

from playwright.sync_api import Page, expect

from tests.browser import visit

STRANGE = "The agreement on the European Economic Area was signed in August 1992."
TWO = "variants=luong-general&variants=bahdanau-additive"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def test_beam_search_and_a_known_word_are_a_click_away(page: Page) -> None:
    visit(page, f"/?{TWO}&sentence={STRANGE}&decoding=greedy")
    press(page, "Try beam 5")
    badge = page.locator(".flow .model")
    expect(badge).to_have_text("luong-general · own translation, beam 5 · greedy instead")
    press(page, "greedy instead")
    expect(badge).to_have_text("luong-general · own translation · beam 5 instead")
    page.keyboard.press("p")  # Presented, there is no link, nor a dot before it.
    expect(badge).to_have_text("luong-general · own translation", use_inner_text=True)
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("decoding=greedy"))
    visit(page, f"/?{TWO}&sentence=I%20wrote%20a%20leter%20yesterday.")
    press(page, "Write “letter”")
    expect(page.locator(".drawing .source").get_by_text("letter", exact=True)).to_be_attached()


def test_a_sentence_of_the_other_language_is_translated_after_a_click(page: Page) -> None:
    visit(page, "/?sentence=je ne suis pas fatigué")
    press(page, "Translate from French")
    expect(page.get_by_text("This looks like French")).to_have_count(0)
    expect(page.locator(".drawing .source").get_by_text("fatigué", exact=True)).to_be_attached()
    expect(page).to_have_url(re.compile("pair=fra-eng"))


def test_a_word_that_no_model_has_read_has_dots_in_the_box_and_says_so(page: Page) -> None:
    visit(page, "/?sentence=The gnu sleeps.&variants=luong-dot")
    box = page.get_by_role("textbox", name="English sentence")
    expect(box).to_have_attribute("title", "The models have never read gnu.")
    dots = re.compile(r"^linear-[^/]*, repeating-linear-[^/]*, linear-[^/]*$")
    expect(box).to_have_css("background-image", dots)
    page.get_by_role("button", name="Options", exact=True).click()
    page.get_by_role("switch", name="Doubt").or_(page.get_by_label("Doubt", exact=True)).click()
    expect(box).to_have_attribute("title", "")
    expect(box).not_to_have_css("background-image", re.compile("repeating"))


def test_a_word_that_is_left_out_is_called_so_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    visit(page, f"/?{TWO}&sentence={STRANGE}")
    expect(page.locator(".turned .left-out")).to_have_text("left out")
    expect(page.locator(".turned .left-out")).to_be_visible()
