"""Readouts of steps whose context is a single source value, c_t = h_j: what all timings share.

They are the sums of a step in another order: what depends on the step alone, or on the value alone,
is computed once for all pairs of them.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import linear

from alignoscope.models.layers.encoder import Rnn
from alignoscope.models.layers.steps import run


class StepSourcePairs(NamedTuple):
    """Pairs of a step and a source token, of sentences of a batch: each part is [n]."""

    sentence: Tensor
    step: Tensor
    source: Tensor

    def by_step(self, found: Tensor) -> Tensor:
        """Return rows [n, size] of what is known by step, [batch, tgt_len, size]."""
        return found[self.sentence, self.step]

    def by_source(self, found: Tensor) -> Tensor:
        """Return rows [n, size] of what is known by source token, [batch, src_len, size]."""
        return found[self.sentence, self.source]


Readouts = Callable[[StepSourcePairs], Tensor]  # [n, embedding_size]


class Parts:
    """W [x; h] + b of a step's x and a source token's h, each multiplied once."""

    def __init__(self, weight: Tensor, bias: Tensor, by_step: Tensor, values: Tensor) -> None:
        size = by_step.shape[-1]
        self.by_step = linear(by_step, weight[:, :size], bias)
        self.by_source = linear(values, weight[:, size:])

    def __call__(self, pairs: StepSourcePairs) -> Tensor:
        return pairs.by_step(self.by_step) + pairs.by_source(self.by_source)


def states_of(rnn: Rnn, inputs: Tensor, first: Tensor) -> tuple[Tensor, Tensor]:
    """Return a GRU's states after and before all inputs [batch, n, size]; `first` [1, ...]."""
    after = run(rnn, inputs, (first,))[0]
    return after, torch.cat([first.transpose(0, 1), after[:, :-1]], dim=1)


def updated(read: Tensor, recurrent: Tensor, before: Tensor) -> Tensor:
    """Return a GRU's next states of W x + b, U h + c, and h; see `models.encoder.Gru`."""
    (reset, update, new), others = read.chunk(3, dim=-1), recurrent.chunk(3, dim=-1)
    reset, update = torch.sigmoid(reset + others[0]), torch.sigmoid(update + others[1])
    return torch.lerp(torch.tanh(new + reset * others[2]), before, update)
