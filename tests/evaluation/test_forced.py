"""Loss, coverage and speed of small models, by hand."""

import math

import numpy as np
import pytest

from alignoscope.data.corpus import Pair
from alignoscope.decoding.forced import force
from alignoscope.evaluation.forced import coverage_errors, measure_forced
from alignoscope.evaluation.speed import measure_speed
from alignoscope.evaluation.translation import (
    measure_quality,
)
from tests.shared.measured import PAIRS, TOO_LONG


def test_coverage_by_hand() -> None:
    weights = np.array([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]])
    np.testing.assert_allclose(coverage_errors(weights), [0.25, 0.25, 1.0])


@pytest.mark.parametrize("variant", ["luong-general", "fixed-context"])
def test_the_loss_is_that_of_forced_traces(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    score = measure_forced(checkpoint, [*PAIRS, TOO_LONG], "dev")
    traces = [force(checkpoint, [pair.source], [pair.target])[0] for pair in PAIRS]
    log_probs = [step.log_prob for trace in traces for step in trace.steps]
    assert (score.pairs, score.skipped, score.tokens) == (3, 1, len(log_probs))
    assert score.loss == pytest.approx(-np.mean(log_probs), abs=1e-4)
    if variant == "fixed-context":
        assert (score.entropy, score.uniform_entropy, score.coverage) == (None, None, None)
        return
    rows = [row for trace in traces for row in trace.weights]
    expected = np.mean([-sum(w * math.log(w) for w in row) for row in rows])
    assert score.entropy == pytest.approx(expected, abs=1e-4)
    assert score.uniform_entropy == pytest.approx(np.mean([np.log(len(r)) for r in rows]), abs=1e-4)
    columns = [abs(sum(c) - 1) for trace in traces for c in trace.weights.T]
    assert score.coverage == pytest.approx(np.mean(columns), abs=1e-4)


def test_a_part_without_pairs_that_fit_is_refused(tiny) -> None:
    with pytest.raises(ValueError, match="None of 1 dev pairs has at most 100 tokens"):
        measure_forced(tiny("luong-dot"), [TOO_LONG], "dev")
    with pytest.raises(ValueError, match="None of 0 sources has at most 100 tokens"):
        measure_quality(tiny("luong-dot"), [], "dev", width=1, several=True)


def test_speed_is_a_median_of_the_source_nearest_to_ten_words(tiny) -> None:
    pairs = [Pair("the car", "a"), Pair("a b c d e f g h i j k", "b"), Pair("a", "c")]
    rows = measure_speed(tiny("luong-dot"), pairs, (1, 2), runs=3)
    assert [(row.decoding, row.words, row.runs) for row in rows] == [
        ("greedy", 11, 3),
        ("beam 2", 11, 3),
    ]
    assert all(row.milliseconds > 0 and row.tokens > 0 for row in rows)
