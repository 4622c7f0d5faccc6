"""The normalisers: functions from scores to weights that are non-negative and sum to 1.

Each maps scores [..., src_len], -inf at masked positions, to weights of the same shape. Every row
needs at least one finite score. Only softmax gives a positive weight to every finite score.
"""

from collections.abc import Callable

import torch
from torch import Tensor

Normaliser = Callable[[Tensor], Tensor]
_LOW = -1e9  # Replaces -inf, whose differences are not numbers.


def softmax(scores: Tensor) -> Tensor:
    """Return the softmax of the scores over their last axis.

    a_j = exp(e_j) / sum_k exp(e_k)  (Bahdanau et al. 2015, section 3.1, equation 6).
    """
    return torch.softmax(scores, dim=-1)


def sparsemax(scores: Tensor) -> Tensor:
    """Return the point of the simplex nearest to the scores; low scores get a weight of exactly 0.

    a_j = max(e_j - tau, 0), with tau such that they sum to 1  (Martins and Astudillo 2016,
    algorithm 1).
    """
    shifted = _shifted(scores)
    ordered, counts = _ordered(shifted)
    thresholds = (ordered.cumsum(dim=-1) - 1) / counts
    return torch.relu(shifted - _at_last(thresholds, ordered > thresholds))


def entmax15(scores: Tensor) -> Tensor:
    """Return the 1.5-entmax of the scores, which is sparse, but smoother than sparsemax.

    a_j = max(e_j / 2 - tau, 0)^2, with tau such that they sum to 1  (Peters et al. 2019,
    1.5-entmax, exact by sorting as in algorithm 2).
    """
    shifted = _shifted(scores) / 2
    ordered, counts = _ordered(shifted)
    means = ordered.cumsum(dim=-1) / counts
    spreads = ordered.square().cumsum(dim=-1) - counts * means.square()
    # There is no real root where the first k scores differ too much to be all in the support.
    inside = (1 - spreads) / counts
    possible = inside > 0
    thresholds = means - torch.where(possible, inside, 1.0).sqrt()
    support = possible & (ordered > thresholds)
    return torch.relu(shifted - _at_last(thresholds, support)).square()


def _shifted(scores: Tensor) -> Tensor:
    """Return scores shifted so that the highest is 0; weights depend on differences only."""
    scores = scores.masked_fill(scores == -torch.inf, _LOW)
    return scores - scores.amax(dim=-1, keepdim=True).detach()


def _ordered(scores: Tensor) -> tuple[Tensor, Tensor]:
    """Return the scores in descending order, and the numbers 1 to src_len."""
    counts = torch.arange(1, scores.shape[-1] + 1, device=scores.device, dtype=scores.dtype)
    return scores.sort(dim=-1, descending=True).values, counts


def _at_last(thresholds: Tensor, support: Tensor) -> Tensor:
    """Return the threshold [..., 1] of the largest support."""
    return thresholds.gather(-1, support.sum(dim=-1, keepdim=True) - 1)


NORMALISERS: dict[str, Normaliser] = {
    "softmax": softmax,
    "entmax15": entmax15,
    "sparsemax": sparsemax,
}
