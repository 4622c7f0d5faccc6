"""How pages lie in a real Chromium: whole on a phone, and a target that runs from right to left."""

import json
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NARROW, READY, open_view, upload, visit
from tests.shared.samples import mostly_slow

HEBREW = ["הילדה", "אוכלת", "תפוח", "</s>"]
FILE = {
    "format": "alignoscope-trace-1",
    "traces": [
        {
            "variant": name,
            "source": ["the", "girl", "eats", "an", "apple", "</s>"],
            "target": HEBREW,
            "weights": [
                [0.25, 0.75, 0, 0, 0, 0],
                [0, 0.125, 0.875, 0, 0, 0],
                [0, 0, 0, 0.375, 0.625, 0],
                [0, 0, 0, 0, 0, 1],
            ],
        }
        for name in ("first", "second")
    ],
}
# What is beyond a side of the window, or cut off, in no box that can be scrolled; in shadow roots
# too. What only screen readers see is a pixel wide.
OUTSIDE = """main => {
  const found = [], wide = document.documentElement.clientWidth;
  const visit = (node) => {
    const { left, right, width, height } = node.getBoundingClientRect();
    const { overflowX, visibility } = getComputedStyle(node);
    const seen = width > 1 && height > 1 && visibility === "visible";
    const cut = ["hidden", "clip"].includes(overflowX) && node.scrollWidth > node.clientWidth + 1;
    if (seen && (right > wide + 1 || left < -1 || cut)) found.push(node.outerHTML.slice(0, 99));
    if (["auto", "scroll"].includes(overflowX) && node !== main) return;
    for (const child of [...node.children, ...(node.shadowRoot?.children ?? [])]) visit(child);
  };
  visit(main);
  return found;
}"""


CLEAR = "/?sentence=The little girl is eating a red apple."
SMALL = {"width": 1280, "height": 720}


@pytest.mark.slow
def test_the_rail_is_never_wide(page: Page) -> None:
    page.add_init_script(
        """const widths = new Set();
        const look = () => {
          const rail = document.querySelector("[data-testid=stSidebar]");
          if (rail) widths.add(Math.round(rail.getBoundingClientRect().width));
          window.railWidths = [...widths];
          requestAnimationFrame(look);
        };
        look();"""
    )
    visit(page, "/models")
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached()
    assert page.evaluate("railWidths") == [72]


@pytest.mark.parametrize(
    "path",
    mostly_slow(["step_by_step", "step_by_step?posterior=on", "what_if"], always=["what_if"]),
)
def test_beside_a_panel_the_toolbar_has_two_lines(page: Page, path: str) -> None:
    page.set_viewport_size(SMALL)
    visit(page, f"/{path}")
    bar = page.locator(".player > .bar")
    within = "bar => bar.scrollWidth <= bar.closest('.player').clientWidth + 1"
    page.wait_for_function(within, arg=bar.element_handle())  # once its words have their face
    assert bar.bounding_box()["height"] < 96
    flow = page.get_by_role("radio", name="flow", exact=True)
    expect(flow).to_be_visible(visible="posterior" not in path)  # where the second line has space
    open_view(page)
    assert page.locator(".options").bounding_box()["x"] > 72, "the rail covers the menu"
    page.get_by_role("radio", name="pieces").check(force=True)
    expect(page.locator(".card .side .word").first).to_have_text(re.compile("▁"))


def test_a_narrow_strip_takes_few_lines_and_covers_no_map(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/step_by_step?sentence=I am not tired.&variant=luong-dot&picture=map")
    strip = page.locator(".answer")
    expect(strip).to_contain_text("next: ")
    assert strip.bounding_box()["height"] < 110
    card = page.locator(".card").bounding_box()
    assert strip.bounding_box()["y"] >= card["y"] + card["height"] - 1


def test_the_sentences_of_the_examples_fit_a_phone(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page)
    page.get_by_role("button", name="Examples").click()
    for option in page.get_by_role("menuitem").all():
        box = option.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= NARROW["width"]


def test_a_wish_for_large_maps_stays_in_the_link(page: Page) -> None:
    visit(page, CLEAR)
    open_view(page)
    page.get_by_role("radio", name="large").click()
    expect(page.locator(".card .translation").first).to_be_visible()
    expect(page).to_have_url(re.compile("density=large"))
    visit(page, page.url)
    expect(page.locator(".card .translation").first).to_be_visible()


def open_file(page: Page) -> None:
    upload(page, json.dumps(FILE))
    expect(page.locator(".card")).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        "/score_bench?sentence=I am not tired.&base=bahdanau-additive&variants=luong-scaled-dot",
        "/open_trace",
        "/models",
    ],
)
def test_a_phone_shows_the_whole_width_of_a_page(page: Page, path: str) -> None:
    page.set_viewport_size(NARROW)
    visit(page, path)
    if path == "/open_trace":
        open_file(page)
    else:
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached()
    page.wait_for_selector(READY)
    main = page.get_by_test_id("stMain")
    assert main.evaluate(OUTSIDE) == []
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")


def test_a_right_to_left_target_runs_right_to_left(page: Page) -> None:
    visit(page, "/open_trace")
    open_file(page)
    card = page.locator(".card").first
    expect(card.locator(".translation")).to_have_css("direction", "rtl")
    # The source still runs from left to right, with the target's words on its left.
    words = [place(card, word) for word in (HEBREW[0], "the", "girl", "apple")]
    assert all(left < right for left, right in pairwise(words))
    open_view(page)
    page.locator("label", has_text="Transpose").click()
    expect(card.locator(".side")).to_contain_text("← target")
    words = [place(card, word) for word in (*HEBREW[2::-1], "girl")]
    assert all(left < right for left, right in pairwise(words))
    cells = card.locator("rect.cell")
    # Row 0 and column 1, the highest of the first word's, now lies below it and beside “girl”.
    highest, other = cells.nth(1).bounding_box(), cells.nth(6 + 2).bounding_box()
    assert highest["x"] > other["x"]
    cells.nth(1).hover(force=True)
    expect(card.locator(".foot")).to_have_text(f"girl → \u2068{HEBREW[0]}\u20690.75")  # isolated


def place(card: Locator, word: str) -> float:
    return card.locator(".map").get_by_text(word, exact=True).bounding_box()["x"]
