"""The Transformer's decoder, which keeps the keys and values of all tokens instead of a state."""

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn

from alignoscope.models.decoders.base import Decoder
from alignoscope.models.layers.attention import AttentionOutput, Memory, Past
from alignoscope.models.layers.steps import DecoderState, Rollout, StepOutput
from alignoscope.models.transformer.heads import MultiHead, positions
from alignoscope.models.transformer.layers import DecoderLayer, LayerOutput
from alignoscope.records.variant import ModelConfig, has_positions

# The embedding of the previous token passes through all layers, and the vocabulary layer has the
# same embeddings. With a gain of 1, a new model would be sure that it writes this token again.
FIRST_GAIN = 0.25


class TransformerDecoder(Decoder):
    """The decoder of Vaswani et al. 2017: each layer attends to the tokens so far, and the source.

    A step's weights are the mean over the heads of one layer's attention to the source, that of
    `ModelConfig.aligned_layer`; of the layers, the last but one aligns best (Garg et al. 2019,
    section 4.1). The step's query and context vector are of this layer, too: the queries of all
    heads side by side, and the output after W^O. A mean of softmaxes has no scores.

    The memory's keys are the projected keys and values of all layers side by side.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.has_positions = has_positions(config.variant)
        self.aligned = (config.aligned_layer or max(config.layers - 1, 1)) - 1
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.layers))
        self.norm = nn.LayerNorm(config.hidden_size)
        nn.init.constant_(self.norm.weight, FIRST_GAIN)
        self.dropout = nn.Identity()  # Dropout is within the layers.

    @property
    def attention(self) -> MultiHead:  # type: ignore[override]
        """The attention to the source whose weights a trace has."""
        return self._layers()[self.aligned].cross

    def _layers(self) -> list[DecoderLayer]:
        return list(cast(Iterable[DecoderLayer], self.layers))

    def project(self, values: Tensor) -> Tensor:
        """Return the keys and values of all layers [batch, src_len, layers * 2 size]."""
        return torch.cat([layer.cross.project(values) for layer in self._layers()], dim=-1)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step, with no token in its cache."""
        batch, src_len, size = memory.values.shape
        cache = memory.values.new_zeros(len(self.layers), batch, 0, 2 * size)
        return DecoderState((), None, Past(0, memory.values.new_zeros(batch, src_len)), cache)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from an embedding [batch, embedding_size].

        Given weights are those of single heads [batch, layers, heads, src_len], NaN where a head
        computes its own: the mean itself is read by no layer.
        """
        assert state.cache is not None
        own = None if given is None else given.unsqueeze(3)
        outputs = self._walk(embedded.unsqueeze(1), memory, state.past.steps, state.cache, own)
        last, asked = outputs[-1].x, outputs[self.aligned]
        heads, own_heads = (one.weights.squeeze(2) for one in (asked.cross, asked.own))
        weights = heads.mean(dim=1)
        past = Past(state.past.steps + 1, state.past.weights + weights)
        cache = torch.stack([one.seen for one in outputs])
        return StepOutput(
            DecoderState((), None, past, cache),
            asked.query,
            AttentionOutput(None, weights, asked.cross.output, None, heads, own_heads),
            self.norm(last),
        )

    def unroll(self, embedded: Tensor, memory: Memory) -> Rollout:
        """Return the readouts of all steps, which are computed at once; see `Decoder.unroll`."""
        readouts = self.norm(self.walk(embedded, memory)[-1].x)
        return Rollout(readouts.unflatten(0, (len(embedded), -1)), None)

    def walk(
        self, embedded: Tensor, memory: Memory, given: Tensor | None = None
    ) -> list[LayerOutput]:
        """Return each layer's output for embeddings [batch, tgt_len, embedding_size].

        Given weights are [batch, layers, heads, tgt_len, src_len], NaN as in `step`.
        """
        return self._walk(embedded, memory, 0, None, given)

    def _walk(
        self,
        embedded: Tensor,
        memory: Memory,
        first: int,
        cache: Tensor | None,
        given: Tensor | None = None,
    ) -> list[LayerOutput]:
        """Read n tokens [batch, n, size] from the position `first` on; after a cache, n is 1."""
        count, device = embedded.shape[1], embedded.device
        if self.has_positions:
            embedded = embedded + positions(first, count, embedded.shape[2], device)
        causal = None
        if cache is None:
            causal = torch.ones(1, count, count, dtype=torch.bool, device=device).tril()
        x, outputs = embedded.flatten(0, 1), list[LayerOutput]()
        sources = memory.keys.chunk(len(self.layers), dim=-1)
        for i, (layer, source) in enumerate(zip(self._layers(), sources, strict=True)):
            before = None if cache is None else cache[i]
            own = None if given is None else given[:, i]
            outputs.append(layer(x, before, source, memory.mask, causal, own))
            x = outputs[-1].x
        return outputs
