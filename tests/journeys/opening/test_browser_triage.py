"""A person looks for odd pairs: brushes the chart, clicks a point, and opens a pair of the list."""

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from alignoscope.serving.model_store import gold_pairs
from alignoscope.ui.triage.measuring import damaged_gold
from tests.browser import READY, visit

POINTS = """plot => plot.calcdata.flatMap((points) => points.map(({ x, y, i }) => [
    plot._fullLayout.xaxis.c2p(x), plot._fullLayout.yaxis.c2p(y), points[0].trace.customdata[i][0],
]))"""  # in pixels, each with the number of its pair


def test_points_are_brushed_and_clicked_and_a_row_is_opened(page: Page) -> None:
    visit(page, "/triage?variant=luong-scaled-dot")
    page.locator(".card").first.wait_for()
    expect(page.get_by_text("90 of 90 pairs")).to_be_visible()
    plot = page.locator(".js-plotly-plot .nsewdrag")
    page.locator(".modebar-btn[data-val='select']").click()
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    page.mouse.down()
    # The left part: low log-probabilities, where the shuffled targets are.
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] - 2, steps=5)
    page.mouse.up()
    expect(page.get_by_text("90 of 90 pairs")).to_have_count(0)
    expect(page.get_by_text("of 90 pairs, the most suspicious by surprise first")).to_be_visible()
    page.wait_for_selector(READY)
    before = page.locator(".card .translation").first.inner_text()
    rows = page.get_by_test_id("stDataFrame").first.locator(".dvn-scroller")
    rows.click(position={"x": 300, "y": 35 * 3.5})  # the third row; the list is a canvas
    expect(page.locator(".card .translation").first).not_to_have_text(before)
    # A click beside the points takes the brush away.
    page.mouse.dblclick(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    expect(page.get_by_text("90 of 90 pairs")).to_be_visible()


def saved(page: Page, kind: str, label: str) -> bytes:
    """Press a button below the list, whose own tools may have one of the same name."""
    with page.expect_download() as coming:
        page.get_by_test_id("stDownloadButton").get_by_role("button", name=label).click()
    assert coming.value.suggested_filename == f"alignoscope-triage.{kind}"
    return Path(coming.value.path()).read_bytes()


@pytest.mark.slow
def test_the_table_is_taken_as_files_and_a_point_opens_its_sentence(page: Page) -> None:
    visit(page, "/triage?variant=luong-scaled-dot")
    page.locator(".card").first.wait_for()
    table = pd.read_parquet(io.BytesIO(saved(page, "parquet", "Download as Parquet")))
    names, texts, damage = damaged_gold(gold_pairs("eng-fra"))
    assert table["no."].tolist() == names
    assert [*zip(table["source"], table["target"], strict=True)] == texts
    assert table["damage"].tolist() == damage
    assert np.isfinite(table[["surprise", "log p"]].to_numpy()).all()
    csv = pd.read_csv(io.BytesIO(saved(page, "csv", "Download as CSV")), dtype={"no.": str})
    pd.testing.assert_frame_equal(csv, table, check_dtype=False)
    # The oddest pair of the same numbers is open, until a point that stands alone is clicked.
    oddest = table["surprise"].idxmax()
    opened = page.get_by_test_id("stMarkdown").filter(has=page.locator("strong")).last
    expect(opened).to_have_text(f"{table['source'][oddest]} · {table['damage'][oddest]}")
    chart = page.locator(".js-plotly-plot")
    points = np.array(chart.evaluate(POINTS))
    away = np.linalg.norm(points[:, None, :2] - points[:, :2], axis=-1)
    x, y, chosen = points[np.sort(away)[:, 1].argmax()]  # of itself each is 0 away
    chart.locator(".nsewdrag").click(position={"x": x, "y": y})
    expect(opened).to_have_text(f"{table['source'][int(chosen)]} · {table['damage'][int(chosen)]}")
    expect(page.get_by_text("90 of 90 pairs")).to_be_visible()
