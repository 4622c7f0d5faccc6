"""The picture of what flows where in a step."""

from xml.etree import ElementTree

import pytest

from alignoscope.models.layers.attention import known_scores
from alignoscope.records.variant import TIMINGS
from alignoscope.ui.score_bench.svg_dataflow import dataflow, dataflow_text, switch_lines
from alignoscope.ui.svg.lettering import width


@pytest.mark.parametrize("score", [*known_scores(), "<new>"])
@pytest.mark.parametrize("timing", TIMINGS)
def test_every_variant_has_a_picture_that_parses(timing: str, score: str) -> None:
    picture = ElementTree.fromstring(dataflow(timing, score, timing == "luong"))
    texts = [element.text for element in picture.iter() if element.text]
    asked = any("query" in text for text in texts)
    assert asked == (score != "none")
    assert (any("h̃" in text for text in texts)) == (timing == "luong")
    assert "<new>" not in switch_lines(timing, score, False)
    before = "before its update" in dataflow_text(timing, score, False)
    assert before == (timing == "bahdanau" and asked)


def test_the_timings_differ_in_the_picture() -> None:
    pictures = {timing: dataflow(timing, "general", False) for timing in TIMINGS}
    assert len(set(pictures.values())) == len(TIMINGS)
    assert pictures["luong"] != dataflow("luong", "general", True)


def test_words_end_before_the_boxes_that_they_stand_before() -> None:
    picture = ElementTree.fromstring(dataflow("bahdanau", "additive", False))
    texts = {node.text: node for node in picture.iter() if node.get("font-size")}
    for text, box in (("query", 100), ("encoder states", 122)):  # pixels: its left edge
        node = texts[text]
        assert float(node.get("x")) + width(text, float(node.get("font-size"))) < box
