"""A person chooses a cell and reads how its number came about, in a real Chromium."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import visit


def test_a_cell_shows_its_arithmetic_and_follows_the_choice(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=bahdanau-additive")
    hint = page.get_by_text("Click a cell, or press Enter on it")
    expect(hint).to_be_visible()
    card = page.locator(".card[data-map='luong-general']")
    cells = card.locator("rect.cell")
    cells.nth(3).click(force=True)
    title = page.get_by_role("heading", name="How this weight is calculated: tired → Je")
    expect(title).to_contain_text("luong-general")
    expect(hint).to_have_count(0)
    panel = page.locator("[data-testid='stMain']")
    expect(panel.locator(".katex").first).to_be_visible()
    expect(panel.locator(".js-plotly-plot .barlayer").first).to_be_attached()
    expect(panel.get_by_text(re.compile("add up to .*, the score"))).to_be_visible()
    other = page.locator(".card[data-map='bahdanau-additive'] rect.cell")
    other.nth(0).click(force=True)
    moved = page.get_by_role("heading", name="How this weight is calculated: I → ")
    expect(moved).to_contain_text("bahdanau-additive")
    expect(panel.get_by_text("Bahdanau et al. 2015, appendix A.1.2")).to_be_visible()
    assert page.get_by_text("Traceback").count() == 0


def test_the_chosen_cell_is_answered_in_view_and_leads_to_the_same_models_step(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    visit(page, "/?sentence=I am not tired.")
    strip = page.locator(".answer")
    expect(strip).to_contain_text("writes “")
    page.locator(".card[data-map='luong-general'] rect.cell").nth(2 * 6 + 3).click()
    expect(strip).to_contain_text("luong-general")
    expect(strip).to_contain_text(re.compile("tired → suis.*score.*→ softmax →.*weight.*next: "))
    assert strip.bounding_box()["y"] + 36 <= 721
    expect(page.get_by_role("combobox", name="Inside one step: model")).to_have_value(
        "luong-general"
    )
    strip.get_by_role("button", name="Show the calculation").click()
    title = page.get_by_role("heading", name="How this weight is calculated: tired → suis")
    expect(title).to_be_in_viewport()
    drawer, map_ = page.locator(".st-key-arithmetic"), page.locator(".card .map").first
    expect(page.locator(".flow")).to_be_in_viewport()  # still, since the drawer is beside it
    expect(map_).to_be_hidden()
    own = page.locator(".player").bounding_box()
    assert own["x"] + own["width"] <= drawer.bounding_box()["x"]
    close = page.get_by_role("button", name="Close the calculation")
    expect(close).to_be_focused()
    close.click()
    expect(close).to_be_hidden()
    expect(map_).to_be_in_viewport()
    expect(strip.get_by_role("button", name="Show the calculation")).to_be_visible()
    assert page.locator(".player").bounding_box()["width"] > own["width"]


def test_the_pieces_of_a_word_are_chosen_close_together_in_the_drawer(page: Page) -> None:
    words = "sentence=Paul Orlando lives in Reykjavik.&variants=luong-general-copy"
    visit(page, f"/?{words}&cell=luong-general-copy~words~2~2")
    page.locator(".answer").get_by_role("button", name="Show the calculation").click()
    boxes = [page.get_by_role("combobox", name=f"{side} piece") for side in ("Source", "Target")]
    expect(boxes[1]).to_be_in_viewport()
    source, target = (box.bounding_box() for box in boxes)
    assert source["y"] + source["height"] <= target["y"] < source["y"] + 120


@pytest.mark.slow
def test_the_words_of_a_map_can_be_given_to_all_models(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-dot&variants=luong-concat")
    page.locator(".card[data-map='luong-concat'] rect.cell").first.click()
    words = page.locator(".card[data-map='luong-concat'] .translation").inner_text()
    page.get_by_role("button", name="Force this translation on every model").click()
    target = page.get_by_role("textbox", name="French translation")
    expect(target).to_have_value(words)
    expect(page.locator(".card").get_by_text("forced translation", exact=True)).to_have_count(2)
    target.fill("")
    target.press("Enter")
    expect(page.locator(".card").get_by_text("own translation")).to_have_count(2)


@pytest.mark.slow
def test_step_by_step_has_the_arithmetic_and_the_numbers_as_a_table(page: Page) -> None:
    visit(page, "/step_by_step?sentence=I am not tired.&variant=luong-dot")
    tables = page.get_by_test_id("stDataFrame")
    expect(tables).to_have_count(0)  # closed, so that no step sends it
    page.get_by_text("Data tables").click()
    expect(tables).to_have_count(1)
    page.get_by_text("Data tables").click()
    expect(tables).to_have_count(0)
    page.locator("rect.cell").nth(3).click(force=True)
    title = page.get_by_role("heading", name="How this weight is calculated: tired → ")
    expect(title).to_contain_text("luong-dot")
    expect(page.locator(".katex").first).to_be_visible()
