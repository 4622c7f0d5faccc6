"""The picture of a step: the trace's own numbers, for every kind of trace."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.sentence import END
from alignoscope.records.trace import Edited
from alignoscope.ui.anatomy.export import anatomy_caption
from alignoscope.ui.anatomy.step_view import steps_view
from alignoscope.ui.svg.sheet import size
from alignoscope.ui.theme import PALETTE
from tests.shared.drawn_steps import ODD, drawing, make_trace
from tests.shared.pictures import Draw, corners, nodes, rects, svg_of, texts

__all__ = ["svg_of"]  # a fixture
POSITIVE, NEGATIVE = (PALETTE["signs"][name] for name in ("positive", "negative"))
LIGHT, DARK = PALETTE["light"], PALETTE["dark"]


def test_a_picture_has_the_numbers_of_its_step(svg_of: Draw) -> None:
    trace = make_trace()
    for step in range(2):
        shown = texts(svg_of(drawing(trace, step)))
        finite = [f"{score:.2f}".replace("-", "−") for score in (2.5, -1.25, 0.5)]
        for number in (finite, ["1.25", "−0.63", "0.25"])[step]:
            assert number in shown
        assert shown.count("outside") == 2
        for weight in trace.steps[step].weights:
            assert f"{weight:.2f}" in shown
        for share in ("50.0%", "25.0%", "12.5%", "3.1%", "1.6%", "0.8%", "0.4%", "0.2%"):
            assert share in shown
        assert shown.count("0.1%") == step  # the tenth, 0.5 to the power of ten, is 0.098%
        largest = ("2: −2.00, 1: +0.50, 3: +0.25", "2: −2.00, 3: +1.25, 1: +0.50")[step]
        assert f"3 dimensions; largest {largest}" in shown
        assert f"Word {step + 1} of 2" in shown
        assert any(f"h[{step + 1}], the decoder's state after its update" in text for text in shown)
        assert {"2 query", f"h[{step + 1}]"} <= set(shown)  # the clock


def test_every_word_is_there_in_full_and_escaped(svg_of: Draw) -> None:
    svg = svg_of(drawing(make_trace()))
    joined = "".join(texts(svg))
    for word in (*ODD[:-1], "end", "שלום", *(f"<{k}>" for k in range(9))):
        assert word in joined
    assert "<script" not in svg
    assert any("Alignoscope" in text for text in texts(svg))


def test_bars_are_as_long_as_their_numbers(svg_of: Draw) -> None:
    trace = make_trace(("a", "b", "c", END))

    def widths(color: str, step: int) -> list[float]:
        drawn = rects(svg_of(drawing(trace, step)))
        return [float(one["width"]) for one in drawn if one.get("fill") == color]

    high = max(widths(POSITIVE, 0))
    assert high / max(widths(NEGATIVE, 0)) == pytest.approx(2, abs=0.01)  # 2.5 and -1.25
    assert max(widths(POSITIVE, 1)) == pytest.approx(high / 2, abs=0.02)
    weights = widths(LIGHT["accent"], 0)
    assert weights[0] / (2 * high) == pytest.approx(trace.steps[0].weights[0], abs=0.01)


def test_a_strip_has_one_box_per_dimension_and_its_colour(svg_of: Draw) -> None:
    svg = ElementTree.fromstring(svg_of(drawing(make_trace())))
    query, context = (
        [box.get("fill") for box in group]
        for group in svg.iter()
        if group.get("shape-rendering") == "crispEdges"
    )
    assert (len(query), len(context)) == (3, 5)
    assert query[1] == context[3] == PALETTE["signs"]["lowest"]  # the most negative of all steps
    assert context[2] == "#f6f6f7"  # zero


def test_the_written_token_is_marked_and_added_if_it_is_none_of_the_best(svg_of: Draw) -> None:
    svg = svg_of(drawing(make_trace()))
    (marked,) = (one for one in nodes(svg, "text") if (one.text or "").startswith("▸"))
    assert (marked.text, marked.get("font-weight")) == ("▸ שלום", "700")
    assert "is chosen, with probability 6.2%" in texts(svg)


def test_a_step_after_the_end_shows_the_last(svg_of: Draw) -> None:
    assert "Word 2 of 2 (the last; this model has finished)" in texts(
        svg_of(drawing(make_trace(), 40))
    )


def test_given_weights_are_named_at_their_step_only(svg_of: Draw) -> None:
    said = "These weights were edited, not computed."
    assert said not in texts(svg_of(drawing(make_trace(), 0)))
    assert said in texts(svg_of(drawing(make_trace(edited=(Edited(step=0),)), 0)))


@pytest.mark.parametrize("count", [1, 101])
def test_nothing_is_clipped_however_long_the_source(svg_of: Draw, count: int) -> None:
    words = (*(f"Mamma{i}" for i in range(count - 1)), END)
    svg = svg_of(drawing(make_trace(words)))
    wide, high = size(svg)
    assert wide == 1200
    for right, bottom in corners(ElementTree.fromstring(svg)):
        assert right <= wide + 0.01
        assert bottom <= high + 0.01
    assert set(words[:-1]) <= set(texts(svg))


@pytest.mark.parametrize(
    "variant", ["fixed-context", "luong-local-p", "luong-local-m", "tacotron-additive"]
)
def test_every_kind_of_model_has_a_picture(svg_of: Draw, tiny, variant: str) -> None:
    trace = force(tiny(variant), ["The red car is fast."], ["La voiture rouge."])[0]
    for unit in ("words", "pieces"):
        shown = texts(svg_of(drawing(trace, 3, unit)))
        assert any("No attention" in text for text in shown) == (variant == "fixed-context")
        assert any("Window: source tokens" in text for text in shown) == ("local" in variant)
        outside = 0
        if trace.weights is not None:
            outside = int(np.isneginf(steps_view(trace, unit).steps[3].scores).sum())
        assert shown.count("outside") == outside
        assert any("is given, with probability" in text for text in shown)


def test_a_trace_from_a_file_is_drawn_with_what_it_has(svg_of: Draw) -> None:
    file = {
        "format": "alignoscope-trace-1",
        "traces": [{"variant": "mine", "source": ["a", "b"], "target": ["x"], "weights": [[1, 0]]}],
    }
    (trace,) = from_json(json.dumps(file))
    shown = texts(svg_of(drawing(trace)))
    assert shown.count("Not in this trace.") == 2
    assert shown.count("1.00") == 1
    assert "–" in shown
    assert not any("asks" in text and text[0].isdigit() for text in shown)


def test_dark_pictures_have_a_dark_ground_and_say_what_they_show(svg_of: Draw) -> None:
    svg = svg_of(drawing(make_trace()), dark=True)
    assert rects(svg)[0]["fill"] == DARK["paper"]
    assert LIGHT["paper"] not in svg
    (said,) = nodes(svg, "desc")
    assert said.text.startswith("Step 1, luong-dot: שלום is chosen.")


def test_the_caption_says_what_is_needed_to_read_the_picture() -> None:
    trace = replace(make_trace(), finished=False)
    words = anatomy_caption(trace, steps_view(trace, "words"), 0, "words", "9.8.7")
    for part in (
        "“<script> קוראת", "“שלום …”", "luong-dot", "h[t]", "greedy", "Step 1 of 2",
        "scores from −2.5 to 2.5", "over words", "query from −2 to 2",
        "context vector from −4 to 4", "Alignoscope 9.8.7",
    ):  # fmt: skip
        assert part in words, part
