"""How the scores of a step become its weights, and whether the step used these or given ones."""

import numpy as np

from alignoscope.records.arithmetic import Normalised
from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.trace import Trace
from alignoscope.records.variant import parse_variant

SAME = 2e-4  # by which a weight may differ: a trace from a file may have been rounded
HALVINGS = 60  # of the interval in which a threshold lies


def normalised(trace: Trace, step: int) -> Normalised:
    """Return how the scores of a step become weights; the trace needs attention.

    Under softmax a_j = exp(e_j - max e) / sum_i exp(e_i - max e); see `entmax_parts` for the
    others. In local-p that times exp(-2 (d_j / D)^2) with the distance d_j from the center (Luong
    et al. 2015, section 3.2, equation 10).
    """
    record = trace.steps[step]
    assert record.scores is not None
    scores, alpha = record.scores.astype(float), _alpha(trace.variant)
    highest, threshold = float(scores.max()), None
    if alpha == 1:
        parts = np.exp(scores - highest)
    else:
        parts, threshold = entmax_parts(scores - highest, alpha)
    total = float(parts.sum())
    factors = None
    if trace.variant.startswith(f"{trace.timing}-local-p") and record.center is not None:
        assert trace.window is not None
        factors = np.exp(-2 * ((np.arange(len(scores)) - record.center) / trace.window) ** 2)
    return Normalised(
        alpha=alpha,
        highest=highest,
        threshold=threshold,
        parts=parts,
        total=total,
        factors=factors,
        weights=parts / total * (1 if factors is None else factors),
    )


def entmax_parts(scores: np.ndarray, alpha: float) -> tuple[np.ndarray, float]:
    """Return weights [src_len] of scores whose highest is 0, and their threshold; alpha is above 1.

    a_j = max((alpha - 1) e_j - tau, 0)^(1 / (alpha - 1)), with tau such that they sum to 1 (Peters
    et al. 2019, alpha-entmax, by bisection as in algorithm 1; alpha = 2 is sparsemax).
    """
    assert alpha > 1

    def parts(threshold: float) -> np.ndarray:
        return np.maximum((alpha - 1) * scores - threshold, 0) ** (1 / (alpha - 1))

    low, high = -1.0, 0.0  # at -1 the highest score alone has 1, at 0 it has nothing
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if parts(middle).sum() >= 1 else (low, middle)
    return parts(low), low


def is_given(trace: Trace, step: int) -> bool:
    """Say whether a step's weights were given: the trace says so, or its scores make others."""
    if any(edit.step == step for edit in trace.edited):
        return True
    scores, weights = trace.steps[step].scores, trace.steps[step].weights
    if scores is None or weights is None or not np.isfinite(scores).any():
        return False
    return not np.allclose(weights, normalised(trace, step).weights, rtol=0, atol=SAME)


def _alpha(variant: str) -> float:
    """Return the alpha of a variant's normaliser; softmax's where the name is not one of ours."""
    try:
        return NORMALISERS[parse_variant(variant).normaliser].alpha
    except ValueError:
        return NORMALISERS[SOFTMAX].alpha
