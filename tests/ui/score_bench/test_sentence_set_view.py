"""A set of sentences in numbers, and as CSV."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from alignoscope.analysis.distances import (
    row_distances,
)
from alignoscope.analysis.entropy import row_entropies
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import Confidence
from alignoscope.ui.score_bench.sentence_set_view import csv_text, mean_table, measured, set_table

SOURCE, TARGET = "She doesn't like the old house.", "Elle n'aime pas la vieille maison."


Tiny = Callable[..., Checkpoint]


def test_a_set_is_measured_and_its_csv_holds_no_formula(tiny: Tiny) -> None:
    base, other, bare = (
        force(tiny(name), [SOURCE], [TARGET])[0]
        for name in ("luong-dot", "luong-general", "fixed-context")
    )
    table = set_table(measured("=1+1", trace, base) for trace in (base, other, bare))
    assert table["mean distance"].tolist()[:2] == pytest.approx(
        [0, row_distances(base, other).mean()]
    )
    assert math.isnan(table["mean distance"][2])
    assert table["log-prob. per token"].tolist() == pytest.approx(
        [trace.log_prob / len(base.target.ids) for trace in (base, other, bare)]
    )
    lines = csv_text(table).decode("utf-8-sig").splitlines()
    assert len(lines) == 4
    assert all(line.startswith("'=1+1,") for line in lines[1:])
    free = set_table(
        measured(SOURCE, trace, None) for trace in translate(tiny("luong-dot"), [SOURCE])
    )
    assert "mean distance" not in free
    assert "mean distance" not in mean_table(free)


def test_means_are_over_the_sentences_of_a_variant(tiny: Tiny) -> None:
    traces = translate(tiny("luong-dot"), [SOURCE, TARGET])
    table = set_table(measured("x", trace, trace) for trace in traces)
    means = mean_table(table)
    assert means["variant"].tolist() == ["luong-dot"]
    assert means["mean entropy"][0] == pytest.approx(
        sum(row_entropies(trace.weights).mean() for trace in traces) / 2
    )


def test_only_a_translation_of_its_own_has_a_probability_of_being_right(tiny: Tiny) -> None:
    trace = translate(tiny("luong-dot"), [SOURCE])[0]
    sure = Confidence(words=(0.9,), reasons=("p",), sentence=0.4, unsure=0.5, wrong=0.5)
    rows = [
        measured("x", one, None)
        for one in (trace, replace(trace, confidence=sure), replace(trace, confidence=None))
    ]
    assert [row.right for row in rows] == [None, 0.4, None]
    assert [row.doubted for row in rows] == [False, True, False]
    assert "p (right)" not in set_table(rows[:1])
    assert set_table(rows)["p (right)"].tolist()[1] == 0.4
