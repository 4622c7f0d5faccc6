"""Whoever types faster than the models decode sees the last sentence in the end."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import READY, visit
from tests.journeys.typing.test_browser_typing import MODELS


@pytest.mark.slow
def test_after_many_quick_enters_the_last_sentences_maps_stand(page: Page) -> None:
    visit(page, "/?pair=reverse")
    cards = page.locator(".card")
    expect(cards).to_have_count(MODELS)
    box = page.get_by_role("textbox", name="Source sentence")
    for letter in "abcdefgh":
        box.fill(f"k {letter} d")
        box.press("Enter")
    for place in range(MODELS):
        expect(cards.nth(place).locator("svg.plot")).to_contain_text("h")
    page.wait_for_selector(READY)
    for place in range(MODELS):
        expect(cards.nth(place).locator("svg.plot")).to_contain_text("h")
