"""Journeys over the score bench in a real Chromium: differences from a base, a set of sentences."""

import re

from browser import visit
from playwright.sync_api import Page, expect

MINUS = re.compile("Weights minus luong-concat's")


def test_choose_a_base_and_step_through_the_differences(page: Page) -> None:
    visit(page, "/score_bench?sentence=I am not tired.&variants=luong-dot&variants=luong-concat")
    page.get_by_role("combobox", name=re.compile("^Differences from")).click()
    page.get_by_role("option", name="luong-concat").click()
    expect(page.get_by_text(MINUS).first).to_be_visible()
    expect(page).to_have_url(re.compile("base=luong-concat"))
    cards = page.locator(".card")
    expect(cards.first).to_have_attribute("data-variant", "luong-concat")
    expect(cards.first).to_contain_text("base, free")
    expect(page.get_by_text("every variant is forced to what luong-concat wrote")).to_be_visible()
    page.get_by_role("button", name="Next").first.click()
    expect(page.get_by_text(re.compile(r"^Step 2 of \d+$")).first).to_be_visible()
    expect(page.get_by_alt_text(re.compile("asks the encoder states by additive"))).to_be_visible()


def test_a_click_on_a_row_of_a_set_opens_its_sentence(page: Page) -> None:
    visit(page, "/score_bench?base=luong-dot&variants=luong-dot")
    page.get_by_role("radio", name="Paste lines").click()
    write_lines(page, "Thank you!\nI am not tired.\n")
    expect(page.get_by_text("Means over 2 sentences")).to_be_visible()
    rows = page.get_by_test_id("stDataFrame").last
    # The table is a canvas: the second row is the third of 35 px, the headings being the first.
    rows.locator(".dvn-scroller").click(position={"x": 120, "y": 35 * 2.5})
    expect(page.get_by_role("textbox", name="English sentence")).to_have_value("I am not tired.")
    expect(page.locator(".card").get_by_text("tired", exact=True).first).to_be_attached()


def write_lines(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="One sentence a line").fill(text)
    page.get_by_role("textbox", name="One sentence a line").press("Control+Enter")
