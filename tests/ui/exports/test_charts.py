"""Charts as pictures: title and caption, vectors alone, light or dark, and what prints them."""

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.exports import browser_printing as printing
from alignoscope.ui.exports.saved_chart import WIDTH, html, saved_chart
from alignoscope.ui.score_bench.svg_dataflow import dataflow_sheet
from alignoscope.ui.svg.ink import DARK, LIGHT
from tests.shared.app_pages import open_page, opened, pressed
from tests.shared.bench_page import SWITCHES

NS = "{http://www.w3.org/2000/svg}"
SVG = '<svg width="30" height="70" viewBox="0 0 60 140"><title>A &amp; b</title></svg>'
CELLS = np.array([[-2, 0.5, np.nan], [2, -2, -0.001]])
COLORS = ["#000040", "#808080", "#ffffc0"]
FRAME = {"type": "rect", "x0": 0, "x1": 1, "xref": "paper", "y0": -0.5, "y1": 0.5}


def heatmap(**options: object) -> go.Figure:
    scale = {"zmin": -2, "zmax": 2, "colorscale": COLORS}
    figure = go.Figure(go.Heatmap(z=CELLS, **(scale | options)))
    figure.update_xaxes(tickvals=[0, 1, 2], ticktext=["a", "b", "&lt;/script>"])
    figure.update_yaxes(autorange="reversed")
    figure.add_shape(**FRAME)
    return figure.update_layout(height=200, margin={"t": 10, "b": 10})


def lines() -> go.Figure:
    figure = go.Figure(go.Scatter(x=[1, 2], y=[3, 5], name="luong-dot"))
    return figure.update_layout(height=310, margin={"t": 11})


def test_cells_are_one_shape_a_colour_below_what_was_drawn_over_them() -> None:
    figure = heatmap()
    before = figure.to_json()
    saved = saved_chart(figure, "Title", "Caption", LIGHT)
    assert figure.to_json() == before
    assert "heatmap" not in {trace.type for trace in saved.data}
    *cells, frame = saved.layout.shapes
    assert frame.type == "rect"
    found = {shape.fillcolor: shape.path for shape in cells}
    low = "M-0.5,-0.5H0.5V0.5H-0.5ZM0.5,0.5H1.5V1.5H0.5Z"  # row 0 column 0, row 1 column 1
    assert found.pop(COLORS[0]) == low
    assert found.pop(COLORS[2]) == "M-0.5,0.5H0.5V1.5H-0.5Z"  # row 1 column 0
    assert sorted(found.values()) == ["M0.5,-0.5H1.5V0.5H0.5Z", "M1.5,0.5H2.5V1.5H1.5Z"]
    assert saved.layout.xaxis.range == (-0.5, 2.5)
    assert saved.layout.yaxis.range == (1.5, -0.5)
    assert saved.layout.yaxis.autorange is False


def test_the_scale_of_the_colours_stays_where_there_was_one() -> None:
    bar = {"title": {"text": "distance"}}
    (kept,) = saved_chart(heatmap(colorbar=bar), "Title", "Caption", LIGHT).data
    marker = kept.marker
    assert (marker.cmin, marker.cmax, marker.showscale) == (-2, 2, True)
    assert [color for _, color in marker.colorscale] == COLORS
    assert marker.colorbar.title.text == "distance"
    assert not saved_chart(heatmap(showscale=False), "Title", "Caption", LIGHT).data


def test_numbers_in_cells_are_written_where_there_is_one_and_can_be_read() -> None:
    figure = heatmap(texttemplate="%{z:.2f}", showscale=False)
    (numbers,) = saved_chart(figure, "Title", "Caption", LIGHT).data
    written = dict(zip(zip(numbers.y, numbers.x, strict=True), numbers.text, strict=True))
    assert written == {
        (0, 0): "−2.00",
        (0, 1): "0.50",
        (1, 0): "2.00",
        (1, 1): "−2.00",
        (1, 2): "0.00",
    }
    colors = dict(zip(written, numbers.textfont.color, strict=True))
    assert (colors[0, 0], colors[1, 0]) == ("white", "black")


def test_title_and_caption_stand_above_the_chart_as_they_were_written() -> None:
    long = "Source: “<b>&</b>” " * 17
    short = saved_chart(lines(), "T", "C", LIGHT)
    saved = saved_chart(lines(), "<i> & you", long, LIGHT)
    text = saved.layout.title.text
    assert text.startswith("<b>&lt;i&gt; &amp; you</b><br>")
    assert text.count("&lt;b&gt;&amp;&lt;/b&gt;") == 17
    head = short.layout.height - 310
    assert short.layout.margin.t - 11 == head > 2 * 16
    more = text.count("<br>") - 1
    assert more > 1
    assert saved.layout.height - short.layout.height == 21 * more
    assert saved.layout.margin.t - short.layout.margin.t == 21 * more


@pytest.mark.parametrize("ink", [LIGHT, DARK])
def test_a_picture_has_the_colours_of_its_ground(ink: object) -> None:
    layout = saved_chart(lines(), "Title", "Caption", ink).layout
    assert (layout.paper_bgcolor, layout.plot_bgcolor) == (ink.paper, ink.paper)
    assert layout.font.color == ink.text
    assert layout.xaxis.gridcolor == layout.yaxis.gridcolor == ink.soft


def test_many_columns_make_a_picture_wider() -> None:
    cells = np.zeros((2, 97))
    wide = heatmap().update_traces(z=cells)
    assert saved_chart(heatmap(), "Title", "Caption", LIGHT).layout.width == WIDTH
    assert saved_chart(wide, "Title", "Caption", LIGHT).layout.width >= 97 * 20 > WIDTH


def test_the_page_to_print_asks_for_nothing_and_no_word_breaks_out_of_it() -> None:
    plain = html(saved_chart(lines(), "Title", "Caption", LIGHT), "A &amp; b")
    figure = heatmap().update_xaxes(ticktext=["</script><script>alert(1)", "<!--", "\u2028"])
    odd = html(saved_chart(figure, "</script>", "<script>", LIGHT), "</title><script>")
    for mark in ("<script", "</script", "<!--"):
        assert odd.count(mark) == plain.count(mark)
    assert not re.search(r"<script[^>]*\bsrc|<link", plain)
    assert "plotly.js v" in plain


def test_only_pictures_of_ours_may_run_scripts_when_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = []

    def run(command: list[str], _: Path) -> None:
        page = Path(command[-1].removeprefix("file://"))
        pages.append(page.read_text(encoding="utf-8"))
        page.with_name("page.pdf").write_bytes(b"%PDF")

    monkeypatch.setattr(printing, "find_browser", lambda: "browser")
    monkeypatch.setattr(printing, "_run", run)
    assert printing.to_pdf(SVG) == b"%PDF"
    assert printing.to_pdf("<div></div>", (110, 130)) == b"%PDF"
    drawing, chart = pages
    assert "default-src 'none'" in drawing
    assert "script-src" not in drawing
    assert "size: 30px 70px" in drawing
    assert "<title>A &amp; b</title>" in drawing.partition("<body>")[0]
    assert "default-src 'none'" in chart
    assert "script-src 'unsafe-inline'" in chart
    assert "size: 110px 130px" in chart


@pytest.mark.parametrize(("ink", "other"), [(LIGHT, DARK), (DARK, LIGHT)])
def test_the_dataflow_is_a_file_of_its_own_in_one_ink(ink: object, other: object) -> None:
    written = dataflow_sheet("luong", "general", True, "softmax", "A <step>", "What & why", ink)
    texts = [node.text for node in ElementTree.fromstring(written).iter(f"{NS}text")]
    assert texts[0] == "A <step>"
    assert texts[-1] == "What & why"
    assert "softmax" in texts
    assert ink.text in written
    assert other.text not in written
    assert "prefers-color-scheme" not in written


# On the pages


def test_the_picture_of_distances_says_what_they_are_of() -> None:
    bench = open_page("pages/score_bench.py", base="luong-concat", variants="luong-dot")
    text = opened(pressed(bench, "matrix"))["title"]["text"].replace("<br>", " ")
    said = re.sub(r"<[^>]*>", "", text)
    asks = "attends after the decoder updates its state (h[t])"
    found = re.sub(" +", " ", said)
    assert f"luong-concat: {asks}; greedy decoding, the model chose every word." in found
    assert f"luong-dot: {asks}; forced decoding, the target was given." in found
    assert "Jensen-Shannon" in said


@pytest.mark.parametrize("key", ["curves", "lengths"])
def test_a_press_shows_the_chart_as_a_picture(key: str) -> None:
    test = open_page("pages/models.py")
    before = len(test.get("plotly_chart"))
    assert len(pressed(test, key).get("plotly_chart")) == before + 1
    layout = opened(test)
    options = layout["options"]
    assert "English → French" in layout["title"]["text"]
    image = options["toImageButtonOptions"]
    assert (image["format"], image["filename"]) == ("svg", f"eng-fra-{key}")
    assert (image["width"], image["height"]) == (layout["width"], layout["height"])
    assert options["modeBarButtons"] == [["toImage"]]


def panel() -> None:
    """A page that is nothing but a chart, as a test of Streamlit's runs it."""
    import plotly.graph_objects as go

    from alignoscope.ui.exports.chart_panel import show_chart

    figure = go.Figure(layout={"height": 130, "margin": {"t": 7}})
    show_chart(figure, key="one", title="![](http://a.b)", caption="**c**", subject="d")


def test_no_word_of_a_title_is_read_as_markdown() -> None:
    test = AppTest.from_function(panel, default_timeout=300).run()
    assert test.button(key="one save").proto.help.startswith("\\!\\[\\]\\(http\\:")
    shown = pressed(test, "one")
    assert not any("a.b" in text.value for text in (*shown.markdown, *shown.caption))


def test_without_a_browser_the_prints_are_refused_and_svg_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("alignoscope.ui.exports.drawings.find_browser", lambda: None)
    test = pressed(open_page("pages/score_bench.py", bench=SWITCHES), "dataflow")
    buttons = {button.proto.label: button.proto for button in test.get("download_button")}
    assert [label for label in buttons if buttons[label].disabled] == ["PDF", "PNG"]
    assert any("SVG works without" in caption.value for caption in test.caption)
