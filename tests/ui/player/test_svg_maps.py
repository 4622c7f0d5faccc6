"""Maps as drawings: every view, every direction of writing, and nothing but shapes and text."""

import re
from dataclasses import replace
from time import process_time
from xml.etree import ElementTree

import pytest
from opened_traces import HEBREW, HINDI, TRACES, draw, opened

from alignoscope.analysis.words import plain_words
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import WEIGHT_COLORS
from alignoscope.ui.player.view_settings import PICTURES, SCALINGS, View
from alignoscope.ui.svg.ink import DARK, LIGHT, paint
from alignoscope.ui.svg.lettering import shortened, width, wrapped
from alignoscope.ui.svg.sheet import size

NS = "{http://www.w3.org/2000/svg}"


def texts(drawing: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(drawing).iter(f"{NS}text")]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("scaling", SCALINGS)
@pytest.mark.parametrize("name", TRACES)
def test_every_view_is_well_formed_and_has_all_words(name: str, scaling: str, picture: str) -> None:
    trace = TRACES[name]
    for measure in ("weights", "scores"):
        for transposed in (False, True):
            view = View(measure=measure, scaling=scaling, picture=picture, transposed=transposed)
            drawing = draw([trace, trace], replace(view, margins=True))
            words = texts(drawing)
            cells = trace.weights if measure == "weights" else trace.scores
            if cells is None:
                assert any("No attention" in text for text in words)
                continue
            for word in {*plain_words(trace.source), *plain_words(trace.target)}:
                shown = re.sub("[\x00\x1b]", "\ufffd", word)
                assert words.count(shown) >= 2, (word, words)
            assert "A caption & more." in words


def test_nothing_but_shapes_and_text_is_in_a_drawing() -> None:
    drawing = draw([TRACES["odd"], TRACES["hebrew"]])
    tags = {node.tag.removeprefix(NS) for node in ElementTree.fromstring(drawing).iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "title", "linearGradient", "stop"}
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")


def rects(drawing: str) -> list[dict[str, str]]:
    return [node.attrib for node in ElementTree.fromstring(drawing).iter(f"{NS}rect")]


def test_cells_have_the_colours_of_their_weights() -> None:
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]])
    fills = [rect["fill"] for rect in rects(draw([trace])) if rect.get("fill", "").startswith("#")]
    assert fills[1:5] == [
        WEIGHT_COLORS[-1],
        WEIGHT_COLORS[0],
        "#22908c",
        "#22908c",
    ]
    faint = draw([trace], View(threshold=0.6))
    assert len(rects(faint)) == len(rects(draw([trace]))) - 3


def test_a_colour_between_two_is_mixed() -> None:
    assert paint(0.25, ("#000000", "#0080ff", "#ffffff")) == "#004080"
    assert [paint(share, ("#000000", "#ffffff")) for share in (0, 1)] == ["#000000", "#ffffff"]


def test_the_step_is_framed_in_every_map() -> None:
    trace = TRACES["hebrew"]

    def frames(step: int | None, **view: object) -> list[dict[str, str]]:
        drawn = rects(draw([trace, trace], View(**view), step))
        return [rect for rect in drawn if rect.get("stroke") == LIGHT.text]

    assert frames(None) == []
    first, third = frames(0), frames(2)
    assert len(first) == len(third) == 2
    high = float(first[0]["height"]) + 1
    moved = float(third[0]["y"]) - float(first[0]["y"])
    assert moved == pytest.approx(2 * high, abs=0.02)  # a drawing has two decimals
    column = frames(0, transposed=True)[0]
    assert float(column["height"]) > float(column["width"])
    assert frames(7)[0]["stroke-dasharray"] == "4 4"  # this map has ended before


def test_words_that_run_leftwards_have_their_first_column_at_the_right() -> None:
    def places(trace: Trace, words: list[str]) -> list[float]:
        found = {node.text: float(node.get("x")) for node in nodes(draw([trace]))}
        return [found[word] for word in words]

    def nodes(drawing: str) -> list[ElementTree.Element]:
        return list(ElementTree.fromstring(drawing).iter(f"{NS}text"))

    hebrew = places(TRACES["hebrew"], [*HEBREW[:3], HINDI[0]])
    assert hebrew[0] > hebrew[1] > hebrew[2]
    assert hebrew[3] > hebrew[0]  # and the target's words beside it
    other = places(TRACES["chinese"], ["小", "女孩", "读", "书", HEBREW[0]])
    assert other[4] < other[0] < other[1] < other[2] < other[3]
    node = next(n for n in nodes(draw([TRACES["chinese"]])) if n.text == HEBREW[0])
    assert node.get("direction") == "rtl"
    assert node.get("text-anchor") is None  # its start is at its right


def test_many_maps_and_a_long_sentence_lie_inside_of_the_drawing() -> None:
    words = [f"Word{i}mmm" for i in range(61)]
    for drawing in (
        draw([TRACES["hebrew"]] * 13, width=901),
        draw([opened(words, words[:47])], width=901),
        draw([opened(words, words[:47])], View(picture="ribbons"), width=901),
    ):
        wide, high = size(drawing)
        assert wide >= 520
        for right, bottom in corners(ElementTree.fromstring(drawing)):
            assert right <= wide
            assert bottom <= high


def corners(node: ElementTree.Element, x: float = 0, y: float = 0) -> list[tuple[float, float]]:
    """Return the lower right corners of all boxes and lines of level text."""
    found = []
    moved = re.fullmatch(r"translate\(([\d.-]+) ([\d.-]+)\)", node.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if node.tag == f"{NS}rect" and "%" not in node.get("width"):
        wide, high = float(node.get("width")), float(node.get("height"))
        found.append((x + float(node.get("x", 0)) + wide, y + float(node.get("y", 0)) + high))
    if node.tag == f"{NS}text" and node.get("text-anchor") is None:
        font = float(node.get("font-size", 12))
        level = not node.get("transform") and node.get("direction") is None
        wide = width(node.text, font) if level else 0
        found.append((x + float(node.get("x")) + wide, y + float(node.get("y"))))
    for child in node:
        found += corners(child, x, y)
    return found


def test_dark_drawings_have_a_dark_ground() -> None:
    assert DARK.paper in draw([TRACES["hebrew"]], dark=True)
    assert LIGHT.paper not in draw([TRACES["hebrew"]], dark=True)


def test_a_sum_that_is_next_to_nothing_is_written_as_0() -> None:
    trace = opened(["a", "b"], ["x", "y"], weights=[[1, 4e-18], [1, 5.08e-18]])
    words = texts(draw([trace], View(margins=True)))
    assert words.count("0") == 2  # the second column, and the low end of the legend
    assert not any("e" in word for word in words if word[0].isdigit())


def seconds(source: list[str], target: list[str], view: View) -> float:
    """Return the processor's time that a drawing of a map of zeros takes."""
    trace = opened(source, target)
    start = process_time()
    draw([trace], view)
    return process_time() - start


@pytest.mark.parametrize("picture", PICTURES)
def test_time_grows_with_the_words_and_not_with_their_square(picture: str) -> None:
    view = View(picture=picture, margins=True)
    few, many = (seconds(["ab"] * count, ["x"], view) for count in (100, 1_000))
    assert many < 30 * max(few, 0.01)


@pytest.mark.parametrize("picture", PICTURES)
def test_words_without_end_are_drawn_soon(picture: str) -> None:
    view = View(picture=picture)
    assert seconds(["é" * 5_000] * 7, ["x" * 5_000] * 5, view) < 3


def test_of_a_word_without_end_only_the_start_is_looked_at() -> None:
    assert shortened("é" * 5_000, 100, 12) == shortened("é" * 999, 100, 12)
    assert shortened("\u0301" * 5_000, 100, 12).endswith("…")
    lines = wrapped("ab " * 3 + "c" * 40, 100, 12)
    assert "".join(lines).replace(" ", "") == "ababab" + "c" * 40
    assert all(width(line, 12) <= 100 for line in lines)
