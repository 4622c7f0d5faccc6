"""Maps under another alpha: a trace's scores, normalised again without decoding again."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.normalising import (
    alpha_of,
    check_alpha,
    factors_of,
    is_given,
    normalised,
    weights_under,
)
from alignoscope.analysis.words import merge_words
from alignoscope.records.catalogue.normalisers import alpha_name
from alignoscope.records.trace import Edited, Trace

ALONE = "over its own scores, nothing decoded again"


def alpha_weights(trace: Trace, alpha: float) -> np.ndarray:
    """Return the weights [tgt_len, src_len] of a trace's scores under alpha-entmax.

    Replaced rows stay unchanged, as do all rows if `alpha` is that of the variant's normaliser. See
    `analysis.normalising.entmax_parts`. As in the model, windows are kept and local-p's Gaussian is
    applied after the normaliser.

    Raises:
        ValueError: if the trace has no weights or no scores, or alpha is not from 1 to 2.
    """
    scores, weights = trace.scores, trace.weights
    if scores is None or weights is None:
        raise ValueError(f"{trace.label} has no scores: there is nothing to normalise again.")
    check_alpha(alpha)
    rows = computed_steps(trace)
    if alpha == alpha_of(trace.variant) or not rows:
        return weights
    found = weights.copy()
    factors = [factors_of(trace, step) for step in rows]
    window = None if factors[0] is None else np.array(factors)
    found[rows] = weights_under(scores[rows], alpha, window)
    return found


def alpha_row(trace: Trace, step: int, alpha: float) -> np.ndarray:
    """Return the weights [src_len] of one step under alpha-entmax, even if its row was replaced."""
    weights = trace.steps[step].weights
    assert weights is not None
    if alpha == alpha_of(trace.variant) and not is_given(trace, step):
        return weights
    return normalised(trace, step, alpha).weights


def under_alpha(trace: Trace, alpha: float | None) -> Trace:
    """Return a trace with its weights recomputed under another alpha, and all else as decoded.

    Its mode is `edited`, with every recomputed step marked. If `alpha` is None or the variant's
    own, or there are no scores, the trace itself is returned.
    """
    if alpha is None or trace.scores is None or alpha == alpha_of(trace.variant):
        return trace
    rows, name = alpha_weights(trace, alpha), alpha_name(alpha)
    known = {edit.step: edit for edit in trace.edited}
    made = {i: Edited(step=i, how=f"{name}, {ALONE}") for i in computed_steps(trace)}
    steps = zip(trace.steps, rows, strict=True)
    return replace(
        trace,
        label=f"{trace.label} · {name}",
        mode="edited",
        given=len(trace.steps) if trace.mode == "forced" else trace.given,
        steps=tuple(replace(step, weights=row.copy()) for step, row in steps),
        edited=tuple(edit for _, edit in sorted((made | known).items())),
    )


def computed_steps(trace: Trace) -> list[int]:
    """Return the steps whose weights the model computed from scores, which can be renormalised."""
    return [
        i
        for i, step in enumerate(trace.steps)
        if step.scores is not None and np.isfinite(step.scores).any() and not is_given(trace, i)
    ]


def exact_zeros(trace: Trace, unit: str) -> tuple[int, int]:
    """Return the number of cells that are exactly 0 in a trace's map, and of all cells.

    `unit` is "words" or "pieces". Cells outside a local window are counted.
    """
    cells = trace.weights
    assert cells is not None
    if unit == "words":
        cells = merge_words(cells, trace.source, trace.target, "weights")
    return int((cells == 0).sum()), cells.size
