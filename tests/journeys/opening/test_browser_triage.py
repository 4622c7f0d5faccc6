"""A person looks for odd pairs: brushes the chart, clicks a point, and opens a pair of the list."""

from browser import READY, visit
from playwright.sync_api import Page, expect


def test_points_are_brushed_and_clicked_and_a_row_is_opened(page: Page) -> None:
    visit(page, "/triage?variant=luong-scaled-dot")
    page.locator(".card").first.wait_for()
    expect(page.get_by_text("90 of 90 pairs")).to_be_visible()
    plot = page.locator(".js-plotly-plot .nsewdrag")
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    page.mouse.down()
    # The left part: low log-probabilities, where the shuffled targets are.
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] - 2, steps=5)
    page.mouse.up()
    expect(page.get_by_text("90 of 90 pairs")).to_have_count(0)
    expect(page.get_by_text("of 90 pairs, the oddest by surprise first")).to_be_visible()
    page.wait_for_selector(READY)
    before = page.locator(".card .translation").first.inner_text()
    rows = page.get_by_test_id("stDataFrame").first.locator(".dvn-scroller")
    rows.click(position={"x": 300, "y": 35 * 3.5})  # the third row; the list is a canvas
    expect(page.locator(".card .translation").first).not_to_have_text(before)
    # A click beside the points takes the brush away.
    plot.dblclick(position={"x": box["width"] - 3, "y": 3})
    expect(page.get_by_text("90 of 90 pairs")).to_be_visible()
