"""The posterior of attention: the weights of a step, updated by the word that was written.

The weights are the distribution over source tokens before the word is written, the posterior is
that after it. The model does not use the posterior.
"""

import numpy as np

from alignoscope.records.trace import Trace

MEASURES = ("weights", "scores", "posterior", "alone")  # The maps of a trace, see `cells`.


def posterior(weights: np.ndarray, likelihoods: np.ndarray) -> np.ndarray:
    """Return p(j | y_t) [tgt_len, src_len], rows that sum to 1 (or to 0, where all weights are 0).

    p(j | y_t) = a_tj p(y_t | c_t = h_j) / sum_k a_tk p(y_t | c_t = h_k)  (Bayes' rule with the
    weights as prior; Shankar and Sarawagi 2019, section 2.2, train with it; here it is computed for
    a model that was trained without it). Where a weight is 0, so is the posterior.

    `weights` [tgt_len, src_len] may sum below 1, as local-p's do; `likelihoods` [tgt_len, src_len]
    are log p(y_t | c_t = h_j), in nats (`analysis.likelihoods`).
    """
    with np.errstate(divide="ignore"):
        joint = np.log(weights.astype(float)) + likelihoods
    tops = joint.max(axis=1, keepdims=True)
    parts = np.exp(joint - np.where(np.isfinite(tops), tops, 0))  # a row of zeros stays zero
    sums = parts.sum(axis=1, keepdims=True)
    return parts / np.where(sums > 0, sums, 1)


def cells(trace: Trace, measure: str) -> np.ndarray | None:
    """Return a trace's map of a measure, [tgt_len, src_len], or None if it has no such map.

    The measure is "weights", "scores", "posterior", or "alone", the posterior with uniform weights
    as prior, which shows which single source token would have led to the word.

    Raises:
        ValueError: if the measure is none of these.
    """
    if measure == "weights":
        return trace.weights
    if measure == "scores":
        return trace.scores
    if measure not in MEASURES:
        raise ValueError(f"Unknown measure {measure!r}: expected one of {', '.join(MEASURES)}.")
    if trace.weights is None or trace.likelihoods is None:
        return None
    weights = trace.weights if measure == "posterior" else np.ones_like(trace.weights)
    return posterior(weights, trace.likelihoods)
