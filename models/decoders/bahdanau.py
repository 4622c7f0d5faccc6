"""Bahdanau's timing: the decoder attends with its state before the update."""

from typing import cast

import torch
from torch import Tensor
from torch.nn.functional import linear

from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.models.decoders.readouts import (
    Readouts,
    SplitLinear,
    StepSourcePairs,
    states_of,
    updated,
)
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.encoder import Gru
from alignoscope.models.layers.packing import Linear
from alignoscope.models.layers.steps import DecoderState, StepOutput, advance
from alignoscope.records.variant import ModelConfig


class BahdanauDecoder(RecurrentDecoder):
    """The decoder of Bahdanau et al. 2015: the query is s[i-1].

    c_i = attend(s_{i-1});  s_i = f(s_{i-1}, [E y_{i-1}; c_i]);  deep output: t~_i = U s_i +
    V E y_{i-1} + C c_i, t_i = maxout of pairs of t~_i  (section 3.1 and appendix A.2.2, where the
    RNN is a GRU; section 3.1, equation 4 gives the output the state s_i).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding + hidden)
        self.deep_output = Linear(hidden + embedding + hidden, 2 * embedding)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the embedding of the previous token; see `Decoder.step`."""
        query = self.dropout(state.rnns[0][0][-1])
        attention, past = self.attend(query, memory, state.past, given)
        inputs = torch.cat([embedded, attention.context], dim=-1)
        hidden, rnn = advance(self.rnn, inputs, state.rnns[0])
        hidden = self.dropout(hidden)
        deep = self.deep_output(torch.cat([hidden, embedded, attention.context], dim=-1))
        readout = deep.unflatten(-1, (-1, 2)).amax(dim=-1)
        copying = self.copying(attention, hidden, embedded, memory)
        return StepOutput(DecoderState((rnn,), None, past), query, attention, readout, copying)

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """See `RecurrentDecoder.single_source_readouts`."""
        gru, first = cast(Gru, self.rnn), self.initial_state(memory).rnns[0][0]
        _, before = states_of(gru, torch.cat([words, contexts], dim=-1), first)
        weight, recurring, bias, other = gru.all_weights[0]
        read = SplitLinear(weight, bias, words, memory.values)
        recurrent = linear(before, recurring, other)
        deep, size = self.deep_output, gru.hidden_size
        beside = SplitLinear(deep.weight[:, size:], deep.bias, words, memory.values)

        def readouts(pairs: StepSourcePairs) -> Tensor:
            state = pairs.by_step(before)
            hidden = updated(read(pairs), pairs.by_step(recurrent), state)
            both = linear(hidden, deep.weight[:, :size]) + beside(pairs)
            return both.unflatten(-1, (-1, 2)).amax(dim=-1)

        return readouts
