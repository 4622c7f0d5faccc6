"""A map much higher than the screen has a frame of its own, and its words stay at the edges."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from alignoscope.ui.player.decoding_mode import OWN
from alignoscope.ui.player.map_view import MapView
from tests.shared.player_page import SOURCE, WEIGHTS, card, data_of, layers_of

COUNT = 90
TOP = "node => node.getBoundingClientRect().top"
LEFT = "node => node.getBoundingClientRect().left"


def long_layers(letter: str = "w") -> dict:
    words = tuple(f"{letter}{i}" for i in range(COUNT))
    view = MapView(
        label="one",
        id="one",
        mode=OWN,
        origin="greedy",
        translation="",
        columns=words,
        rows=words,
        cells=np.eye(COUNT),
        row_of_step=tuple(range(COUNT)),
        tokens=words,
    )
    return {("weights", unit): ([view], WEIGHTS) for unit in ("words", "pieces")}


def is_within(cell: Locator, frame: Locator, first: str, last: str) -> bool:
    inner, outer = (one.evaluate("node => node.getBoundingClientRect()") for one in (cell, frame))
    return outer[first] <= inner[first] and inner[last] <= outer[last]


@pytest.mark.parametrize("transposed", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_words_stay_in_view_while_a_tall_map_scrolls(
    show: Callable[..., Page], transposed: bool
) -> None:
    page = show(data_of(long_layers(), density="large", transposed=transposed))
    frame = page.locator(".map.tall")
    head, line = frame.locator(".field .word").first, frame.locator(".side .word").nth(60)
    box = frame.bounding_box()
    assert box is not None
    assert box["height"] < page.viewport_size["height"]
    above, before = head.evaluate(TOP), line.evaluate(LEFT)
    frame.evaluate("node => node.scrollTo(300, 600)")
    assert head.evaluate(TOP) == above
    assert line.evaluate(LEFT) == before
    assert head.evaluate(LEFT) < before  # The heads move sideways with their columns.
    caption = frame.locator(".side .caption").first
    assert caption.evaluate(TOP) < above + 100
    # A step scrolls to its row, and the cursor to its cell.
    page.keyboard.press("End")
    cell = frame.locator(".plot rect.cell").last
    assert is_within(cell, frame, *(("left", "right") if transposed else ("top", "bottom")))
    frame.locator(".plot").focus()
    assert is_within(cell, frame, "top", "bottom")
    assert is_within(cell, frame, "left", "right")
    # A cell is found where it is seen.
    cell.click()
    expect(page.locator(".answer .words")).to_contain_text(f"w{COUNT - 1} → w{COUNT - 1}")


def test_a_tall_map_from_right_to_left_scrolls_to_its_cells(show: Callable[..., Page]) -> None:
    page = show(data_of(long_layers("ב"), density="large"))
    frame = page.locator(".map.tall")
    frame.locator(".plot").focus()
    assert is_within(frame.locator(".plot rect.cell").first, frame, "left", "right")
    page.locator(".answer").click()
    page.keyboard.press("End")
    frame.locator(".plot").focus()
    last = frame.locator(".plot rect.cell").last
    assert is_within(last, frame, "left", "right")
    assert is_within(last, frame, "top", "bottom")
    beside = frame.locator(".side").bounding_box()
    inner = last.bounding_box()
    assert beside is not None
    assert inner is not None
    assert inner["x"] + inner["width"] <= beside["x"] + 1  # The words cover no cell.


def test_other_maps_have_no_frame_and_keep_their_words(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of(), density="large"))
    expect(page.locator(".tall")).to_have_count(0)
    expect(card(page, "one").locator(".plot > .word")).to_have_count(len(SOURCE))
