"""Journeys over the score bench in a real Chromium: differences from a base, a set of sentences."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.ui.player.map_view import SCORE_COLORS, map_view
from alignoscope.ui.svg.ink import hex_to_rgb, paint, three_digits
from tests.browser import choose, visit

ROOT = Path(__file__).parent.parent.parent
MINUS = re.compile("Weights minus luong-concat's")


def test_choose_a_base_and_step_through_the_differences(page: Page) -> None:
    visit(page, "/score_bench?sentence=I am not tired.&variants=luong-dot&variants=luong-concat")
    choose(page.locator(".st-key-base").get_by_role("combobox"), "luong-concat")
    expect(page.get_by_text(MINUS).first).to_be_visible()
    expect(page).to_have_url(re.compile("base=luong-concat"))
    cards = page.locator(".card")
    expect(cards.first).to_have_attribute("data-map", "luong-concat")
    expect(cards.first).to_contain_text("base, own translation")
    expect(
        page.get_by_text("Every model is forced to the translation of luong-concat")
    ).to_be_visible()
    page.get_by_role("button", name="First step").first.click()
    page.get_by_role("button", name="Next step").first.click()
    expect(page.locator(".readout").first).to_have_text(re.compile(r"^Word 2 of \d+$"))
    base, other = weights_over_words("I am not tired.")
    differences = other - base
    high = abs(differences).max()
    card = page.locator(".st-key-player .card[data-map='luong-dot']")
    cells = card.locator("rect.cell")
    expect(cells).to_have_count(differences.size)
    for place in (int(differences.argmin()), int(differences.argmax())):
        value = differences.flat[place].round(4)
        assert abs(value) > 0.1
        red, green, blue = hex_to_rgb(paint(min(1, (value + high) / (2 * high)), SCORE_COLORS))
        assert (blue > red) == (value < 0)
        expect(cells.nth(place)).to_have_css("fill", f"rgb({red}, {green}, {blue})")
        cells.nth(place).hover(force=True)
        expect(card.locator(".foot strong")).to_have_text(three_digits(value))


def weights_over_words(sentence: str) -> list[np.ndarray]:
    """Return luong-concat's weights, and luong-dot's when it is held to what luong-concat wrote."""
    base, other = (
        load_checkpoint(ROOT / f"checkpoints/eng-fra/{name}.safetensors")
        for name in ("luong-concat", "luong-dot")
    )
    free = translate(base, [sentence])[0]
    held = force_sentences(other, [free.source], [free.target])[0]
    return [map_view(trace, "weights", "words").cells for trace in (free, held)]


@pytest.mark.slow
def test_the_switches_and_the_base_are_in_the_address_and_survive_a_change_of_page(
    page: Page,
) -> None:
    visit(page, "/score_bench?bench=What makes a variant&timing=luong&score=general&base=luong-dot")
    picked = page.get_by_role("radio", name="luong", exact=True)
    expect(picked).to_have_attribute("aria-checked", "true")
    page.get_by_role("radio", name="on", exact=True).first.click()
    expect(page).to_have_url(re.compile("feeding=on"))
    expect(page.get_by_role("heading", name="luong-general-feed")).to_be_visible()
    page.get_by_role("link", name="Compare maps").click()
    expect(page.get_by_text("A ribbon is as wide as the weight")).to_be_visible()
    page.get_by_role("link", name="Score bench").click()
    expect(picked).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("heading", name="luong-general-feed")).to_be_visible()
    for part in ("timing=luong", "score=general", "feeding=on", "base=luong-dot"):
        expect(page).to_have_url(re.compile(part))


def test_a_click_on_a_row_of_a_set_opens_its_sentence(page: Page) -> None:
    visit(page, "/score_bench?base=luong-dot&variants=luong-dot")
    page.get_by_role("tab", name="Sentence set").click()
    page.get_by_role("radio", name="Paste lines").click()
    write_lines(page, "Thank you!\nI am not tired.\n")
    expect(page.get_by_text("Means over 2 sentences")).to_be_visible()
    rows = page.get_by_test_id("stDataFrame").nth(1)
    # The table is a canvas: the second row is the third of 35 px, the headings being the first.
    rows.locator(".dvn-scroller").click(position={"x": 120, "y": 35 * 2.5})
    expect(page.locator(".card").get_by_text("tired", exact=True).first).to_be_attached()
    expect(page.get_by_text("Means over 2 sentences")).to_be_visible()  # it opens in its place


def test_a_press_on_a_pair_shows_its_two_maps_and_their_difference(page: Page) -> None:
    names = ("luong-dot", "luong-concat", "bahdanau-additive")
    chosen = "&".join(f"variants={name}" for name in names)
    visit(page, f"/score_bench?sentence=I am not tired.&base=luong-dot&{chosen}")
    matrix = page.locator(".st-key-matrix")
    numbers = matrix.locator(".annotation")
    expect(numbers).to_have_count(9)
    labels = [node.text_content() for node in matrix.locator(".yaxislayer-above .ytick").all()]
    order = [label for label in labels if label]
    row, column = order.index("bahdanau-additive"), order.index("luong-concat")
    numbers.nth(3 * row + column).scroll_into_view_if_needed()
    box = numbers.nth(3 * row + column).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    beside = page.locator(".st-key-paired-maps")
    expect(beside.locator(".card")).to_have_count(3)
    expect(beside.get_by_role("heading")).to_have_text(
        ["bahdanau-additive", "luong-concat", "luong-concat − bahdanau-additive"]
    )


def write_lines(page: Page, text: str) -> None:
    box = page.get_by_role("textbox", name=re.compile("^One sentence per line"))
    box.fill(text)
    box.press("Control+Enter")
