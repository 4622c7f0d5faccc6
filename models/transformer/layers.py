"""The layers of the Transformer, and its encoder.

Every sublayer reads its normalised input, and is added to it: x + F(norm(x)). Vaswani et al. 2017
normalise the sum instead, norm(x + F(x)); with the norm before, training needs no long warm-up
(Xiong et al. 2020).
"""

from collections.abc import Iterable
from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from alignoscope.models.layers.packing import Linear
from alignoscope.models.transformer.heads import Attended, MultiHead, positions
from alignoscope.records.variant import ModelConfig, has_positions


class FeedForward(nn.Module):
    """Two linear layers: W_2 max(0, W_1 x + b_1) + b_2  (Vaswani et al. 2017, section 3.3)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.inner = Linear(config.hidden_size, config.feed_forward)
        self.outer = Linear(config.feed_forward, config.hidden_size)

    def forward(self, x: Tensor) -> Tensor:
        """Return the output [..., size] of vectors [..., size]."""
        return self.outer(self.inner(x).relu())


class EncoderLayer(nn.Module):
    """Self-attention over the source, then a feed-forward network."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.own_norm, self.own = nn.LayerNorm(size), MultiHead(size, config.heads)
        self.forward_norm, self.network = nn.LayerNorm(size), FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Tensor, Attended]:
        """Return the output [batch * src_len, size] of tokens of this shape, and the attention.

        The mask [batch, src_len] is True for tokens.
        """
        normed = self.own_norm(x)
        projected = self.own.project(normed).unflatten(0, (len(mask), -1))
        own = self.own(self.own.query(normed), projected, mask.unsqueeze(1))
        x = x + self.dropout(own.output)
        return x + self.dropout(self.network(self.forward_norm(x))), own


class LayerOutput(NamedTuple):
    """The output of a decoder layer for n tokens of each sentence."""

    x: Tensor  # [batch * n, size]
    seen: Tensor  # [batch, steps, 2 size], keys and values of self-attention, of all tokens so far
    own: Attended  # self-attention, over the tokens so far
    query: Tensor  # [batch * n, size], the queries of all heads for the source
    cross: Attended  # attention to the source


class DecoderLayer(nn.Module):
    """Self-attention over the tokens so far, attention to the source, and a feed-forward network.

    In training all tokens pass through it at once, in decoding one after the other.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        size = config.hidden_size
        self.own_norm, self.own = nn.LayerNorm(size), MultiHead(size, config.heads)
        self.cross_norm, self.cross = nn.LayerNorm(size), MultiHead(size, config.heads)
        self.forward_norm, self.network = nn.LayerNorm(size), FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self,
        x: Tensor,
        before: Tensor | None,
        source: Tensor,
        mask: Tensor,
        causal: Tensor | None,
        given: Tensor | None = None,
    ) -> LayerOutput:
        """Read n tokens of each sentence.

        Args:
            x: the tokens [batch * n, size].
            before: the keys and values of the tokens before them, `LayerOutput.seen`, if any.
            source: the projected keys and values of the source [batch, src_len, 2 size].
            mask: True for source tokens, [batch, src_len].
            causal: True where a token may attend to another, [1, n, steps]; None allows all.
            given: weights of heads for the source, see `MultiHead.forward`.
        """
        normed = self.own_norm(x)
        seen = self.own.project(normed).unflatten(0, (len(mask), -1))
        if before is not None:
            seen = torch.cat([before, seen], dim=1)
        own = self.own(self.own.query(normed), seen, causal)
        x = x + self.dropout(own.output)
        query = self.cross.query(self.cross_norm(x))
        cross = self.cross(query, source, mask.unsqueeze(1), given)
        x = x + self.dropout(cross.output)
        x = x + self.dropout(self.network(self.forward_norm(x)))
        return LayerOutput(x, seen, own, query, cross)


class TransformerEncoder(nn.Module):
    """A stack of layers whose normalised output is the values."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.has_positions = has_positions(config.variant)
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(config.hidden_size)

    def forward(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Read embeddings [batch, src_len, size].

        Return the values [batch, src_len, size], and that of the first token [batch, size] in place
        of an RNN's last state, which no Transformer reads.
        """
        values = self.walk(embedded, mask)[0]
        return values, values[:, 0]

    def walk(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, list[Attended]]:
        """Return the values [batch, src_len, size], and each layer's self-attention."""
        if self.has_positions:
            embedded = embedded + positions(
                0, embedded.shape[1], embedded.shape[2], embedded.device
            )
        x, maps = embedded.flatten(0, 1), []
        for layer in cast(Iterable[EncoderLayer], self.layers):
            x, own = layer(x, mask)
            maps.append(own)
        return self.norm(x).unflatten(0, (len(mask), -1)), maps
