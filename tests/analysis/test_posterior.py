"""The posterior: each number against the same one by a walk of its own, in double precision."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.analysis.likelihoods import batch_likelihoods, likelihoods, with_posterior
from alignoscope.analysis.posterior import cells, posterior
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace
from tests.shared.samples import mostly_slow
from tests.shared.traces import WITH_POSTERIOR

SOURCE, TARGET = "The old car is fast.", "Elle aime la voiture"


TIMINGS = ("bahdanau-additive", "luong-dot", "tacotron-additive", "nematus-additive")
CELLS = [(variant, cell) for variant in TIMINGS for cell in ("rnn", "lstm")]


def forced(
    tiny: Callable[..., Checkpoint], variant: str, cell: str = "gru"
) -> tuple[Checkpoint, Trace]:
    """Return a model in double precision, and a trace of it."""
    checkpoint = tiny(variant, cell)
    checkpoint.model.double()
    return checkpoint, force(checkpoint, [SOURCE], [TARGET])[0]


@pytest.mark.parametrize(
    ("variant", "cell"),
    [
        *mostly_slow((one, "gru") for one in WITH_POSTERIOR),
        *mostly_slow(CELLS, always=["luong-dot"]),
    ],
)
def test_the_likelihoods_are_those_of_one_source_token_alone(tiny, variant: str, cell: str) -> None:
    checkpoint, trace = forced(tiny, variant, cell)
    found = likelihoods(checkpoint, trace)
    assert found.shape == (len(trace.target.ids), len(trace.source.ids))
    assert np.ptp(found, axis=1).min() > 1e-4  # no two source tokens say the same of a word
    for step in (0, 1, len(found) // 2, len(found) - 1):
        row = found[step]
        for token, alone in enumerate(np.eye(len(row))):
            changed = continue_from(
                checkpoint, trace.source, edits={step: alone}, target=trace.target
            )
            assert row[token] == pytest.approx(changed.steps[step].log_prob, rel=1e-9)


@pytest.mark.parametrize("variant", WITH_POSTERIOR)
def test_weights_times_likelihoods_are_the_marginal_times_the_posterior(tiny, variant: str) -> None:
    checkpoint, trace = forced(tiny, variant)
    alone = likelihoods(checkpoint, trace)
    rows = posterior(trace.weights, alone)
    for weights, logs, row in zip(trace.weights.tolist(), alone.tolist(), rows, strict=True):
        parts = [weight * np.exp(log) for weight, log in zip(weights, logs, strict=True)]
        assert sum(row) == pytest.approx(1, rel=1e-12)
        assert row == pytest.approx([part / sum(parts) for part in parts], rel=1e-9)


def test_a_weight_of_0_stays_0_and_a_certain_one_stays_certain() -> None:
    rows = posterior(np.array([[0.5, 0.5, 0], [0, 1, 0]]), np.log([[0.1, 0.3, 0.9], [0.2, 0.1, 1]]))
    np.testing.assert_allclose(rows, [[0.25, 0.75, 0], [0, 1, 0]], rtol=1e-12)


def test_each_token_alone_is_held_against_the_others_whatever_its_weight(tiny) -> None:
    checkpoint, trace = forced(tiny, "luong-local-m")
    trace = replace(trace, likelihoods=likelihoods(checkpoint, trace))
    for row, logs in zip(cells(trace, "alone").tolist(), trace.likelihoods.tolist(), strict=True):
        total = sum(map(math.exp, logs))
        assert row == pytest.approx([math.exp(one) / total for one in logs], rel=1e-9)


def test_a_row_of_zeros_stays_one() -> None:
    rows = posterior(np.array([[0.0, 0.0], [0.0, 0.5]]), np.log([[0.1, 0.3], [0.1, 0.3]]))
    assert rows.tolist() == [[0, 0], [0, 1]]


def test_a_word_that_hardly_any_context_writes_has_a_posterior_too() -> None:
    rows = posterior(np.array([[0.5, 0.5]], dtype=np.float32), np.array([[-2000.0, -2000.0]]))
    np.testing.assert_allclose(rows, [[0.5, 0.5]], rtol=1e-12)


def test_the_word_corrects_the_weight(tiny) -> None:
    checkpoint, trace = forced(tiny, "bahdanau-additive")
    assert cell_arithmetic(checkpoint, trace, 2, 1).evidence is None
    trace = replace(trace, likelihoods=likelihoods(checkpoint, trace))
    for alpha in (None, 1.5):
        cell = cell_arithmetic(checkpoint, trace, 2, 1, alpha)
        weights = (trace.weights[2] if alpha is None else cell.normalised.weights).tolist()
        chances = [math.exp(log) for log in trace.likelihoods[2].tolist()]
        products = [weight * chance for weight, chance in zip(weights, chances, strict=True)]
        found = cell.evidence
        assert found.weights[1] == pytest.approx(cell.weight)
        assert found.likelihoods.tolist() == pytest.approx(chances)
        assert found.total == pytest.approx(sum(products))
        expected = [one / sum(products) for one in products]
        assert found.posterior.tolist() == pytest.approx(expected, rel=1e-6)


def test_given_rows_are_the_prior(tiny) -> None:
    checkpoint = tiny("bahdanau-coverage")
    free = translate(checkpoint, [SOURCE])[0]
    row = np.roll(free.weights[1], 1)
    edited = continue_from(checkpoint, free.source, edits={1: row}, target=free.target)
    np.testing.assert_allclose(likelihoods(checkpoint, edited)[1], likelihoods(checkpoint, free)[1])
    assert not np.allclose(likelihoods(checkpoint, edited)[2], likelihoods(checkpoint, free)[2])


def test_long_sentences_are_computed_in_parts(tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    checkpoint = tiny("tacotron-additive")
    trace = translate(checkpoint, [SOURCE])[0]
    whole = likelihoods(checkpoint, trace)
    monkeypatch.setattr("alignoscope.analysis.likelihoods.ROWS", 2 * len(trace.source.ids) + 1)
    monkeypatch.setattr("alignoscope.analysis.likelihoods.FEW", 4)
    np.testing.assert_allclose(likelihoods(checkpoint, trace), whole, rtol=1e-5)


@pytest.mark.parametrize("variant", WITH_POSTERIOR)
def test_a_batch_is_as_its_sentences_alone(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    traces = force(checkpoint, [SOURCE, "The car", "I am"], ["la", TARGET, "Je suis rapide."])
    for found, trace in zip(batch_likelihoods(checkpoint, traces), traces, strict=True):
        assert found == pytest.approx(likelihoods(checkpoint, trace), rel=1e-4)


def test_what_has_no_posterior_is_refused(tiny) -> None:
    checkpoint = tiny("fixed-context")
    trace = translate(checkpoint, [SOURCE])[0]
    with pytest.raises(ValueError, match="fixed-context has no weights"):
        likelihoods(checkpoint, trace)
    with pytest.raises(ValueError, match="trace is of fixed-context, the model is luong-dot"):
        likelihoods(tiny("luong-dot"), trace)
    with pytest.raises(ValueError, match="of another model of the same variant"):
        likelihoods(tiny("luong-dot", seed=1), translate(tiny("luong-dot"), [SOURCE])[0])


def test_a_choice_has_no_posterior(tiny) -> None:
    checkpoint = tiny("luong-general-monotonic")
    trace = translate(checkpoint, [SOURCE])[0]
    assert with_posterior(checkpoint, trace) is trace
    with pytest.raises(ValueError, match="the posterior is that choice again"):
        likelihoods(checkpoint, trace)


def test_an_unknown_measure_is_refused(tiny) -> None:
    with pytest.raises(ValueError, match="Unknown measure 'weight': expected one of weights,"):
        cells(translate(tiny("luong-dot"), [SOURCE])[0], "weight")


def test_cells_of_small_weights_are_left_out_on_request(tiny: Callable[..., Checkpoint]) -> None:
    model = tiny("luong-general")
    traces = translate(model, ["I am not tired.", "We go."])
    whole = batch_likelihoods(model, traces)
    least = float(np.median(traces[0].weights))
    for trace, full, some in zip(
        traces, whole, batch_likelihoods(model, traces, least), strict=True
    ):
        kept = trace.weights >= least
        assert some[kept] == pytest.approx(full[kept])
        assert np.isneginf(some[~kept]).all()
    assert np.isneginf(batch_likelihoods(model, traces, 2.0)[0]).all()
