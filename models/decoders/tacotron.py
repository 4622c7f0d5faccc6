"""Tacotron's timing: an attention RNN attends, and residual RNN layers follow."""

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn
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
from alignoscope.models.layers.encoder import RNNS, Gru, Rnn
from alignoscope.models.layers.packing import Linear
from alignoscope.models.layers.steps import DecoderState, StepOutput, advance, fill_cell
from alignoscope.records.variant import ModelConfig


class TacotronDecoder(RecurrentDecoder):
    """Tacotron's decoder: an attention RNN, then two residual RNN layers; the query is h[t].

    h_t = f(h_{t-1}, [E y_{t-1}; c_{t-1}]);  c_t = attend(h_t);  x_0 = W [h_t; c_t];
    x_k = x_{k-1} + f_k(x_{k-1}) for k = 1, 2;  the readout is V x_2  (Wang et al. 2017, section
    3.3, without its pre-net; the previous context enters the attention RNN as in Shen et al. 2018,
    section 2.2).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding + hidden, hidden)
        self.joined = Linear(hidden + hidden, hidden)
        rnn = RNNS[config.cell]
        self.residual = nn.ModuleList(rnn(hidden, hidden, batch_first=True) for _ in range(2))
        self.output = Linear(hidden, embedding)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step; the residual layers start at zero."""
        state = super().initial_state(memory)
        zeros = torch.zeros_like(state.rnns[0][0][:1])
        residual = cast(Iterable[Rnn], self.residual)
        return state._replace(rnns=(*state.rnns, *(fill_cell(rnn, zeros) for rnn in residual)))

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the embedding of the previous token; see `Decoder.step`."""
        assert state.fed is not None
        inputs = torch.cat([embedded, state.fed], dim=-1)
        query, rnn = advance(self.rnn, inputs, state.rnns[0])
        query = self.dropout(query)
        attention, past = self.attend(query, memory, state.past, given)
        x, rnns = self.joined(torch.cat([query, attention.context], dim=-1)), [rnn]
        residual = cast(Iterable[Rnn], self.residual)
        for layer, before in zip(residual, state.rnns[1:], strict=True):
            hidden, after = advance(layer, x, before)
            x = x + self.dropout(hidden)
            rnns.append(after)
        state = DecoderState(tuple(rnns), attention.context, past)
        copying = self.copying(attention, query, embedded, memory)
        return StepOutput(state, query, attention, self.output(x), copying)

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """See `RecurrentDecoder.single_source_readouts`."""
        first, *rest = (hidden[0] for hidden in self.initial_state(memory).rnns)
        fed = torch.cat([torch.zeros_like(contexts[:, :1]), contexts[:, :-1]], dim=1)
        queries, _ = states_of(self.rnn, torch.cat([words, fed], dim=-1), first)
        joined = SplitLinear(self.joined.weight, self.joined.bias, queries, memory.values)
        x, layers = self.joined(torch.cat([queries, contexts], dim=-1)), []
        for gru, start in zip(cast(Iterable[Gru], self.residual), rest, strict=True):
            tops, before = states_of(gru, x, start)
            x = x + tops
            weight, recurring, bias, other = gru.all_weights[0]
            layers.append((weight, bias, before, linear(before, recurring, other)))

        def readouts(pairs: StepSourcePairs) -> Tensor:
            x = joined(pairs)
            for weight, bias, before, recurrent in layers:
                x = x + updated(
                    linear(x, weight, bias), pairs.by_step(recurrent), pairs.by_step(before)
                )
            return self.output(x)

        return readouts
