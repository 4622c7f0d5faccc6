"""Maps on slides, which are drawn without a browser."""

from xml.etree import ElementTree

from alignoscope.course.player.kit.slide_maps import draw_map
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import WEIGHT_COLORS, layers_of
from alignoscope.ui.svg.sheet import DrawnPart
from tests.shared.opened_traces import HEBREW, TRACES, opened
from tests.shared.pictures import corners, rects, texts

WIDE, HIGH = 1700, 800


def drawn(trace: Trace, language: str = "en") -> tuple[DrawnPart, str]:
    (view,), scale = layers_of([trace.with_label("model 0")])["weights", "words"]
    part = draw_map(view, scale, WIDE, HIGH, language)
    return part, f'<svg xmlns="http://www.w3.org/2000/svg">{part.body}</svg>'


def test_cells_have_the_colours_and_numbers_of_their_weights_and_axes_their_words() -> None:
    _, svg = drawn(opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]]))
    _, *cells = (one["fill"] for one in rects(svg))  # the first is the legend's
    assert cells == [WEIGHT_COLORS[-1], WEIGHT_COLORS[0], "#22908c", "#22908c"]
    assert [texts(svg).count(word) for word in ("a", "b", "x", "y", "model 0")] == [1] * 5
    assert [texts(svg).count(number) for number in ("1.00", "0.50", "0.00")] == [1, 2, 0]
    assert "Weights, after softmax" in texts(svg)


def test_what_is_not_of_the_sentences_is_in_the_language_of_the_slide() -> None:
    _, svg = drawn(opened(["end", "end"], ["x", "end"], weights=[[1, 0], [0.5, 0.5]]), "de")
    assert [texts(svg).count(text) for text in ("0,50", "Ende", "end")] == [2, 2, 1]
    assert "Gewichte, nach der Softmax" in texts(svg)


def test_a_map_fills_the_slide() -> None:
    part, _ = drawn(opened(["a", "b"], ["x", "y"], weights=[[1, 0], [0.5, 0.5]]))
    assert abs(part.height - HIGH) < 1
    assert part.width > WIDE / 2
    rows = [f"Word{i}mmm" for i in range(25)]
    for trace in (opened(rows, rows), opened(rows, ["x"]), opened(["a"], rows)):
        part, svg = drawn(trace)
        assert max(part.height / HIGH, part.width / WIDE) > 0.8
        for right, bottom in corners(ElementTree.fromstring(svg)):
            assert right <= WIDE
            assert bottom <= HIGH + 1


def test_a_model_without_attention_has_its_name_and_words() -> None:
    _, svg = drawn(TRACES["no attention"])
    assert "model 0" in texts(svg)
    assert not rects(svg)
    assert texts(drawn(TRACES["hebrew"])[1]).count(HEBREW[0]) == 1
