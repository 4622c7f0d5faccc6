"""The arithmetic of one cell of a map: the terms of its score, its softmax, its contribution.

Everything is computed in double precision from the checkpoint's parameters and the query, values
and earlier weights in the trace; nothing is decoded again. It is not recorded in the trace, because
the terms of all cells would be a hundred times its size. `analysis.terms` has the terms.
"""

import math

import numpy as np

from alignoscope.analysis.normalising import is_given, normalised
from alignoscope.analysis.posterior import posterior
from alignoscope.analysis.terms import Asked, as_array, score_terms
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import (
    Attention,
    FixedContext,
    LocalAttention,
    MonotonicAttention,
)
from alignoscope.models.scores.multiplicative import ScaledDot
from alignoscope.models.transformer.heads import MultiHead
from alignoscope.records.arithmetic import CellArithmetic, Energy, Evidence, Window
from alignoscope.records.head_trace import HeadTrace
from alignoscope.records.trace import Trace

TOLERANCE = 0.01  # tolerance of a recomputed score, as a trace from a file may be rounded


def cell_arithmetic(
    checkpoint: Checkpoint, trace: Trace, step: int, column: int, alpha: float | None = None
) -> CellArithmetic:
    """Return the arithmetic of one cell of a trace's map.

    Args:
        checkpoint: the model that decoded the trace.
        trace: the trace.
        step: the row of the cell, from 0.
        column: the source token of the cell, from 0.
        alpha: recompute the weights, and so the context, under alpha-entmax; rows that an edit or
            an oracle replaced stay unchanged.

    Raises:
        ValueError: if the variant has no attention, its score function has no terms yet, the cell
            does not exist, or the trace does not come from this checkpoint.
    """
    attention = checkpoint.model.decoder.attention
    if isinstance(attention, FixedContext):
        raise ValueError(
            f"{trace.variant} has no attention: every step gets the encoder's last state, so there "
            "is no score to explain."
        )
    if isinstance(attention, MultiHead) and not isinstance(trace, HeadTrace):
        raise ValueError(
            f"{trace.variant} has {attention.heads} heads with a score each: the map is the mean "
            "of their weights, which is the softmax of no score. Open its heads and choose a cell "
            "of one of them."
        )
    if not (0 <= step < len(trace.steps) and 0 <= column < len(trace.values)):
        raise ValueError(
            f"There is no cell at step {step + 1} and source token {column + 1}: this trace has "
            f"{len(trace.steps)} steps and {len(trace.values)} source tokens."
        )
    if not _fits(checkpoint, trace, step):
        raise _foreign(trace)
    record = trace.steps[step]
    assert record.scores is not None
    assert record.weights is not None
    asked = _asked(trace, step, column)
    if isinstance(attention, MultiHead):
        assert isinstance(trace, HeadTrace)
        key = trace.keys[column].astype(float)
        sizes = [len(key)] * 3
        name, terms = score_terms(ScaledDot(*sizes), asked._replace(value=key))
    else:
        name, terms = score_terms(attention.score, asked)
    content, score, energy = float(terms.values.sum()), float(record.scores[column]), None
    if isinstance(attention, MonotonicAttention):
        energy = Energy(attention.gain.item(), attention.offset.item())
    known = content if energy is None else energy.gain * content + energy.offset
    if math.isfinite(score) and not math.isclose(
        known, score, rel_tol=TOLERANCE, abs_tol=TOLERANCE
    ):
        raise _foreign(trace)
    given, weights, context = is_given(trace, step), record.weights, record.context.astype(float)
    found = normalised(trace, step, None if given else alpha)
    if alpha is not None and not given:
        weights = found.weights
        context = weights @ trace.values.astype(float)
    weight = float(weights[column])
    contribution = weight * asked.value
    return CellArithmetic(
        score=name,
        terms=terms,
        content=content,
        energy=energy,
        window=_window(attention, trace, step, column),
        past=asked.past if getattr(attention, "sequential", False) else None,
        normalised=found,
        weight=weight,
        given=given,
        contribution=contribution,
        context=context,
        share=float(contribution @ context / max(context @ context, 1e-12)),
        evidence=_evidence(weights, trace, step),
    )


def _evidence(weights: np.ndarray, trace: Trace, step: int) -> Evidence | None:
    if trace.likelihoods is None:
        return None
    prior, logs = weights.astype(float), trace.likelihoods[step].astype(float)
    likelihoods, found = np.exp(logs), posterior(prior[None], logs[None])[0]
    return Evidence(prior, likelihoods, found, total=float(prior @ likelihoods))


def _fits(checkpoint: Checkpoint, trace: Trace, step: int) -> bool:
    record, config = trace.steps[step], checkpoint.model.config
    local = isinstance(checkpoint.model.decoder.attention, LocalAttention)
    heads = config.heads if isinstance(trace, HeadTrace) else 1
    sizes = {len(record.query), len(record.context), trace.values.shape[1]}
    return (
        trace.variant == checkpoint.variant
        and record.scores is not None
        and sizes == {config.hidden_size // heads}
        and local == (record.center is not None)
    )


def _asked(trace: Trace, step: int, column: int) -> Asked:
    past = np.zeros(len(trace.values))
    for before in trace.steps[:step]:
        assert before.weights is not None
        past += before.weights
    record = trace.steps[step]
    return Asked(record.query.astype(float), trace.values[column].astype(float), column, past)


def _foreign(trace: Trace) -> ValueError:
    return ValueError(
        f"This trace of {trace.variant} was made by another model than the one that is "
        "installed, so its scores cannot be recomputed. Translate the sentence again."
    )


def _window(
    attention: Attention | MultiHead, trace: Trace, step: int, column: int
) -> Window | None:
    if not isinstance(attention, LocalAttention):
        return None
    record, asked = trace.steps[step], None
    assert record.center is not None
    if attention.predictive:
        hidden = np.tanh(as_array(attention.position.weight) @ record.query)
        asked = float((as_array(attention.v.weight) @ hidden).item())
    distance = column - record.center
    return Window(center=record.center, reach=attention.window, distance=distance, asked=asked)
