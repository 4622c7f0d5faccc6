"""Multi-head attention, and the positions that are added to embeddings."""

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.models.layers.packing import Linear


class Attended(NamedTuple):
    """What multi-head attention computed for n queries of each sentence."""

    output: Tensor  # [batch * n, size]
    weights: Tensor  # [batch, heads, n, m]
    query: Tensor  # [batch, heads, n, size / heads]
    key: Tensor  # [batch, heads, m, size / heads]
    value: Tensor  # [batch, heads, m, size / heads]


class MultiHead(nn.Module):
    """Multi-head attention: h scaled dot products, each over its own part of the vectors.

    A_i = softmax((Q W_i^Q) (K W_i^K)^T / sqrt(d / h));  the output is
    [A_1 K W_1^V; ...; A_h K W_h^V] W^O  (Vaswani et al. 2017, section 3.2.2, where V is K). The
    matrices W^Q of all heads are one matrix here, and so are W^K and W^V together.
    """

    def __init__(self, size: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query = Linear(size, size)
        self.source = Linear(size, 2 * size)
        self.output = Linear(size, size)

    def project(self, states: Tensor) -> Tensor:
        """Return the keys and values of all heads [..., 2 size] of states [..., size]."""
        return self.source(states)

    def forward(
        self,
        queries: Tensor,
        projected: Tensor,
        mask: Tensor | None,
        given: Tensor | None = None,
    ) -> Attended:
        """Attend with n queries of each sentence.

        Args:
            queries: the projected queries [batch * n, size].
            projected: the projected keys and values [batch, m, 2 size].
            mask: True where a query may attend, [batch or 1, n or 1, m]; None allows all.
            given: weights [batch, heads, n, m] that replace the computed ones, NaN where a head
                keeps its own; None replaces none.
        """
        query = self.split(queries.unflatten(0, (len(projected), -1)))
        key, value = map(self.split, projected.chunk(2, dim=-1))
        scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[-1])
        if mask is not None:
            scores = scores.masked_fill(~mask.unsqueeze(1), -torch.inf)
        weights = torch.softmax(scores.float(), dim=-1)
        if given is not None:
            weights = torch.where(given.isnan(), weights, given)
        heads = weights.to(value.dtype) @ value
        output = self.output(heads.transpose(1, 2).flatten(2).flatten(0, 1))
        return Attended(output, weights, query, key, value)

    def split(self, vectors: Tensor) -> Tensor:
        """Return the heads' parts [batch, heads, n, size / heads] of vectors [batch, n, size]."""
        return vectors.unflatten(-1, (self.heads, -1)).transpose(1, 2)


def positions(first: int | Tensor, count: int, size: int, device: torch.device) -> Tensor:
    """Return the sinusoids [count, size] of the positions from `first` on.

    PE(p, 2i) = sin(p / 10000^(2i / size)),  PE(p, 2i + 1) = cos(p / 10000^(2i / size))  (Vaswani
    et al. 2017, section 3.5).
    """
    place = first + torch.arange(count, device=device)
    wave = torch.exp(torch.arange(0, size, 2, device=device) * (-math.log(10_000) / size))
    angle = place.unsqueeze(-1) * wave
    return torch.stack([torch.sin(angle), torch.cos(angle)], dim=-1).flatten(-2)
