"""The picture of maps: every view, every writing direction, and nothing but shapes and text."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from alignoscope.analysis.words import plain_words
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.drawings import Drawing
from alignoscope.ui.exports.panel import maps_drawing, strip_drawing
from alignoscope.ui.exports.picture_options import COLOURS, SIZES
from alignoscope.ui.player.map_view import WEIGHT_COLORS, layers_of
from alignoscope.ui.player.position import PICTURES, SCALINGS, Position, View
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.sheet import LONGEST, size
from alignoscope.ui.theme import PALETTE
from tests.shared.opened_traces import HEBREW, TRACES, opened
from tests.shared.pictures import NS, Draw, corners, nodes, rects, svg_of, texts
from tests.shared.samples import mostly_slow

__all__ = ["svg_of"]  # a fixture


def drawing(traces: list[Trace], step: int = 1, **view: object) -> Drawing:
    traces = [trace.with_label(f"{trace.label}{i}") for i, trace in enumerate(traces)]
    return maps_drawing(
        traces, layers_of(traces), Position(step=step, view=View(**view), cell=None)
    )


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("name", mostly_slow(TRACES, always=("odd", "no attention", "scores")))
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


def test_a_strip_has_the_chosen_maps_in_one_row_under_one_legend(svg_of: Draw) -> None:
    traces = [opened(["a", "b"], ["x", "y"]).with_label(f"map{i}") for i in range(4)]
    layers = layers_of(traces)

    def named(*pins: str) -> dict[str, tuple[float, float]]:
        position = Position(step=0, view=View(picture="flow"), cell=None, pins=pins)
        strip = strip_drawing(traces, layers, position)
        assert strip
        svg = svg_of(strip)
        assert sum(text.startswith("Weights") for text in texts(svg)) == 1
        return {
            node.text or "": (float(node.attrib["x"]), float(node.attrib["y"]))
            for node in ElementTree.fromstring(svg).iter(f"{NS}text")
            if (node.text or "").startswith("map")
        }

    places = named()
    assert [*places] == ["map0", "map1", "map2", "map3"]
    assert len({y for _, y in places.values()}) == 1
    assert [*places.values()] == sorted(places.values())
    assert [*named("map1", "map3")] == ["map1", "map3"]
    position = Position(step=0, view=View(), cell=None)
    assert strip_drawing(traces[:1], layers_of(traces[:1]), position) is None


@pytest.mark.slow
def test_a_map_higher_than_the_screen_is_drawn_whole(svg_of: Draw) -> None:
    words = [f"w{i}" for i in range(80)]
    svg = svg_of(drawing([opened(words, words)]))
    assert all(texts(svg).count(word) == 2 for word in words)
    assert size(svg)[1] > len(words) * MEASURES["row"]["least"]


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


@pytest.mark.parametrize(("name", "maps"), [("Column", 1), ("Column", 3), ("Text width", 2)])
def test_a_figure_has_its_width_in_print_and_legible_labels(
    svg_of: Draw, name: str, maps: int
) -> None:
    words = ["The", "little", "boy", "has", "a", "black", "dog", "and", "a", "white", "cat", "."]
    trace = opened(words, words, weights=np.eye(len(words)).tolist())
    svg = svg_of(drawing([trace] * maps), size=SIZES[name], clean=True, caption=False)
    top = ElementTree.fromstring(svg)
    assert top.get("width") == f"{SIZES[name].mm}mm"
    _, _, wide, high = map(float, top.get("viewBox").split())
    assert float(top.get("height").removesuffix("mm")) == pytest.approx(
        SIZES[name].mm * high / wide, abs=0.01
    )
    assert 7 <= 12 * SIZES[name].mm / wide * 72 / 25.4 <= 8
    shown = texts(svg)
    assert shown.count("black") == 2 * maps
    assert not any("Writes" in text or " ".join(words) in text for text in shown)
    assert size(svg)[0] == pytest.approx(SIZES[name].mm * 96 / 25.4)


def test_labels_too_small_for_print_are_said_with_the_width_that_has_larger_ones(
    svg_of: Draw,
) -> None:
    words = [f"word{i}" for i in range(40)]
    long = drawing([opened(words, words)])

    def said(name: str) -> str:
        svg_of(long, size=SIZES[name], clean=True, caption=False)
        return svg_of.page.locator(".picture .size").inner_text()

    column = said("Column")
    assert re.match(
        r"77 mm wide and \d+ mm high, with labels of [34]\.\d pt\. Labels below 7", column
    )
    assert column.endswith("are hard to read: choose Text width or a shorter sentence.")
    assert re.fullmatch(
        r"160 mm wide and \d+ mm high, with labels of 7\.\d pt\.", said("Text width")
    )


@pytest.mark.parametrize("maps", [1, 9])
def test_a_slide_is_16_to_9_with_all_in_it(svg_of: Draw, maps: int) -> None:
    svg = svg_of(drawing([TRACES["hebrew"]] * maps), size=SIZES["Slide"], dark=True)
    top = ElementTree.fromstring(svg)
    x, y, wide, high = map(float, top.get("viewBox").split())
    assert (top.get("width"), wide / high) == ("254mm", pytest.approx(16 / 9))
    ground, *_ = rects(svg)
    assert [float(ground[one]) for one in ("x", "y", "width", "height")] == [x, y, wide, high]
    assert ground["fill"] == PALETTE["dark"]["paper"]
    for right, bottom in corners(top):
        assert right <= x + wide + 0.01
        assert bottom <= y + high + 0.01


@pytest.mark.parametrize("name", [name for name, colors in COLOURS.items() if colors])
def test_colours_of_print_begin_with_white_and_only_darken(svg_of: Draw, name: str) -> None:
    def light(color: str) -> float:
        red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    colors = COLOURS[name]
    assert colors[0] == "#ffffff"
    lights = [light(color) for color in colors]
    assert lights == sorted(lights, reverse=True)
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0, 1]])
    fills = [one.get("fill", "#000000") for one in rects(svg_of(drawing([trace]), colors=colors))]
    assert fills.count(colors[-1]) >= 2
    assert WEIGHT_COLORS[0] not in fills
    both = drawing([opened(["a"], ["x"], weights=[[1]], scores=[[2]])], measure="scores")
    assert svg_of(both, colors=colors) == svg_of(both)
