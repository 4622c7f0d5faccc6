"""Attention: the one place where scores are masked, become weights and average the values."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.models.layers.normalisers import NORMALISERS
from alignoscope.models.scores import SCORES
from alignoscope.records.variant import ModelConfig, parse_variant


class Memory(NamedTuple):
    """What the encoder leaves for the decoder."""

    keys: Tensor  # [batch, src_len, attention_size]
    values: Tensor  # [batch, src_len, value_size]
    mask: Tensor  # [batch, src_len] bool, True at real tokens
    last: Tensor  # [batch, value_size], the encoder's last state in each direction


class Past(NamedTuple):
    """What attention may know of the steps before."""

    steps: int  # their number
    weights: Tensor  # [batch, src_len], summed over them


class AttentionOutput(NamedTuple):
    """What n queries found; a part is None where there is no such thing."""

    scores: Tensor | None  # [batch, n, src_len], -inf at padding and outside a window
    weights: Tensor | None  # [batch, n, src_len], 0 there
    context: Tensor  # [batch, n, value_size]
    center: Tensor | None = None  # [batch, n], of a local window, counted from 0

    def only(self) -> "AttentionOutput":
        """Return the output of a single query without the axis of queries: [batch, ...]."""
        scores, weights, context, center = self
        return AttentionOutput(
            None if scores is None else scores.squeeze(1),
            None if weights is None else weights.squeeze(1),
            context.squeeze(1),
            None if center is None else center.squeeze(1),
        )


class Attention(nn.Module):
    """Global attention with a score function and a normaliser of the registries.

    a = softmax(e) over real tokens, or another normaliser's weights; c = sum_j a_j h_j  (Bahdanau
    et al. 2015, section 3.1, equations 5 and 6; Luong et al. 2015, section 3.1, equation 7).
    """

    def __init__(self, score: str, config: ModelConfig) -> None:
        super().__init__()
        if score not in SCORES:
            raise ValueError(
                f"Unknown score {score!r}: expected one of {', '.join(known_scores())}."
            )
        size = config.hidden_size
        self.score = SCORES[score](size, size, config.attention_size)
        self.normalise = NORMALISERS[parse_variant(config.variant).normaliser]

    @property
    def sequential(self) -> bool:
        """True where a step's scores depend on the weights of the steps before."""
        return getattr(self.score, "sequential", False)

    def project(self, values: Tensor) -> Tensor:
        """Return the keys of the encoder states: [batch, src_len, attention_size]."""
        return self.score.project(values)

    def scores(self, query: Tensor, memory: Memory, past: Past) -> Tensor:
        """Return the scores [batch, n, src_len], unmasked; the past is for sequential ones alone.

        Training may ask all queries of the others at once, when there is no past yet: a score that
        reads it must say so, or it gets none in decoding either.
        """
        weights = past.weights if self.sequential else None
        return self.score(query, memory.keys, weights).float()

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Attend with queries [batch, n, query_size].

        `given` weights [batch, n, src_len], where there are any, take the place of the computed
        ones (the oracle): the context is theirs.
        """
        scores = self.scores(query, memory, past)
        scores = scores.masked_fill(~memory.mask.unsqueeze(1), -torch.inf)
        return average(scores, self.normalise(scores), memory, given)


class LocalAttention(Attention):
    """Local attention: a window of 2 D + 1 source positions around a center p.

    Monotonic (`local-m`): p_t = t. Predictive (`local-p`): p_t = S sigmoid(v . tanh(W q)), real,
    with S the number of source tokens; and a_j = softmax(e)_j exp(-(j - p_t)^2 / (2 (D/2)^2)),
    after the softmax over the window, so that a row sums below 1. (Luong et al. 2015, section 3.2,
    equations 9 and 10.) A target longer than its source keeps the last position as its center.
    """

    def __init__(self, score: str, config: ModelConfig, *, predictive: bool) -> None:
        super().__init__(score, config)
        self.window = config.window
        self.predictive = predictive
        if predictive:
            self.position = nn.Linear(config.hidden_size, config.attention_size, bias=False)
            self.v = nn.Linear(config.attention_size, 1, bias=False)

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Attend with queries [batch, n, query_size]; see `Attention.forward`."""
        center = self.centers(query, memory, past)
        position = torch.arange(memory.mask.shape[1], device=center.device)
        distance = position - center.unsqueeze(-1)
        outside = (distance.abs() > self.window) | ~memory.mask.unsqueeze(1)
        scores = self.scores(query, memory, past)
        scores = scores.masked_fill(outside, -torch.inf)
        weights = self.normalise(scores)
        if self.predictive:
            weights = weights * torch.exp(-2 * (distance / self.window) ** 2)
        return average(scores, weights, memory, given)._replace(center=center)

    def centers(self, query: Tensor, memory: Memory, past: Past) -> Tensor:
        """Return the centers [batch, n] of the windows, from 0; a window is never empty."""
        sizes = memory.mask.sum(dim=1, keepdim=True)
        if self.predictive:
            share = torch.sigmoid(self.v(torch.tanh(self.position(query))).squeeze(-1).float())
            return torch.minimum(sizes * share, sizes - 1)
        steps = past.steps + torch.arange(query.shape[1], device=query.device)
        return torch.minimum(steps.unsqueeze(0), sizes - 1).float()


class FixedContext(nn.Module):
    """No attention: the context is the encoder's last state in each direction, at every step.

    c = [h_n forward; h_1 backward]  (the RNN encoder-decoder of Cho et al. 2014, section 2.2, with
    a bidirectional encoder).
    """

    sequential = False

    def project(self, values: Tensor) -> Tensor:
        """Return the values: there are no keys to project."""
        return values

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Return the one context, whatever the queries [batch, n, query_size] are."""
        return AttentionOutput(None, None, memory.last.unsqueeze(1).expand(-1, query.shape[1], -1))


def average(
    scores: Tensor, weights: Tensor, memory: Memory, given: Tensor | None
) -> AttentionOutput:
    """Return the values averaged with the weights, or with the given ones in their place."""
    weights = weights if given is None else given
    return AttentionOutput(
        scores, weights, torch.bmm(weights.to(memory.values.dtype), memory.values)
    )


def build_attention(config: ModelConfig) -> Attention | FixedContext:
    """Return the attention of a variant.

    Raises:
        ValueError: if there is no such score, or the sizes do not suit it.
    """
    score = parse_variant(config.variant).score
    if score == "none":
        return FixedContext()
    for name, predictive in LOCAL.items():
        if score == name or score.startswith(f"{name}-"):
            content = score.removeprefix(name).removeprefix("-") or "general"
            return LocalAttention(content, config, predictive=predictive)
    return Attention(score, config)


def known_scores() -> list[str]:
    """Return the names of all scores, as a variant's name has them."""
    return [*SCORES, *LOCAL, "none"]


LOCAL = {"local-m": False, "local-p": True}
