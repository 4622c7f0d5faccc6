"""Monotonic attention: each step goes on from the place of the step before, and never back.

Raffel et al. 2017: a step reads the source tokens in order, from the one that the step before
chose, and chooses each with the probability p_j = sigmoid(e_j). If it chooses none, its context is
0, and so are those of all later steps.
"""

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

HALF = 0.4999  # half of a row of weights, but for rounding


def expected(energies: Tensor, before: Tensor) -> Tensor:
    """Return how probably each step chooses each token [batch, n, src_len], for training.

    a_ij = p_ij sum_{k <= j} a_{i-1,k} prod_{k <= l < j} (1 - p_il)  (Raffel et al. 2017, section
    2.3, equation 9). A product is the exponential of a difference of two cumulative sums of
    log(1 - p), which is at most 0: the closed form of appendix C.1 divides by products that
    underflow. A row may sum below 1: the rest is the probability that no token is chosen.

    Args:
        energies: e [batch, n, src_len] of n steps, -inf at padding.
        before: the weights of the step before them [batch, src_len]; before the first step of all
            they are 1 at the first token.
    """
    passed = logsigmoid(-energies)
    until = passed.cumsum(dim=-1) - passed  # the sum over l < j
    ways = until.unsqueeze(-2) - until.unsqueeze(-1)  # [batch, n, k, j]
    back = torch.ones(ways.shape[-2:], dtype=torch.bool, device=ways.device).tril(-1)
    moves = ways.masked_fill(back, -torch.inf).exp() * torch.sigmoid(energies).unsqueeze(-2)
    rows = []
    for move in moves.unbind(dim=1):
        # No matrix product: in half precision, errors would grow from step to step.
        before = (before.unsqueeze(-1) * move).sum(dim=1)
        rows.append(before)
    return torch.stack(rows, dim=1)


def chosen(energies: Tensor, before: Tensor) -> Tensor:
    """Return 1 at the token that each step chooses, and 0 elsewhere, for decoding.

    It is the first with p_j >= 1/2, from the one that the step before chose (Raffel et al. 2017,
    section 2.2, with the more probable choice in place of a drawn one). A given row before may be
    soft: then it is from the token at which half of its weight is reached. The arguments and the
    shape are those of `expected`.
    """
    rows = []
    for i in range(energies.shape[1]):
        choosable = (energies[:, i] >= 0) & (before.cumsum(dim=-1) >= HALF)
        count = choosable.float().cumsum(dim=-1)
        before = (choosable & (count == 1)).float()
        rows.append(before)
    return torch.stack(rows, dim=1)
