"""What a person can choose of a chart that is saved: how wide it is, its words, its ground."""

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.exports.saved_chart import enlarged, html, saved_chart
from alignoscope.ui.svg.ink import DARK, LIGHT
from tests.shared.app_pages import SENTENCE, open_page, opened, pressed


def lines() -> go.Figure:
    figure = go.Figure(go.Scatter(x=[1, 2], y=[3, 5]))
    return figure.update_layout(height=310, margin={"t": 11})


def test_a_picture_is_for_a_column_a_page_or_a_slide() -> None:
    long = "words " * 30
    column, page, wide = (saved_chart(lines(), "T", long, LIGHT, one) for one in (520, 800, 1600))
    assert [one.layout.width for one in (column, page, wide)] == [520, 800, 800]
    assert [enlarged(one) for one in (520, 800, 1600)] == [1, 1, 2]
    assert wide.layout.height == 450  # twice as large it is 1600 x 900
    assert page.layout.height < 450
    lines_of = [one.layout.title.text.count("<br>") for one in (column, page)]
    assert lines_of[0] > lines_of[1]
    assert 'style="zoom: 2"' in html(wide, "T", 2)


@pytest.mark.parametrize(
    ("title", "caption", "head"),
    [("", "", 14), ("T", "", 49), ("", "C", 49), ("T", "C", 70)],
)
def test_a_title_and_a_caption_that_are_not_wanted_leave_no_room(
    title: str, caption: str, head: int
) -> None:
    layout = saved_chart(lines(), title, caption, LIGHT).layout
    assert (layout.height, layout.margin.t) == (310 + head, 11 + head)
    assert ("<b>" in layout.title.text, "<span" in layout.title.text) == (
        bool(title),
        bool(caption),
    )


@pytest.mark.parametrize(
    ("page", "key", "name"),
    [
        ("pages/models.py", "curves", "eng-fra-curves"),
        ("pages/triage.py", "cloud", "triage-cloud"),
        ("pages/score_bench.py", "matrix", "i-am-not-tired-matrix"),
    ],
)
def test_charts_of_pages_offer_each_look(page: str, key: str, name: str) -> None:
    test = pressed(open_page(page, sentence=SENTENCE, variants=["luong-dot", "luong-concat"]), key)
    assert opened(test)["options"]["toImageButtonOptions"]["filename"] == name
    (wide,) = (one for one in test.button_group if one.key == f"saved {name} look width")
    assert wide.options == ["Column", "Page", "Slide"]
    assert {one.label for one in test.toggle} >= {"Caption", "Dark"}
    assert not any(one.label == "Mark the step" for one in test.toggle)
    (title,) = (one.value for one in test.text_input if one.label == "Title")
    assert title
    assert opened(test)["title"]["text"].startswith(f"<b>{title}</b>")


def panel() -> None:
    """A page that is nothing but a chart to be saved, as a test of Streamlit's runs it."""
    import plotly.graph_objects as go

    from alignoscope.ui.exports.chart_panel import show_saved

    figure = go.Figure(layout={"height": 300, "margin": {"t": 10}})
    show_saved(figure, "One", "What it shows.", "file")


def test_a_file_has_the_size_and_the_words_that_one_chooses() -> None:
    test = AppTest.from_function(panel, default_timeout=300).run()
    assert "What it shows." in opened(test)["title"]["text"]
    test.toggle(key="saved file look dark").set_value(True).run()
    assert opened(test)["paper_bgcolor"] == DARK.paper
    test.toggle(key="saved file look dark").set_value(False).run()
    test.toggle(key="saved file look caption").set_value(False).run()
    test.text_input(key="saved file look title").set_value("Mine & yours").run()
    sizes = {"Column": (520, 349, 1), "Page": (800, 349, 1), "Slide": (800, 450, 2)}
    for width, (across, high, times) in sizes.items():
        test.button_group(key="saved file look width").set_value(width).run()
        layout = opened(test)
        assert (layout["width"], layout["height"]) == (across, high)
        assert any(f"min-width: {across}px" in one.proto.body for one in test.get("html"))
        image = layout["options"]["toImageButtonOptions"]
        assert (image["width"], image["height"], image["scale"]) == (across, high, times)
        assert any(f"{times * across} × {times * high}" in one.value for one in test.markdown)
        assert layout["title"]["text"] == "<b>Mine &amp; yours</b>"
        assert layout["paper_bgcolor"] == LIGHT.paper
