"""What all decoders have in common, and the base class of those with an RNN: the timings."""

import torch
from torch import Tensor, nn

from alignoscope.models.decoders.readouts import Readouts
from alignoscope.models.layers.attention import (
    Attention,
    AttentionOutput,
    FixedContext,
    Memory,
    MonotonicAttention,
    Past,
    build_attention,
)
from alignoscope.models.layers.copying import CopyGate, Copying
from alignoscope.models.layers.encoder import RNNS, Rnn
from alignoscope.models.layers.steps import DecoderState, Rollout, StepOutput, fill_cell
from alignoscope.models.transformer.heads import MultiHead
from alignoscope.records.variant import ModelConfig, parse_variant


class Decoder(nn.Module):
    """The methods of every decoder; `attention` is the one whose weights a trace has."""

    attention: Attention | FixedContext | MultiHead
    dropout: nn.Module

    def project(self, values: Tensor) -> Tensor:
        """Return the keys [batch, src_len, key_size] of values [batch, src_len, value_size]."""
        return self.attention.project(values)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step."""
        raise NotImplementedError

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the embedding of the previous token [batch, embedding_size].

        Args:
            embedded: the embedding of the previous token.
            state: the state after the previous step.
            memory: the encoder's output.
            given: weights [batch, src_len] that replace the computed ones, if any.
        """
        raise NotImplementedError

    def unroll(self, embedded: Tensor, memory: Memory) -> Rollout:
        """Return the readouts and scores of all steps of a known target, for training.

        `embedded` [batch, tgt_len, embedding_size] holds the previous token of each step.
        """
        raise NotImplementedError


class RecurrentDecoder(Decoder):
    """The base class of all timings: attention, initial state, RNN, and unrolling for training.

    Args:
        config: the shape of the model.
        input_size: the size of the RNN's input.
        fed_size: the size of the vector that each step feeds to the next one, or 0 for none.
    """

    def __init__(self, config: ModelConfig, input_size: int, fed_size: int = 0) -> None:
        super().__init__()
        size = config.hidden_size
        self.attention = build_attention(config)
        self.fed_size = fed_size
        self.layers = config.layers
        read = size if config.start == "mean" else size // (1 + config.bidirectional)
        self.first = nn.Linear(read, size * config.layers)
        self.rnn = build_rnn(config, input_size)
        self.dropout: nn.Module = nn.Dropout(config.rnn_dropout)
        self.gate = CopyGate(config) if parse_variant(config.variant).copying else None

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step, computed from the encoder's last state.

        s_0 = tanh(W_s h_1 backward)  (Bahdanau et al. 2015, appendix A.2.2), in every layer; with
        a one-way encoder, from h_n forward, and from the mean of all h_j where the configuration
        says so (Sennrich et al. 2017, section 2). An LSTM's memory cell and the fed vector are 0.
        """
        hidden = torch.tanh(self.first(memory.last[:, -self.first.in_features :]))
        hidden = hidden.unflatten(-1, (self.layers, -1)).transpose(0, 1).contiguous()
        fed = hidden.new_zeros(hidden.shape[1], self.fed_size) if self.fed_size else None
        past = Past(0, torch.zeros_like(memory.mask, dtype=torch.float))
        if isinstance(self.attention, MonotonicAttention):  # The first step begins at the start.
            first = torch.cat([past.weights[:, :1] + 1, past.weights[:, 1:]], dim=1)
            past = past._replace(last=first)
        return DecoderState((fill_cell(self.rnn, hidden),), fed, past)

    def attend(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None
    ) -> tuple[AttentionOutput, Past]:
        """Attend with one query, and return the output with the past after this step.

        Args:
            query: the query [batch, query_size].
            memory: the encoder's output.
            past: the weights of the earlier steps.
            given: weights [batch, src_len] that replace the computed ones, if any.
        """
        given = None if given is None else given.unsqueeze(1)
        attention = self.attention(query.unsqueeze(1), memory, past, given).only()
        weights = past.weights if attention.weights is None else past.weights + attention.weights
        last = None if past.last is None else attention.weights
        return attention, Past(past.steps + 1, weights, last)

    def copying(
        self, attention: AttentionOutput, state: Tensor, embedded: Tensor, memory: Memory
    ) -> Copying | None:
        """Return what steps may copy, or None without a gate; `CopyGate.read` has the shapes."""
        if self.gate is None:
            return None
        assert attention.weights is not None
        assert memory.source is not None
        source = memory.source
        if attention.weights.ndim > source.ndim:  # all steps of a target
            source = source.unsqueeze(1).expand_as(attention.weights)
        return self.gate.read(attention.context, state, embedded, attention.weights, source)

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """Return a function from (step, source) pairs to the readouts for the context c_t = h_j.

        The steps read the embedded `words` [batch, tgt_len, embedding_size]; the steps before each
        had the `contexts` [batch, tgt_len, hidden_size]. Every RNN must be a `Gru` of one layer.
        """
        raise NotImplementedError

    def unroll(self, embedded: Tensor, memory: Memory) -> Rollout:
        """Return the readouts and scores of all steps; see `Decoder.unroll`."""
        state, readouts, scores, copied = self.initial_state(memory), [], [], []
        for word in embedded.unbind(dim=1):
            output = self.step(word, state, memory)
            state = output.state
            readouts.append(output.readout)
            if output.attention.scores is not None:
                scores.append(output.attention.scores)
            if output.copying is not None:
                copied.append(output.copying)
        return Rollout(
            torch.stack(readouts, dim=1),
            torch.stack(scores, dim=1) if scores else None,
            Copying(*(torch.stack(part, dim=1) for part in zip(*copied, strict=True)))
            if copied
            else None,
        )


def build_rnn(config: ModelConfig, input_size: int) -> Rnn:
    """Return a decoder's RNN with the configuration's cell, hidden size and layers."""
    dropout = config.dropout if config.layers > 1 else 0
    size, layers = config.hidden_size, config.layers
    return RNNS[config.cell](input_size, size, layers, batch_first=True, dropout=dropout)
