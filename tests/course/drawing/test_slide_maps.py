"""Maps on slides, which are drawn without a browser."""

from xml.etree import ElementTree

from opened_traces import HEBREW, TRACES, opened
from pictures import corners, rects, texts

from alignoscope.course.player.slide_maps import draw_maps
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import WEIGHT_COLORS, layers_of
from alignoscope.ui.svg.sheet import DrawnPart

ROOM = 560


def drawn(*traces: Trace) -> tuple[DrawnPart, str]:
    traces = tuple(trace.called(f"model {i}") for i, trace in enumerate(traces))
    part = draw_maps(*layers_of(traces)["weights", "words"], ROOM)
    return part, f'<svg xmlns="http://www.w3.org/2000/svg">{part.body}</svg>'


def test_cells_have_the_colours_of_their_weights_and_axes_their_words() -> None:
    part, svg = drawn(opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]]))
    _, *cells = (one["fill"] for one in rects(svg))  # the first is the legend's
    assert cells == [WEIGHT_COLORS[-1], WEIGHT_COLORS[0], "#22908c", "#22908c"]
    assert [texts(svg).count(word) for word in ("a", "b", "x", "y", "model 0")] == [1] * 5
    assert texts(svg)[:3] == ["Weights, after softmax", "0", "1"]
    assert part.width <= ROOM


def test_maps_with_and_without_attention_are_side_by_side() -> None:
    one, (_, svg) = drawn(TRACES["hebrew"])[0], drawn(TRACES["hebrew"], TRACES["no attention"])
    both = drawn(TRACES["hebrew"], TRACES["no attention"])[0]
    assert abs(both.height - one.height) < 40
    assert any(text.startswith("No attention") for text in texts(svg))
    assert texts(svg).count(HEBREW[0]) == 1
    (alone, _) = drawn(TRACES["no attention"])
    assert alone.height < one.height


def test_long_sentences_have_smaller_cells_and_one_map_per_line() -> None:
    words = [f"Word{i}mmm" for i in range(25)]
    part, svg = drawn(opened(words, words), opened(words, words))
    assert part.width <= ROOM
    cells = [one for one in rects(svg) if one["width"] == one["height"]]
    assert len(cells) == 2 * 25 * 25
    assert float(cells[0]["width"]) < 20
    assert part.height > 2 * 25 * 15
    for right, bottom in corners(ElementTree.fromstring(svg)):
        assert right <= ROOM
        assert bottom <= part.height
