"""Attention: the one place where scores are masked, become weights and average the values."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from models.scores import SCORES


class Memory(NamedTuple):
    """What the encoder leaves for the decoder."""

    keys: Tensor  # [batch, src_len, attention_size]
    values: Tensor  # [batch, src_len, value_size]
    mask: Tensor  # [batch, src_len] bool, True at real tokens


class AttentionOutput(NamedTuple):
    """What n queries found; scores and weights are None where nothing is scored."""

    scores: Tensor | None  # [batch, n, src_len], -inf at padding
    weights: Tensor | None  # [batch, n, src_len], 0 at padding
    context: Tensor  # [batch, n, value_size]

    def only(self) -> "AttentionOutput":
        """Return the output of a single query without the axis of queries: [batch, ...]."""
        return AttentionOutput(*(None if part is None else part.squeeze(1) for part in self))


class Attention(nn.Module):
    """Global attention with a score function of the registry.

    a = softmax(e) over real tokens, c = sum_j a_j h_j  (Bahdanau et al. 2015, section 3.1,
    equations 5 and 6; Luong et al. 2015, section 3.1, equation 7).
    """

    def __init__(self, score: str, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.score = SCORES[score](query_size, key_size, attention_size)

    def project(self, values: Tensor) -> Tensor:
        """Return the keys of the encoder states: [batch, src_len, attention_size]."""
        return self.score.project(values)

    def forward(self, query: Tensor, memory: Memory) -> AttentionOutput:
        """Attend with queries [batch, n, query_size]."""
        scores = self.score(query, memory.keys).float()
        scores = scores.masked_fill(~memory.mask.unsqueeze(1), -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        context = weights.to(memory.values.dtype) @ memory.values
        return AttentionOutput(scores, weights, context)


class FixedContext(nn.Module):
    """No attention: the context is the encoder's last state in each direction, at every step.

    c = [h_n forward; h_1 backward]  (the RNN encoder-decoder of Cho et al. 2014, section 2.2, with
    a bidirectional encoder).
    """

    def project(self, values: Tensor) -> Tensor:
        """Return the values: there are no keys to project."""
        return values

    def forward(self, query: Tensor, memory: Memory) -> AttentionOutput:
        """Return the one context, whatever the queries [batch, n, query_size] are."""
        forward, backward = memory.values.chunk(2, dim=-1)
        last = memory.mask.sum(dim=1) - 1
        ends = forward[torch.arange(len(last), device=last.device), last]
        context = torch.cat([ends, backward[:, 0]], dim=-1).unsqueeze(1)
        return AttentionOutput(None, None, context.expand(-1, query.shape[1], -1))


def build_attention(score: str, query_size: int, key_size: int, attention_size: int) -> nn.Module:
    """Return the attention of a score's name.

    Raises:
        ValueError: if there is no such score, or the sizes do not suit it.
    """
    if score == "none":
        return FixedContext()
    if score not in SCORES:
        raise ValueError(f"Unknown score {score!r}: expected one of {', '.join(SCORES)}, none.")
    return Attention(score, query_size, key_size, attention_size)
