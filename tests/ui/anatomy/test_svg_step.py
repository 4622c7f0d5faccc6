"""The drawing of a step taken apart: the trace's own numbers, for every kind of trace."""

import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from drawn_steps import NS, ODD, draw, make_trace, texts

from alignoscope.decoding.forced import force
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.sentence import END
from alignoscope.records.trace import Edited
from alignoscope.ui.anatomy.export import anatomy_caption
from alignoscope.ui.anatomy.step_view import StepsView, steps_view
from alignoscope.ui.anatomy.svg_bars import NEGATIVE, POSITIVE, STRIP
from alignoscope.ui.anatomy.svg_step import svg_anatomy
from alignoscope.ui.svg.ink import DARK, LIGHT
from alignoscope.ui.svg.lettering import width
from alignoscope.ui.svg.sheet import size


def rects(drawing: str) -> list[dict[str, str]]:
    return [node.attrib for node in ElementTree.fromstring(drawing).iter(f"{NS}rect")]


def test_a_drawing_has_the_numbers_of_its_step() -> None:
    trace = make_trace()
    for step in range(2):
        shown = texts(draw(trace, step))
        finite = [f"{score:.2f}".replace("-", "−") for score in (2.5, -1.25, 0.5)]
        halves = ["1.25", "−0.62", "0.25"]
        for number in (finite, halves)[step]:
            assert number in shown
        assert shown.count("outside") == 2
        for weight in trace.steps[step].weights:
            assert f"{weight:.2f}" in shown
        for share in ("50.0%", "25.0%", "12.5%", "3.1%", "1.6%", "0.8%", "0.4%", "0.2%"):
            assert share in shown
        assert shown.count("< 0.1%") == step  # the tenth, 0.5 to the power of ten
        largest = ("2: −2.00, 1: +0.50, 3: +0.25", "2: −2.00, 3: +1.25, 1: +0.50")[step]
        assert any(text.startswith(f"3 dimensions; largest {largest}") for text in shown)
        assert f"Step {step + 1} of 2" in shown
        assert any(f"h[{step + 1}], the state after the decoder" in text for text in shown)


def test_every_word_and_token_is_there_in_full_and_escaped() -> None:
    drawing = draw(make_trace())
    titles = {node.text for node in ElementTree.fromstring(drawing).iter(f"{NS}title")}
    assert {*ODD} - {END} | {"end", "שלום", *(f"<{k}>" for k in range(9))} <= titles
    assert "<script" not in drawing
    shown = texts(drawing)
    assert any(text.endswith("…") and text.startswith("mmm") for text in shown)
    assert any("9.8.7" in text for text in shown)


def test_bars_are_as_long_as_their_numbers() -> None:
    trace = make_trace(("a", "b", "c", END))
    drawn = rects(draw(trace, 0))
    positive = [float(rect["width"]) for rect in drawn if rect.get("fill") == POSITIVE]
    negative = [float(rect["width"]) for rect in drawn if rect.get("fill") == NEGATIVE]
    high, low = max(positive), max(negative)
    assert high / low == pytest.approx(2, abs=0.01)  # 2.5 and -1.25
    tracks = [rect for rect in drawn if rect.get("height") == "12" and rect["fill"] == LIGHT.soft]
    track = float(tracks[0]["width"])
    assert high == pytest.approx(track / 2, abs=0.01)  # the largest score of all steps
    halved = [float(r["width"]) for r in rects(draw(trace, 1)) if r.get("fill") == POSITIVE]
    assert max(halved) == pytest.approx(high / 2, abs=0.02)
    accents = [float(rect["width"]) for rect in drawn if rect.get("fill") == LIGHT.accent]
    assert accents[0] / track == pytest.approx(trace.steps[0].weights[0], abs=0.01)


def test_a_strip_has_a_box_a_dimension_and_its_colour() -> None:
    colors = [rect["fill"] for rect in rects(draw(make_trace())) if rect.get("y") == "4"]
    assert len(colors) == 3 + 5
    assert colors[1] == colors[3 + 3] == STRIP[0]  # the most negative of all steps
    assert colors[3 + 2] == STRIP[2]


def test_the_written_token_is_marked_and_added_where_it_is_none_of_the_best() -> None:
    drawing = ElementTree.fromstring(draw(make_trace()))
    marked = [node for node in drawing.iter(f"{NS}text") if (node.text or "").startswith("▸")]
    assert [node.text for node in marked] == ["▸ שלום"]
    assert marked[0].get("font-weight") == "bold"
    (said,) = (node for node in drawing.iter(f"{NS}text") if "is chosen," in (node.text or ""))
    assert said.text == "שלום is chosen, with probability 6.2%"
    assert said.get("x") == "0"  # an English sentence, which begins at the left
    assert said.get("direction") is None


def test_a_step_after_the_end_shows_the_last() -> None:
    shown = texts(draw(make_trace(), 40))
    assert "Step 2 of 2" in shown
    assert "The last: this variant has finished." in shown


def test_given_weights_are_said_at_their_step_alone() -> None:
    said = "These weights were given, not computed."
    assert said not in texts(draw(make_trace(), 0))
    assert said in texts(draw(make_trace(edited=(Edited(step=0),)), 0))


def ends(drawing: str) -> list[tuple[float, float, str]]:
    """Return the lower right corner of each box and line of level text, in the whole drawing."""
    found = []

    def walk(node: ElementTree.Element, x: float, y: float, scale: float) -> None:
        moved = re.fullmatch(r"translate\(([\d.-]+) ([\d.-]+)\)", node.get("transform", ""))
        if moved:
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        grown = re.fullmatch(r"scale\(([\d.]+)\)", node.get("transform", ""))
        scale *= float(grown[1]) if grown else 1
        if node.tag in (f"{NS}rect", f"{NS}text") and node.get("width") != "100%":
            right = float(node.get("x", 0)) + float(node.get("width", 0))
            bottom = float(node.get("y", 0)) + float(node.get("height", 0))
            level = node.get("text-anchor") is None and node.get("direction") is None
            if node.tag == f"{NS}text" and level:
                right += width(node.text or "", float(node.get("font-size", 13)))
            found.append((x + scale * right, y + scale * bottom, node.text or node.tag))
        for child in node:
            walk(child, x, y, scale)

    walk(ElementTree.fromstring(drawing), 0, 0, 1)
    return found


@pytest.mark.parametrize("count", [1, 20, 21, 101])
def test_nothing_is_clipped_however_long_the_source(count: int) -> None:
    words = (*(f"Mamma{i}" for i in range(count - 1)), END)
    drawing = draw(make_trace(words))
    wide, high = size(drawing)
    assert wide == 1200
    for right, bottom, what in ends(drawing):
        assert right <= wide, what
        assert bottom <= high, what
    shown = texts(drawing)
    assert all(word in shown for word in (*words[:-1], "end"))
    assert high < 1300  # also with a hundred words, which stand in four tables


@pytest.mark.parametrize(
    "variant", ["fixed-context", "luong-local-p", "luong-local-m", "tacotron-additive"]
)
def test_every_kind_of_model_has_a_picture(tiny, variant: str) -> None:
    trace = force(tiny(variant), ["The red car is fast."], ["La voiture rouge."])[0]
    for unit in ("words", "pieces"):
        shown = texts(draw(trace, 3, unit))
        assert any("No attention" in text for text in shown) == (variant == "fixed-context")
        assert any("Window: source tokens" in text for text in shown) == ("local" in variant)
        outside = 0
        if trace.weights is not None:
            view = steps_view(trace, unit)
            outside = int(np.isneginf(view.steps[3].scores).sum())
            for weight in view.steps[3].weights:
                assert f"{weight:.2f}" in shown
        assert shown.count("outside") == outside
        assert any("is given, with probability" in text for text in shown)


def test_a_trace_from_a_file_is_drawn_with_what_it_has() -> None:
    file = {
        "format": "alignoscope-trace-1",
        "traces": [{"variant": "mine", "source": ["a", "b"], "target": ["x"], "weights": [[1, 0]]}],
    }
    (trace,) = from_json(json.dumps(file))
    shown = texts(draw(trace))
    assert shown.count("Not in this trace.") == 2
    assert shown.count("1.00") == 1
    assert "–" in shown
    assert not any("asks" in text and text[0].isdigit() for text in shown)


def test_dark_anatomies_have_a_dark_ground_and_say_what_they_show() -> None:
    view: StepsView = steps_view(make_trace(), "words")
    drawing = svg_anatomy(view, 0, "Words.", dark=True)
    assert DARK.paper in drawing
    assert LIGHT.paper not in drawing
    (said,) = ElementTree.fromstring(drawing).iter(f"{NS}desc")
    assert said.text.startswith("Step 1 of 2, luong-dot: שלום is chosen")


def test_the_caption_says_what_is_needed_to_read_the_picture() -> None:
    trace = replace(make_trace(), finished=False)
    words = anatomy_caption(trace, steps_view(trace, "words"), 0, "words", "9.8.7")
    for part in (
        "“<script> קוראת", "“שלום …”", "luong-dot", "h[t]", "greedy", "Step 1 of 2",
        "scores from −2.5 to 2.5", "over words", "query from −2 to 2", "context from −4 to 4",
        "Alignoscope 9.8.7",
    ):  # fmt: skip
        assert part in words, part
