"""How pages lie in a real Chromium: whole on a phone, and a target that runs from right to left."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from browser import NARROW, READY, open_view, upload, visit
from playwright.sync_api import Locator, Page, expect

from alignoscope.session.presets import opened_with

ROOT = Path(__file__).parent.parent.parent
SHIPPED = ROOT.glob("checkpoints/eng-fra/*.safetensors")
VARIANTS = opened_with(sorted(path.stem for path in SHIPPED))
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
FOURTEEN = "/?sentence=My big brother is reading a long book in the small garden today."
SMALL = {"width": 1280, "height": 720}


def seen_whole(page: Page) -> list[bool]:
    """Say of each map whether all of its cells and words are in the window, and above the strip."""
    foot = page.locator(".answer").bounding_box()["y"]
    boxes = [one.bounding_box() for one in page.locator(".maps > .grid:first-child .map").all()]
    wide = page.viewport_size["width"]
    return [
        box["x"] >= 0 and box["x"] + box["width"] <= wide and box["y"] + box["height"] <= foot + 11
        for box in boxes
    ]


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, SMALL], ids=str)
@pytest.mark.parametrize("path", [CLEAR, f"{CLEAR}&posterior=on", FOURTEEN])
def test_all_maps_are_on_the_first_screen(page: Page, size: dict, path: str) -> None:
    page.set_viewport_size(size)
    visit(page, path)
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    assert all(seen_whole(page))
    assert page.locator(".answer").bounding_box()["y"] + 36 <= size["height"] + 1
    bar = page.locator(".player > .bar").bounding_box()
    assert bar["height"] < 60, "the toolbar wraps"
    words = page.locator(".card .side .word").first
    assert words.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 9


@pytest.mark.parametrize("path", ["step_by_step", "step_by_step?posterior=on", "what_if"])
def test_beside_a_panel_the_toolbar_has_two_lines(page: Page, path: str) -> None:
    page.set_viewport_size(SMALL)
    visit(page, f"/{path}")
    bar = page.locator(".player > .bar")
    within = "bar => bar.scrollWidth <= bar.closest('.player').clientWidth + 1"
    page.wait_for_function(within, arg=bar.element_handle())  # once its words have their face
    assert bar.bounding_box()["height"] < 96
    open_view(page)
    assert page.locator(".options").bounding_box()["x"] > 72, "the rail covers the menu"
    page.get_by_role("radio", name="pieces").check(force=True)
    expect(page.locator(".card .side .word").first).to_have_text(re.compile("▁"))


def test_timings_are_lines_and_scores_columns_where_there_is_room(page: Page) -> None:
    two = [name for name in VARIANTS if name.startswith(("bahdanau-", "luong-"))]
    visit(page, CLEAR + "".join(f"&variants={name}" for name in two))
    expect(page.locator(".card")).to_have_count(len(two))
    boxes = {
        card.get_attribute("data-map"): card.bounding_box() for card in page.locator(".card").all()
    }
    for score in ("dot", "general"):
        above, below = boxes[f"bahdanau-{score}"], boxes[f"luong-{score}"]
        assert above["x"] == below["x"]
        assert above["y"] < below["y"]
    assert len({boxes[name]["y"] for name in boxes if name.startswith("luong-")}) == 1


def test_a_name_or_a_number_makes_a_map_large_beside_the_others(page: Page) -> None:
    page.set_viewport_size(SMALL)
    visit(page, CLEAR)
    large = page.locator(".large .card")
    expect(large).to_have_count(0)
    page.locator(".name[title^='luong-concat']").click()
    expect(large).to_have_count(1)
    assert all(seen_whole(page))
    small = page.locator(".grid:not(.large) .card[data-map='luong-concat'] rect.cell").first
    assert (
        large.locator("rect.cell").first.bounding_box()["width"] > 2 * small.bounding_box()["width"]
    )
    for key in "1234":
        page.keyboard.press(key)
    expect(large).to_have_count(4)  # at most
    page.get_by_role("button", name="Next step").click()
    assert {one.get_attribute("data-row") for one in large.locator(".marker").all()} == {"1"}
    page.keyboard.press("0")
    expect(large).to_have_count(0)


def test_a_long_sentence_drops_its_words_and_shows_them_where_it_is_pointed_at(page: Page) -> None:
    page.set_viewport_size(SMALL)
    long = "When I was a child, I used to swim in the cold river with my big brother and his dog."
    visit(page, f"/?sentence={long}")
    assert all(seen_whole(page))
    expect(page.locator(".card .side .word")).to_have_count(0)
    lens = page.locator(".lens")
    expect(lens).to_be_hidden()
    page.locator(".card[data-map='luong-concat'] rect.cell").nth(3).hover()
    expect(lens.locator(".side .word").first).to_be_visible()
    page.mouse.move(0, 0)
    expect(lens).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator(".grid .card .name").nth(1)).to_be_focused()
    expect(lens).to_be_hidden()  # or it would cover the map that the key made large


def test_a_presentation_shows_all_maps_with_their_words(page: Page) -> None:
    page.set_viewport_size(SMALL)
    visit(page, CLEAR)
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    page.keyboard.press("p")
    expect(page.locator(".player")).to_have_class(re.compile("presenting"))
    expect(page.locator(".card .side .word").first).to_be_visible()
    page.wait_for_function("() => innerHeight === 720")
    assert all(seen_whole(page))


def test_a_narrow_strip_takes_few_lines_and_covers_no_map(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/step_by_step?sentence=I am not tired.&variant=luong-dot")
    strip = page.locator(".answer")
    expect(strip).to_contain_text("next: ")
    assert strip.bounding_box()["height"] < 110
    card = page.locator(".card").bounding_box()
    assert strip.bounding_box()["y"] >= card["y"] + card["height"] - 1


def test_a_wish_for_large_maps_stays_in_the_link(page: Page) -> None:
    visit(page, CLEAR)
    open_view(page)
    page.get_by_role("radio", name="large").click()
    expect(page.locator(".card .translation").first).to_be_visible()
    expect(page).to_have_url(re.compile("density=large"))
    visit(page, page.url)
    expect(page.locator(".card .translation").first).to_be_visible()


def test_a_phone_shows_one_whole_map_and_the_steps_at_the_thumb(page: Page) -> None:
    visit(page, CLEAR)
    cards = page.locator(".card")
    expect(cards).to_have_count(len(VARIANTS))
    told = page.locator(".answer strong").inner_text()  # the model whose links err least
    assert told != VARIANTS[0]
    page.set_viewport_size(NARROW)
    expect(cards.first).to_have_attribute("data-map", told)
    hint = page.locator(".st-key-hint p").first
    assert hint.evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    following = page.get_by_role("button", name="Next step")
    assert following.bounding_box()["y"] > 700
    cards.first.evaluate("node => node.scrollIntoView()")
    assert seen_whole(page)[:2] == [True, False]
    following.click()
    expect(cards.first.locator(".marker")).to_have_attribute("data-row", "1")
    page.locator(".swiped").evaluate("node => node.scrollBy({ left: 300 })")
    expect(page.locator(".card").nth(1).locator("rect.cell").last).to_be_in_viewport()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")


def open_file(page: Page) -> None:
    upload(page, json.dumps(FILE))
    expect(page.locator(".card")).to_have_count(2)


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
    expect(card.locator(".foot")).to_have_text(f"girl → {HEBREW[0]}0.75")


def place(card: Locator, word: str) -> float:
    return card.locator(".map").get_by_text(word, exact=True).bounding_box()["x"]
