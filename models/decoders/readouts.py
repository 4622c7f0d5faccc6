"""Helpers for readouts whose context is a single source value, c_t = h_j, for all timings.

They compute the same sums as a step in another order: terms that depend only on the step, or only
on the source value, are computed once for all pairs.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import linear

from alignoscope.models.layers.encoder import Rnn
from alignoscope.models.layers.steps import run


class StepSourcePairs(NamedTuple):
    """n pairs of a decoding step and a source token: their indices in a batch, each [n]."""

    sentence: Tensor
    step: Tensor
    source: Tensor

    def by_step(self, found: Tensor) -> Tensor:
        """Return the pairs' rows [n, size] of a tensor by step [batch, tgt_len, size]."""
        return found[self.sentence, self.step]

    def by_source(self, found: Tensor) -> Tensor:
        """Return the pairs' rows [n, size] of a tensor by source token [batch, src_len, size]."""
        return found[self.sentence, self.source]


Readouts = Callable[[StepSourcePairs], Tensor]  # The result is [n, embedding_size].


class SplitLinear:
    """W [x; h] + b for a step's x and a source token's h; each product is computed once."""

    def __init__(self, weight: Tensor, bias: Tensor, by_step: Tensor, values: Tensor) -> None:
        size = by_step.shape[-1]
        self.by_step = linear(by_step, weight[:, :size], bias)
        self.by_source = linear(values, weight[:, size:])

    def __call__(self, pairs: StepSourcePairs) -> Tensor:
        return pairs.by_step(self.by_step) + pairs.by_source(self.by_source)


def states_of(rnn: Rnn, inputs: Tensor, first: Tensor) -> tuple[Tensor, Tensor]:
    """Return a GRU's states after and before each input, both [batch, n, size].

    The inputs are [batch, n, input_size], the `first` state is [1, batch, size].
    """
    after = run(rnn, inputs, (first,))[0]
    return after, torch.cat([first.transpose(0, 1), after[:, :-1]], dim=1)


def updated(read: Tensor, recurrent: Tensor, before: Tensor) -> Tensor:
    """Return a GRU's next state from W x + b (`read`), U h + c (`recurrent`) and h (`before`).

    The state is [..., size], the sums for its gates are [..., 3 size]. The formula is in
    `models.layers.encoder`.
    """
    (reset, update, new), others = read.chunk(3, dim=-1), recurrent.chunk(3, dim=-1)
    reset, update = torch.sigmoid(reset + others[0]), torch.sigmoid(update + others[1])
    return torch.lerp(torch.tanh(new + reset * others[2]), before, update)
