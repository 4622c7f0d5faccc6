"""What is not defined for a Transformer says so in a sentence; the rest works."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.analysis.importance import importance
from alignoscope.analysis.likelihoods import likelihoods, with_posteriors
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_traces
from alignoscope.decoding.triaging import measure_pairs
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.head_trace import ATTENTIONS
from alignoscope.records.trace import Trace

TEXT, TARGET = "The red car is fast.", "La voiture rouge est rapide."


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda model, trace: cell_arithmetic(model, trace, 0, 0), "2 heads with a score each"),
        (lambda model, trace: likelihoods(model, trace), "transformer has no posterior"),
        (
            lambda model, trace: translate(model, [TEXT], [trace.weights]),
            "no weights can be given to it",
        ),
    ],
)
def test_what_a_transformer_has_not_is_told_in_a_sentence(
    tiny: Callable[..., Checkpoint], asked: Callable[[Checkpoint, Trace], object], said: str
) -> None:
    checkpoint = tiny("transformer")
    trace = force(checkpoint, [TEXT], [TARGET])[0]
    with pytest.raises(ValueError, match=said):
        asked(checkpoint, trace)


def test_a_transformers_importance_is_the_gradient_alone(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    trace = force(checkpoint, [TEXT], [TARGET])[0]
    found = importance(checkpoint, trace)
    assert found.gradient.shape == trace.weights.shape
    assert np.abs(found.gradient).max() > 0
    assert found.uniform is found.permuted is found.without_top is found.correlation is None


def test_pairs_are_measured_without_what_needs_a_posterior(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    (found,) = measure_pairs([checkpoint], [(TEXT, TARGET)])
    (plain,) = measure_pairs([checkpoint], [(TEXT, TARGET)], posterior=False)
    assert found.numbers == pytest.approx(plain.numbers, nan_ok=True)


def test_a_trace_stays_without_a_posterior(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    traces = force(checkpoint, [TEXT], [TARGET])
    assert with_posteriors(checkpoint, traces) == traces


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_a_heads_cell_adds_up_from_its_own_query_key_and_value(
    tiny: Callable[..., Checkpoint], attention: str
) -> None:
    checkpoint = tiny("transformer")
    trace = force(checkpoint, [TEXT], [TARGET])[0]
    head = head_traces(checkpoint, trace, attention)[3]
    step, column = 2, 1
    found = cell_arithmetic(checkpoint, head, step, column)
    size = len(head.keys[0])
    assert found.score == "scaled-dot"
    assert found.terms.divisor == pytest.approx(size**0.5)
    query, key = head.steps[step].query, head.keys[column]
    np.testing.assert_allclose(found.terms.values, query * key / size**0.5, rtol=1e-5)
    assert found.content == pytest.approx(head.scores[step, column], rel=1e-4)
    assert found.weight == pytest.approx(head.weights[step, column], rel=1e-4)
    np.testing.assert_allclose(
        found.contribution, head.weights[step, column] * head.values[column], rtol=1e-5
    )
