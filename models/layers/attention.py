"""Attention: scores are masked, normalised to weights, and used to average the values."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.models.layers.monotonic import chosen, expected
from alignoscope.models.layers.normalisers import NORMALISERS
from alignoscope.models.scores import SCORES
from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.variant import ModelConfig, parse_variant


class Memory(NamedTuple):
    """The encoder's output, which the decoder attends to."""

    keys: Tensor  # [batch, src_len, attention_size]
    values: Tensor  # [batch, src_len, value_size]
    mask: Tensor  # [batch, src_len] bool, True at real tokens
    last: Tensor  # [batch, value_size], the encoder's last state in each direction
    source: Tensor | None = None  # [batch, src_len], the ids, for a decoder that copies

    def change(self, part: Callable[[Tensor], Tensor]) -> "Memory":
        """Return this with all parts changed alike, such as with other rows of the batch."""
        return Memory._make(None if one is None else part(one) for one in self)


class Past(NamedTuple):
    """The number of earlier steps, the sum of their weights, and those of the last of them."""

    steps: int
    weights: Tensor  # [batch, src_len], summed over the steps
    last: Tensor | None = None  # [batch, src_len], only of a `MonotonicAttention`


class AttentionOutput(NamedTuple):
    """The scores, weights and context vectors of n queries; None for what a score lacks."""

    scores: Tensor | None  # [batch, n, src_len], -inf at padding and outside a window
    weights: Tensor | None  # [batch, n, src_len], 0 where the score is -inf
    context: Tensor  # [batch, n, value_size]
    center: Tensor | None = None  # [batch, n], position of a local window's centre, from 0
    heads: Tensor | None = None  # [batch, heads, src_len], of which the weights are the mean
    # [batch, heads, steps], a Transformer's self-attention of the same layer
    self_heads: Tensor | None = None

    def only(self) -> "AttentionOutput":
        """Return the output of a single query without the query axis: [batch, ...]."""
        scores, weights, context, center = self[:4]
        return AttentionOutput(
            None if scores is None else scores.squeeze(1),
            None if weights is None else weights.squeeze(1),
            context.squeeze(1),
            None if center is None else center.squeeze(1),
        )


class Attention(nn.Module):
    """Global attention with a score function and a normaliser from the registries.

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
        normaliser = parse_variant(config.variant).normaliser
        if normaliser != MONOTONIC:  # whose weights depend on the step before
            self.normalise = NORMALISERS[normaliser]

    @property
    def sequential(self) -> bool:
        """Whether the scores of a step depend on the weights of earlier steps."""
        return getattr(self.score, "sequential", False)

    def project(self, values: Tensor) -> Tensor:
        """Return the keys of the encoder states: [batch, src_len, attention_size]."""
        return self.score.project(values)

    def scores(self, query: Tensor, memory: Memory, past: Past) -> Tensor:
        """Return the scores [batch, n, src_len], unmasked; only sequential ones get the past.

        With any other score, training may pass all queries at once, before there are past weights.
        A score that reads the past must therefore set `sequential`; without it, decoding does not
        pass the past either.
        """
        weights = past.weights if self.sequential else None
        return self.score(query, memory.keys, weights).float()

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Attend with queries [batch, n, query_size].

        Args:
            query: the queries.
            memory: the encoder's output.
            past: the weights of the earlier steps.
            given: weights [batch, n, src_len] that replace the computed ones (the oracle), if any;
                the context is computed with them.
        """
        scores = self.scores(query, memory, past)
        scores = scores.masked_fill(~memory.mask.unsqueeze(1), -torch.inf)
        return average(scores, self.normalise(scores), memory, given)


class LocalAttention(Attention):
    """Local attention: a window of 2 D + 1 source positions around a centre p.

    Monotonic (`local-m`): p_t = t. Predictive (`local-p`): p_t = S sigmoid(v . tanh(W q)), real,
    with S the number of source tokens; and a_j = softmax(e)_j exp(-(j - p_t)^2 / (2 (D/2)^2)),
    after the softmax over the window, so that a row sums below 1. (Luong et al. 2015, section 3.2,
    equations 9 and 10.) In a target longer than its source the centre stays at the last position.
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
        """Return the centres [batch, n] of the windows, from 0 to the last real source token."""
        sizes = memory.mask.sum(dim=1, keepdim=True)
        if self.predictive:
            share = torch.sigmoid(self.v(torch.tanh(self.position(query))).squeeze(-1).float())
            return torch.minimum(sizes * share, sizes - 1)
        steps = past.steps + torch.arange(query.shape[1], device=query.device)
        return torch.minimum(steps.unsqueeze(0), sizes - 1).float()


class MonotonicAttention(Attention):
    """Monotonic attention: a hard choice in decoding, its expectation in training.

    e_j = g score(q, k_j) + r;  p_j = sigmoid(e_j)  (Raffel et al. 2017, section 2.4, equation 16,
    with g and r learnt; any score stands in the place of theirs, whose v has the length 1). In
    training, noise of variance 1 is added to e, so that p learns to be near 0 or 1  (section 2.5).
    The scores that it returns are e without the noise. See `expected` and `chosen`.
    """

    def __init__(self, score: str, config: ModelConfig) -> None:
        super().__init__(score, config)
        self.gain = nn.Parameter(torch.ones(1))
        self.offset = nn.Parameter(torch.full((1,), FIRST_OFFSET))

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Attend with queries [batch, n, query_size]; see `Attention.forward`."""
        assert past.last is not None
        scores = self.gain * self.scores(query, memory, past) + self.offset
        scores = scores.masked_fill(~memory.mask.unsqueeze(1), -torch.inf)
        if self.training:
            weights = expected(scores + torch.randn_like(scores), past.last)
        else:
            weights = chosen(scores, past.last)
        return average(scores, weights, memory, given)


class FixedContext(nn.Module):
    """No attention: the context is the encoder's last state in each direction, at every step.

    c = [h_n forward; h_1 backward]  (the RNN encoder-decoder of Cho et al. 2014, section 2.2, with
    a bidirectional encoder).
    """

    sequential = False

    def project(self, values: Tensor) -> Tensor:
        """Return the values [batch, src_len, value_size] unchanged; there are no keys."""
        return values

    def forward(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None = None
    ) -> AttentionOutput:
        """Return the same context for each of the queries [batch, n, query_size]."""
        return AttentionOutput(None, None, memory.last.unsqueeze(1).expand(-1, query.shape[1], -1))


def average(
    scores: Tensor, weights: Tensor, memory: Memory, given: Tensor | None
) -> AttentionOutput:
    """Return the output whose context is the values averaged with the weights, or the given ones.

    Args:
        scores: [batch, n, src_len], masked.
        weights: [batch, n, src_len].
        memory: the encoder's output.
        given: weights [batch, n, src_len] that replace the computed ones, or None.
    """
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
    monotonic = parse_variant(config.variant).normaliser == MONOTONIC
    return (MonotonicAttention if monotonic else Attention)(score, config)


def known_scores() -> list[str]:
    """Return the names of all scores, as they appear in the names of variants."""
    return [*SCORES, *LOCAL, "none"]


LOCAL = {"local-m": False, "local-p": True}
FIRST_OFFSET = -1.0  # of a new model: below 0, so that it does not run to the source's end at once
