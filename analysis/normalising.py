"""Normalising: how the scores of a step become weights, and whether a step used these weights."""

import re

import numpy as np

from alignoscope.models.layers.monotonic import HALF
from alignoscope.records.arithmetic import Normalised
from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX, alpha_name
from alignoscope.records.trace import Trace
from alignoscope.records.variant import parse_variant

SAME = 2e-4  # tolerance of a weight, as a trace from a file may be rounded
HALVINGS = 60  # bisections of the interval that contains the threshold
_NAMED = re.compile(
    rf"(?:.*, then )?{alpha_name(1)[:-1]}([0-9.]{{1,4}})(?:, (?!then ).*)?", re.DOTALL
)


def normalised(trace: Trace, step: int, alpha: float | None = None) -> Normalised:
    """Normalise the scores of one step of a trace with attention.

    Under softmax a_j = exp(e_j - max e) / sum_i exp(e_i - max e); see `entmax_parts` for the
    others. In local-p that times exp(-2 (d_j / D)^2) with the distance d_j from the center (Luong
    et al. 2015, section 3.2, equation 10). `alpha` is by default that of the variant's normaliser,
    or of the edit that made the step's row. Monotonic attention, which has none, chooses one token
    or none.
    """
    if alpha is not None:
        return _normalised(trace, step, alpha)
    alpha = alpha_of(trace.variant)
    own = _chosen(trace, step) if alpha is None else _normalised(trace, step, alpha)
    how = next((edit.how for edit in trace.edited if edit.step == step), "")
    given, weights = named_alpha(how), trace.steps[step].weights
    if given is None or weights is None:
        return own
    found = _normalised(trace, step, given)  # a kept row may have other scores now
    return found if _are_same(weights, found.weights) else own


def check_alpha(alpha: float) -> None:
    """Raise a ValueError if the alpha of alpha-entmax is not from 1 to 2."""
    if not 1 <= alpha <= 2:
        raise ValueError(f"Alpha is {alpha:g}: expected 1 (softmax) to 2 (sparsemax).")


def entmax_parts(scores: np.ndarray, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of scores [..., src_len] and thresholds [..., 1] for an alpha above 1.

    The highest score of each row must be 0.

    a_j = max((alpha - 1) e_j - tau, 0)^(1 / (alpha - 1)), with tau such that they sum to 1 (Peters
    et al. 2019, alpha-entmax, by bisection as in algorithm 1; alpha = 2 is sparsemax).
    """
    assert alpha > 1

    def parts(thresholds: np.ndarray) -> np.ndarray:
        return np.maximum((alpha - 1) * scores - thresholds, 0) ** (1 / (alpha - 1))

    high = np.zeros_like(scores[..., :1])
    low = high - 1  # at `low` the highest score's part is 1, at `high` it is 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = parts(middle).sum(axis=-1, keepdims=True) >= 1
        low, high = np.where(enough, middle, low), np.where(enough, high, middle)
    return parts(low), low


def weights_under(
    scores: np.ndarray, alpha: float, factors: np.ndarray | None = None
) -> np.ndarray:
    """Return the weights of scores [..., src_len] under alpha-entmax, times any factors.

    A score of -inf gets no weight. Each row needs at least one finite score.
    """
    scores = scores.astype(float)
    shifted = scores - scores.max(axis=-1, keepdims=True)
    parts = np.exp(shifted) if alpha == 1 else entmax_parts(shifted, alpha)[0]
    return parts / parts.sum(axis=-1, keepdims=True) * (1 if factors is None else factors)


def gaussian(center: float, reach: int, src_len: int) -> np.ndarray:
    """Return local-p's factors exp(-2 (d_j / D)^2) [src_len], with distances d_j from a center."""
    return np.exp(-2 * ((np.arange(src_len) - center) / reach) ** 2)


def factors_of(trace: Trace, step: int) -> np.ndarray | None:
    """Return the Gaussian [src_len] that local-p applies after the normaliser; else None."""
    center = trace.steps[step].center
    if center is None or not trace.variant.startswith(f"{trace.timing}-local-p"):
        return None
    assert trace.window is not None
    return gaussian(center, trace.window, len(trace.source.pieces))


def is_given(trace: Trace, step: int) -> bool:
    """Return whether a step's weights were replaced: the trace marks it, or its scores differ."""
    if any(edit.step == step for edit in trace.edited):
        return True
    scores, weights = trace.steps[step].scores, trace.steps[step].weights
    if scores is None or weights is None or not np.isfinite(scores).any():
        return False
    return not _are_same(weights, normalised(trace, step).weights)


def alpha_of(variant: str) -> float | None:
    """Return the alpha of a variant's normaliser, if it has one; that of softmax if unknown."""
    try:
        return NORMALISERS[parse_variant(variant).normaliser].alpha
    except ValueError:
        return NORMALISERS[SOFTMAX].alpha


def named_alpha(how: str) -> float | None:
    """Return the alpha of the last edit in a description, or None if it is another edit."""
    match = _NAMED.fullmatch(how)
    try:
        alpha = float(match[1]) if match else 0.0
    except ValueError:
        return None
    return alpha if 1 <= alpha <= 2 else None


def is_softmax(trace: Trace) -> bool:
    """Return whether all weights of a trace were normalised by softmax."""
    named = (named_alpha(edit.how) for edit in trace.edited)
    return alpha_of(trace.variant) == 1 and all(alpha in (None, 1) for alpha in named)


def _are_same(weights: np.ndarray, others: np.ndarray) -> bool:
    return bool((np.abs(weights - others) <= SAME).all())


def _chosen(trace: Trace, step: int) -> Normalised:
    """Return how a step of monotonic attention chose: see `models.layers.monotonic.chosen`."""
    scores = trace.steps[step].scores
    before = trace.steps[step - 1].weights if step else np.eye(1, len(trace.values))[0]
    assert scores is not None
    assert before is not None
    scores = scores.astype(float)
    choosable = (scores >= 0) & (before.astype(float).cumsum() >= HALF)
    return Normalised(
        alpha=None,
        highest=float(scores.max()),
        threshold=None,
        parts=1 / (1 + np.exp(-scores)),
        total=1.0,
        factors=None,
        weights=(choosable & (choosable.cumsum() == 1)).astype(float),
    )


def _normalised(trace: Trace, step: int, alpha: float) -> Normalised:
    record = trace.steps[step]
    assert record.scores is not None
    scores, threshold = record.scores.astype(float), None
    highest = float(scores.max())
    if alpha == 1:
        parts = np.exp(scores - highest)
    else:
        parts, thresholds = entmax_parts(scores - highest, alpha)
        threshold = float(thresholds.item())
    factors = factors_of(trace, step)
    return Normalised(
        alpha=alpha,
        highest=highest,
        threshold=threshold,
        parts=parts,
        total=float(parts.sum()),
        factors=factors,
        weights=parts / parts.sum() * (1 if factors is None else factors),
    )
