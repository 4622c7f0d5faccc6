"""A person opens a large file: all heads of a model small and large, or a map of many tokens."""

import io

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser import READY, choose, visit

LAYERS = HEADS = 12
SOURCE, TARGET = ["the", "red", "car", "</s>"], ["la", "voiture", "rouge", "</s>"]


def file_of_heads() -> bytes:
    """Return what transformers hand out, `cross_attentions` [12, 12, 4, 4], with the words.

    Layer 5, head 7 looks at one word a row, from left to right, all others at all words alike.
    """
    maps = np.full((LAYERS, HEADS, len(TARGET), len(SOURCE)), 0.25, np.float32)
    maps[4, 6] = np.eye(len(SOURCE))
    packed = io.BytesIO()
    words = {"source": np.array(SOURCE), "target": np.array(TARGET)}
    np.savez(packed, cross_attentions=maps, **words)
    return packed.getvalue()


def reads(page: Page, column: int, weight: str) -> None:
    """The map that is shown has this weight where it writes its first word."""
    page.locator(".card rect.cell").nth(column).hover()
    expect(page.locator(".card .foot")).to_have_text(f"{SOURCE[column]} → la{weight}")


@pytest.mark.slow
def test_one_of_144_heads_is_chosen_and_all_are_taken_together(page: Page) -> None:
    visit(page, "/open_trace")
    file = {"name": "heads.npz", "mimeType": "application/zip", "buffer": file_of_heads()}
    page.locator("input[type=file]").set_input_files([file])
    title = page.locator(".card h2")
    expect(title).to_have_text("heads.npz · all layers, all heads, mean")
    expect(page.get_by_text("12 × 12 layers and heads")).to_be_visible()
    reads(page, 0, "0.255")  # (143 x 0.25 + 1) / 144
    reads(page, 1, "0.248")  # 143 x 0.25 / 144
    page.locator("summary", has_text="All 144 heads of heads.npz").click()
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    plot.scroll_into_view_if_needed()
    page.wait_for_selector(READY)
    box = plot.bounding_box()
    assert box is not None
    # Rows are layers, columns heads; whatever place of a small map is pressed, it is that head's.
    for far in (0.8, 0.2):
        place = {"x": box["width"] * (6 + far) / HEADS, "y": box["height"] * (4 + far) / LAYERS}
        plot.hover(position=place)
        expect(page.locator(".hoverlayer").get_by_text("layer 5, head 7")).to_be_visible()
        page.mouse.move(0, 0)
    plot.click(position=place)
    expect(title).to_have_text("heads.npz · layer 5, head 7")
    reads(page, 0, "1")
    reads(page, 1, "0")
    choose(page.get_by_role("combobox", name="Head"), "All")
    page.get_by_role("radio", name="max").click()
    expect(title).to_have_text("heads.npz · layer 5, all heads, maximum")
    choose(page.get_by_role("combobox", name="Layer"), "All")
    expect(title).to_have_text("heads.npz · all layers, all heads, maximum")
    reads(page, 0, "1")
    reads(page, 1, "0.25")


@pytest.mark.slow
def test_a_map_of_several_hundred_tokens_is_an_overview_that_can_be_pointed_at(page: Page) -> None:
    tokens = np.array([f"w{i}" for i in range(316)])
    packed = io.BytesIO()
    np.savez(packed, weights=np.eye(len(tokens), dtype=np.float32), source=tokens, target=tokens)
    visit(page, "/open_trace")
    file = {"name": "long.npz", "mimeType": "application/zip", "buffer": packed.getvalue()}
    page.locator("input[type=file]").set_input_files([file])
    cells = page.locator(".card canvas")
    expect(cells).to_be_visible()
    plot, room = page.locator(".plot").bounding_box(), page.locator(".grid").first.bounding_box()
    assert plot is not None
    assert room is not None
    assert plot["width"] <= room["width"]
    box = cells.bounding_box()
    assert box is not None
    across, down = (20.5 * box[side] / len(tokens) for side in ("width", "height"))
    page.mouse.move(box["x"] + across, box["y"] + down)
    expect(page.locator(".tooltip")).to_have_text("w20 → w20weight 1")
    expect(page.locator(".lens")).to_be_hidden()
