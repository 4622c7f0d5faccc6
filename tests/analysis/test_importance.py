"""Importance: each number against a plain way to the same number."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
import torch

from alignoscope.analysis.edits import only, uniform
from alignoscope.analysis.importance import Importance, importance, rank_correlation
from alignoscope.data.tokenizer import START_ID, Tokenizer
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import Memory
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.catalogue.normalisers import SOFTMAX
from alignoscope.records.run import RunRecord
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer, parse_variant
from tests.shared.samples import VARIANTS, mostly_slow
from tests.shared.traces import ATTENDING

SOURCE, TARGET = "The old car is fast.", "Elle aime la voiture"
FIELDS = ("uniform", "permuted", "without_top", "gradient", "correlation")


def fall(checkpoint: Checkpoint, trace: Trace, step: int, row: np.ndarray) -> float:
    """Return how far log p of a step's token falls with another row, through `continue_from`."""
    changed = continue_from(checkpoint, trace.source, edits={step: row}, target=trace.target)
    return trace.steps[step].log_prob - changed.steps[step].log_prob


def rounding(trace: Trace, step: int) -> float:
    """Return how far a fall may be off: a difference of numbers as large as the log-probability."""
    return 3e-6 * abs(trace.steps[step].log_prob)


def without_top(row: np.ndarray) -> np.ndarray:
    left = [0.0 if weight == max(row) else weight for weight in row]
    return np.array([weight * sum(row) / sum(left) for weight in left])


@pytest.mark.parametrize("variant", mostly_slow(ATTENDING))
def test_falls_are_those_of_single_edits(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    trace = force(checkpoint, [SOURCE], [TARGET])[0]
    found = importance(checkpoint, trace, permutations=3)
    for step, row in enumerate(trace.weights):
        near = rounding(trace, step)
        expected = fall(checkpoint, trace, step, np.full(len(row), (row.sum() or 1) / len(row)))
        assert found.uniform[step] == pytest.approx(expected, abs=near)
        if np.count_nonzero(row) < 2:
            assert np.isnan(found.without_top[step])
            continue
        expected = fall(checkpoint, trace, step, without_top(row))
        assert found.without_top[step] == pytest.approx(expected, abs=near)
    assert np.abs(found.uniform).max() > 1e-4


def test_the_permuted_fall_is_the_mean_over_permutations(tiny) -> None:
    checkpoint = tiny("bahdanau-general")
    trace = force(checkpoint, ["car"], ["Je"])[0]
    assert len(trace.source.ids) == 3
    found = importance(checkpoint, trace, permutations=3_000)
    for step, row in enumerate(trace.weights):
        falls = [
            fall(checkpoint, trace, step, np.array(order)) for order in itertools.permutations(row)
        ]
        assert np.ptp(falls) > 1e-3
        error = np.std(falls) / np.sqrt(3_000)
        assert found.permuted[step] == pytest.approx(np.mean(falls), abs=5 * error)


def test_permutations_follow_their_seed(tiny) -> None:
    checkpoint = tiny("luong-general")
    trace = translate(checkpoint, [SOURCE])[0]
    first, again, other = (importance(checkpoint, trace, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.permuted, again.permuted)
    assert (first.permuted != other.permuted).any()
    np.testing.assert_array_equal(first.uniform, other.uniform)


@pytest.mark.parametrize("variant", ["bahdanau-location-sensitive", "luong-general-feed"])
def test_an_edited_trace_keeps_its_edits(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    source = checkpoint.tokenizer.encode(SOURCE)
    plain = force(checkpoint, [SOURCE], [TARGET])[0]
    edits = {1: only(plain.weights[1], [4])}
    trace = continue_from(checkpoint, source, edits=edits, target=plain.target)
    found = importance(checkpoint, trace, permutations=2)
    for step in (2, 3):
        row = uniform(trace.weights[step])
        changed = continue_from(checkpoint, source, edits={**edits, step: row}, target=plain.target)
        expected = trace.steps[step].log_prob - changed.steps[step].log_prob
        assert found.uniform[step] == pytest.approx(expected, abs=rounding(trace, step))
    assert np.isnan(found.without_top[1])
    assert np.isfinite(np.delete(found.without_top, 1)).all()


def log_probs(
    checkpoint: Checkpoint, trace: Trace, column: int, factor: float, given: dict[int, np.ndarray]
) -> np.ndarray:
    """Return log p of each target token [tgt_len], one source embedding times a factor."""
    model = checkpoint.model
    embedded = model.embed(torch.tensor([trace.source.ids])).clone()
    embedded[0, column] *= factor
    mask = torch.ones(1, embedded.shape[1], dtype=torch.bool)
    values, last = model.encoder(embedded, mask)
    if model.config.start == "mean":
        last = values.mean(dim=1)
    ids = torch.tensor([trace.source.ids])
    memory = Memory(model.decoder.project(values), values, mask, last, ids)
    state, found = model.decoder.initial_state(memory), []
    for step, (before, token) in enumerate(itertools.pairwise((START_ID, *trace.target.ids))):
        row = torch.tensor(given[step])[None].double() if step in given else None
        output = model.step(torch.tensor([before]), state, memory, row)
        found.append(model.logits(*output.written).log_softmax(-1)[0, token].item())
        state = output.state
    return np.array(found)


# Where a small change lets a weight reach 0 there is a kink: the normalisers' own test has those.
# So has the ReLU of a Transformer, which has a test of its own.
SMOOTH = [
    name
    for name in VARIANTS
    if parse_variant(name).normaliser == SOFTMAX and not is_transformer(name)
]


@pytest.mark.parametrize(
    ("variant", "edited"),
    mostly_slow((name, edit) for name in SMOOTH for edit in (False, name in ATTENDING)),
)
@pytest.mark.parametrize("start", mostly_slow(["last", "mean"], always=["last"]))
def test_the_gradient_is_a_slope(tiny, variant: str, edited: bool, start: str) -> None:
    checkpoint = tiny(variant)
    if start == "mean":
        config = replace(checkpoint.model.config, start=start)
        model = Seq2Seq(config).eval().requires_grad_(False)
        checkpoint = replace(checkpoint, model=model)
    plain = force(checkpoint, [SOURCE], [TARGET])[0]
    given = {2: np.roll(plain.weights[2], 1), 3: only(plain.weights[3], [0])} if edited else {}
    trace = continue_from(checkpoint, plain.source, edits=given, target=plain.target)
    found = importance(checkpoint, trace, permutations=1).gradient
    checkpoint.model.double()
    for column in range(len(trace.source.ids)):
        above, below = (
            log_probs(checkpoint, trace, column, 1 + change, given) for change in (0.01, -0.01)
        )
        np.testing.assert_allclose(found[:, column], (above - below) / 0.02, rtol=1e-5, atol=3e-5)
    assert np.abs(found).max() > 1e-3


def test_the_gradient_of_a_transformer_is_a_slope_wherever_there_is_no_kink(tiny) -> None:
    checkpoint = tiny("transformer")
    trace = force(checkpoint, [SOURCE], [TARGET])[0]
    found = importance(checkpoint, trace, permutations=1).gradient
    checkpoint.model.double()

    def slope(column: int, change: float) -> np.ndarray:
        above, below = (
            log_probs(checkpoint, trace, column, 1 + one, {}) for one in (change, -change)
        )
        return (above - below) / (2 * change)

    smooth = 0
    for column in range(len(trace.source.ids)):
        wide, narrow = slope(column, 0.01), slope(column, 0.003)
        if np.abs(wide - narrow).max() < 3e-5:
            smooth += 1
            np.testing.assert_allclose(found[:, column], wide, rtol=1e-5, atol=3e-5)
    assert smooth > len(trace.source.ids) / 2


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 2, 3, 4], [10, 30, 20, 40], 0.8),
        ([0.5, 0.4, 0.1], [1, 2, 3], -1),
        ([1, 1, 2], [1, 2, 3], 0.75**0.5),
        ([1, 1, 1], [1, 2, 3], float("nan")),
    ],
)
def test_rank_correlations_by_hand(first: list, second: list, expected: float) -> None:
    found = rank_correlation(np.array(first), np.array(second))
    assert found == pytest.approx(expected, nan_ok=True)


def test_the_correlation_holds_weights_against_gradients(tiny) -> None:
    checkpoint = tiny("luong-general")
    plain = translate(checkpoint, [SOURCE])[0]
    edits = {0: uniform(plain.weights[0])}
    trace = continue_from(checkpoint, plain.source, edits=edits, target=plain.target)
    found = importance(checkpoint, trace)
    assert np.isnan(found.correlation[0])
    for step in range(1, len(trace.steps)):
        expected = rank_correlation(trace.weights[step], np.abs(found.gradient[step]))
        assert found.correlation[step] == expected


@pytest.mark.parametrize("variant", ["fixed-context", "luong-none"])
def test_without_attention_there_is_only_the_gradient(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    found = importance(checkpoint, translate(checkpoint, [SOURCE])[0])
    assert [getattr(found, name) is None for name in FIELDS] == [True, True, True, False, True]


def test_threads_share_a_model_and_leave_nothing_on_it(tiny) -> None:
    checkpoint = tiny("luong-local-p")
    traces = translate(checkpoint, [SOURCE, "Car", "I am not tired."]) * 2

    def run(trace: Trace) -> Importance:
        return importance(checkpoint, trace)

    alone = [run(trace) for trace in traces]
    with ThreadPoolExecutor(4) as pool:
        for one, other in zip(alone, pool.map(run, traces), strict=True):
            for name in FIELDS:
                np.testing.assert_allclose(
                    getattr(one, name), getattr(other, name), rtol=1e-6, atol=1e-6
                )
    assert all(p.grad is None and not p.requires_grad for p in checkpoint.model.parameters())


def test_what_does_not_belong_together_is_refused(tiny) -> None:
    checkpoint = tiny("luong-dot")
    trace = translate(checkpoint, [SOURCE])[0]
    with pytest.raises(ValueError, match="trace is of luong-dot, the model is luong-general"):
        importance(tiny("luong-general"), trace)
    with pytest.raises(ValueError, match="0 permutations"):
        importance(checkpoint, trace, permutations=0)
    other = Checkpoint(
        model=checkpoint.model, tokenizer=Tokenizer.train(["zebras graze"], 20), record=RunRecord()
    )
    with pytest.raises(ValueError, match="made with another model"):
        importance(other, trace)
    with pytest.raises(ValueError, match="of another model of the same variant"):
        importance(tiny("luong-dot", seed=1), trace)
