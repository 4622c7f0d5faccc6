"""The whole model: embeddings, encoder, decoder and vocabulary layer."""

import math
from collections.abc import Sequence
from weakref import WeakSet

import torch
from torch import Tensor, nn

from alignoscope.data.tokenizer import PAD_ID
from alignoscope.models.decoders import DECODERS
from alignoscope.models.decoders.base import Decoder
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.copying import Copying, mixed
from alignoscope.models.layers.encoder import Encoder, Gru
from alignoscope.models.layers.packing import Linear, PackedLinear, is_small, is_training, packable
from alignoscope.models.layers.steps import DecoderState, Rollout, StepOutput
from alignoscope.models.transformer.layers import TransformerEncoder
from alignoscope.records.variant import ModelConfig, is_transformer, parse_variant

_FINISHED: "WeakSet[Seq2Seq]" = WeakSet()


class Seq2Seq(nn.Module):
    """An encoder-decoder of one variant.

    Source, target and vocabulary layer share one embedding table E: p(y) = softmax(E t + b), with
    t the decoder's readout (Press and Wolf 2017, section 3, "three-way weight tying").
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.embedding_size)
        nn.init.normal_(self.embedding.weight, std=config.embedding_size**-0.5)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.encoder: Encoder | TransformerEncoder
        self.decoder: Decoder
        if is_transformer(config.variant):
            self.encoder, self.decoder = TransformerEncoder(config), TransformerDecoder(config)
        else:
            self.encoder = Encoder(config)
            self.decoder = DECODERS[parse_variant(config.variant).timing](config)
        self.dropout: nn.Module = nn.Dropout(config.dropout)
        self.packed: PackedLinear | None = None

    @property
    def finished(self) -> bool:
        """Whether `pack` was called, so that nothing is trained any more.

        A copy is not: lessons change the layers of copies.
        """
        return self in _FINISHED

    @property
    def copies(self) -> bool:
        """Whether the model copies pieces of the source."""
        return parse_variant(self.config.variant).copying

    def embed(self, ids: Tensor) -> Tensor:
        """Return the embeddings of ids [batch, ...]: [batch, ..., embedding_size].

        x = sqrt(embedding_size) E y: a table scaled for the vocabulary layer has entries that are
        too small as inputs (Vaswani et al. 2017, section 3.4). Unscaled, the RNNs learn slower.
        The ids may be on another device than the model.
        """
        ids = ids.to(self.bias.device)
        return self.dropout(self.embedding(ids) * math.sqrt(self.config.embedding_size))

    def encode(self, source: Tensor) -> Memory:
        """Encode source ids [batch, src_len], padded with `PAD_ID` after each sentence."""
        source = source.to(self.bias.device)
        return self.memory(self.embed(source), source != PAD_ID, source)

    def memory(self, embedded: Tensor, mask: Tensor, source: Tensor | None = None) -> Memory:
        """Encode embeddings [batch, src_len, embedding_size]; the mask is True for tokens.

        `source` [batch, src_len] are the ids, which only a model that copies needs.
        """
        values, last = self.encoder(embedded, mask)
        if self.config.start == "mean":
            real = mask.unsqueeze(-1)
            last = (values * real).sum(dim=1) / real.sum(dim=1)
        values = self.dropout(values)
        kept = source if self.copies else None
        return Memory(self.decoder.project(values), values, mask, last, kept)

    def step(
        self, token: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one decoding step from the previous token's ids [batch].

        Args:
            token: the ids.
            state: the state after the previous step.
            memory: the encoder's output.
            given: weights [batch, src_len] that replace the computed ones (the oracle), if any; of
                a Transformer those of its heads, see `TransformerDecoder.step`.
        """
        given = None if given is None else given.to(self.bias.device)
        return self.decoder.step(self.embed(token), state, memory, given)

    def pack(self) -> None:
        """Prepare the model for decoding only, with float16 matrices where that loses nothing.

        Dropout of the model and its decoder is removed, so it must not be trained afterwards.
        """
        for module in self.decoder.modules():
            if isinstance(module, Gru | Linear):
                module.pack()
        if packable(self.embedding.weight):
            self.packed = PackedLinear(self.embedding.weight, self.bias)
        self.dropout = self.decoder.dropout = nn.Identity()
        _FINISHED.add(self)

    def logits(self, readout: Tensor, copying: Copying | None = None) -> Tensor:
        """Return the logits [batch, vocab_size] of readouts [batch, embedding_size].

        Of steps that copy they are log-probabilities, whose softmax is the mixture (`mixed`).
        """
        if self.packed and not is_training() and is_small(readout):
            logits = self.packed(readout)
        else:
            weight = self.embedding.weight
            logits = nn.functional.linear(self.dropout(readout), weight, self.bias)
        return logits if copying is None else mixed(logits, copying)

    def forward(self, source: Tensor, previous: Tensor) -> Tensor:
        """Return the readouts [batch, tgt_len, embedding_size] for given previous tokens.

        `previous` [batch, tgt_len] is the target shifted right by the start mark (teacher forcing).
        """
        return self.walk(source, previous).readouts

    def walk(self, source: Tensor, previous: Tensor) -> Rollout:
        """Return the readouts of `forward`, and all scores [batch, tgt_len, src_len]."""
        return self.decoder.unroll(self.embed(previous), self.encode(source))


def pad_ids(rows: Sequence[Sequence[int]]) -> Tensor:
    """Return rows of ids as one tensor [batch, longest], padded at the end with `PAD_ID`."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD_ID] * (longest - len(row))] for row in rows])
