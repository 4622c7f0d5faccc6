"""Nematus' timing: the decoder attends between two updates of one state."""

from typing import cast

import torch
from torch import Tensor
from torch.nn.functional import linear

from alignoscope.models.decoders.base import RecurrentDecoder, build_rnn
from alignoscope.models.decoders.readouts import Readouts, SplitLinear, StepSourcePairs, updated
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.encoder import Gru
from alignoscope.models.layers.packing import Linear
from alignoscope.models.layers.steps import DecoderState, StepOutput, advance
from alignoscope.records.variant import ModelConfig


class NematusDecoder(RecurrentDecoder):
    """The conditional GRU of Nematus: the query follows one update, the context enters a second.

    q_t = f_1(s_{t-1}, E y_{t-1});  c_t = attend(q_t);  s_t = f_2(q_t, c_t);  the readout is
    P tanh(U s_t + V E y_{t-1} + C c_t)  (Sennrich et al. 2017, section 2; P as in `LuongDecoder`).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding)
        self.second = build_rnn(config, hidden)
        self.deep_output = Linear(hidden + embedding + hidden, embedding)
        self.output = Linear(embedding, embedding, bias=False)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the embedding of the previous token; see `Decoder.step`."""
        query, between = advance(self.rnn, embedded, state.rnns[0])
        query = self.dropout(query)
        attention, past = self.attend(query, memory, state.past, given)
        hidden, rnn = advance(self.second, attention.context, between)
        hidden = self.dropout(hidden)
        deep = self.deep_output(torch.cat([hidden, embedded, attention.context], dim=-1))
        readout = self.output(torch.tanh(deep))
        copying = self.copying(attention, hidden, embedded, memory)
        return StepOutput(DecoderState((rnn,), None, past), query, attention, readout, copying)

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """See `RecurrentDecoder.single_source_readouts`."""
        first, second = cast(Gru, self.rnn), cast(Gru, self.second)
        state, found = self.initial_state(memory).rnns[0][0][0], []
        for word, context in zip(words.unbind(dim=1), contexts.unbind(dim=1), strict=True):
            found.append(first.cell(word, state))
            state = second.cell(context, found[-1])
        queries = torch.stack(found, dim=1)
        weight, recurring, bias, other = second.all_weights[0]
        read, recurrent = linear(memory.values, weight, bias), linear(queries, recurring, other)
        deep, size = self.deep_output, second.hidden_size
        beside = SplitLinear(deep.weight[:, size:], deep.bias, words, memory.values)

        def readouts(pairs: StepSourcePairs) -> Tensor:
            query = pairs.by_step(queries)
            hidden = updated(pairs.by_source(read), pairs.by_step(recurrent), query)
            both = linear(hidden, deep.weight[:, :size]) + beside(pairs)
            return self.output(torch.tanh(both))

        return readouts
