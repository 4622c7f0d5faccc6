"""The picture of maps: every view, every writing direction, and nothing but shapes and text."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from opened_traces import HEBREW, TRACES, opened
from pictures import NS, Draw, corners, nodes, rects, svg_of, texts

from alignoscope.analysis.words import plain_words
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.drawings import Drawing
from alignoscope.ui.exports.panel import maps_drawing
from alignoscope.ui.player.map_view import WEIGHT_COLORS, layers_of
from alignoscope.ui.player.view_settings import PICTURES, SCALINGS, Position, View
from alignoscope.ui.svg.sheet import LONGEST, size
from alignoscope.ui.theme import PALETTE

__all__ = ["svg_of"]  # a fixture


def drawing(traces: list[Trace], step: int = 1, **view: object) -> Drawing:
    traces = [trace.called(f"{trace.label}{i}") for i, trace in enumerate(traces)]
    return maps_drawing(
        traces, layers_of(traces), Position(step=step, view=View(**view), cell=None)
    )


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("name", TRACES)
def test_every_view_is_well_formed_and_has_all_words(svg_of: Draw, name: str, picture: str) -> None:
    trace = TRACES[name]
    for scaling, transposed in zip(SCALINGS, (False, True, False), strict=True):
        measure = "scores" if trace.scores is not None and transposed else "weights"
        view = {"scaling": scaling, "transposed": transposed, "picture": picture}
        svg = svg_of(drawing([trace, trace], measure=measure, margins=True, **view))
        shown = texts(svg)
        assert any("No attention" in text for text in shown) == (trace.weights is None)
        for word in plain_words(trace.target):
            assert shown.count(re.sub("[\x00\x1b]", "\ufffd", word)) >= 2, (word, shown)
        tags = {node.tag.removeprefix(NS) for node in ElementTree.fromstring(svg).iter()}
        assert tags <= {
            "svg", "g", "rect", "path", "text", "title", "desc", "linearGradient", "stop",
        }  # fmt: skip
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        for mark in ("var(", "light-dark", "color-mix", "class=", "style="):
            assert mark not in svg


def test_cells_have_the_colours_of_their_weights(svg_of: Draw) -> None:
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]])

    def cells(svg: str) -> list[str]:
        return [one["fill"] for one in rects(svg) if (one["width"], one["height"]) == ("43", "33")]

    wanted = [WEIGHT_COLORS[-1], WEIGHT_COLORS[0], "#23908c", "#23908c"]
    assert cells(svg_of(drawing([trace]))) == wanted
    faint = cells(svg_of(drawing([trace], threshold=0.6)))
    assert faint == [WEIGHT_COLORS[-1], "none", "none", "none"]


def test_the_step_is_framed_in_every_map_unless_the_marker_is_off(svg_of: Draw) -> None:
    trace = TRACES["hebrew"]

    def frames(step: int, *, marker: bool = True, **view: object) -> list[dict[str, str]]:
        svg = svg_of(drawing([trace, trace], step, **view), marker=marker)
        return [one for one in rects(svg) if one.get("stroke") == PALETTE["light"]["text"]]

    assert frames(0, marker=False) == []
    assert len(frames(2)) == 2
    (column, _) = frames(0, transposed=True)
    assert float(column["height"]) > float(column["width"])
    shorter, _ = (
        one
        for one in rects(svg_of(drawing([trace, TRACES["odd"]], step=5)))
        if one.get("stroke") == PALETTE["light"]["text"]
    )
    assert shorter["stroke-dasharray"] == "4, 4"  # this map has ended before
    plain = svg_of(drawing([trace]), marker=False)
    assert not any("Writes" in text for text in texts(plain))
    assert 'stroke-width="0.6"' in svg_of(drawing([trace]))  # the current word is bold
    assert 'stroke-width="0.6"' not in plain


def test_words_that_run_leftwards_have_their_first_column_at_the_right(svg_of: Draw) -> None:
    def places(trace: Trace, words: list[str]) -> list[float]:
        found = {one.text: float(one.get("x")) for one in nodes(svg_of(drawing([trace])), "text")}
        return [found[word] for word in words]

    hebrew = places(TRACES["hebrew"], HEBREW[:3])
    assert hebrew == sorted(hebrew, reverse=True)
    chinese = places(TRACES["chinese"], ["小", "女孩", "读", "书"])
    assert chinese == sorted(chinese)


def test_many_maps_and_a_long_sentence_are_inside_the_picture(svg_of: Draw) -> None:
    words = [f"Word{i}mmm" for i in range(61)]
    long = opened(words, words[:47])
    for one in (
        drawing([TRACES["hebrew"]] * 13),
        drawing([long]),
        drawing([long], picture="ribbons"),
    ):
        svg = svg_of(one, width=901)
        wide, high = size(svg)
        assert wide >= 520
        for right, bottom in corners(ElementTree.fromstring(svg)):
            assert right <= wide + 0.01
            assert bottom <= high + 0.01


def test_a_picture_has_the_width_that_is_chosen_or_that_of_its_only_map(svg_of: Draw) -> None:
    trace = opened(["a", "b"], ["x", "y"])
    widths = [size(svg_of(drawing([trace] * 9), width=width))[0] for width in (520, 1200, 1600)]
    assert widths == sorted(set(widths))
    assert widths[-1] <= 1600
    assert size(svg_of(drawing([trace]), width=1600))[0] == 520


def test_dark_pictures_have_a_dark_ground(svg_of: Draw) -> None:
    svg = svg_of(drawing([TRACES["hebrew"]]), dark=True)
    assert rects(svg)[0]["fill"] == PALETTE["dark"]["paper"]
    assert PALETTE["light"]["paper"] not in svg


def test_a_negligible_sum_is_written_as_0(svg_of: Draw) -> None:
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 4e-18], [1, 5.08e-18]])
    shown = texts(svg_of(drawing([trace], margins=True)))
    assert shown.count("0") == 2  # the second column, and the low end of the legend


def test_long_pictures_are_scaled_to_the_longest_page(svg_of: Draw) -> None:
    words = [f"word{i}" for i in range(100)]
    weights = np.full((100, 3), 0.01).tolist()
    svg = svg_of(drawing([opened(words[:3], words, weights=weights)] * 20))
    assert size(svg)[1] == LONGEST
    assert int(re.search(r'viewBox="0 0 \d+ (\d+)"', svg)[1]) > LONGEST
    assert len(rects(svg)) > 20 * 100 * 3
