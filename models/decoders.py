"""The two timings: when the decoder asks. The classes differ in the order of the lines of `step`.

Bahdanau asks with the state before its update, and the context enters the RNN; Luong asks with the
state after it, and the context joins the state behind the RNN.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from models.attention import AttentionOutput, Memory, build_attention
from models.variant import ModelConfig, parse_variant

CELLS = {"gru": nn.GRUCell, "lstm": nn.LSTMCell}


class DecoderState(NamedTuple):
    """What one step hands to the next."""

    hidden: Tensor  # [batch, hidden_size]
    memory_cell: Tensor | None  # [batch, hidden_size], of an LSTM
    attentional: Tensor | None  # [batch, embedding_size], with input feeding


class StepOutput(NamedTuple):
    """All that one step computed, but for the vocabulary layer, which reads `readout`."""

    state: DecoderState
    query: Tensor  # [batch, query_size]
    attention: AttentionOutput
    readout: Tensor  # [batch, embedding_size]


class Decoder(nn.Module):
    """What the timings share: the attention, the first state and one update of the RNN."""

    def __init__(self, config: ModelConfig, input_size: int) -> None:
        super().__init__()
        size = config.hidden_size
        self.embedding_size = config.embedding_size
        _, score, self.input_feeding = parse_variant(config.variant)
        self.attention = build_attention(score, size, size, config.attention_size)
        self.first = nn.Linear(size // 2, size)
        self.rnn = CELLS[config.cell](input_size, size)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step, made from the backward encoder at the first word.

        s_0 = tanh(W_s h_1 backward)  (Bahdanau et al. 2015, appendix A.2.2). An LSTM's memory cell
        and the first attentional vector are zero.
        """
        backward = memory.values[:, 0].chunk(2, dim=-1)[1]
        hidden = torch.tanh(self.first(backward))
        cell = torch.zeros_like(hidden) if isinstance(self.rnn, nn.LSTMCell) else None
        fed = hidden.new_zeros(len(hidden), self.embedding_size) if self.input_feeding else None
        return DecoderState(hidden, cell, fed)

    def update(self, inputs: Tensor, state: DecoderState) -> DecoderState:
        """Return the state after the RNN read inputs [batch, input_size]."""
        if state.memory_cell is None:
            return state._replace(hidden=self.rnn(inputs, state.hidden))
        hidden, cell = self.rnn(inputs, (state.hidden, state.memory_cell))
        return state._replace(hidden=hidden, memory_cell=cell)


class BahdanauDecoder(Decoder):
    """The decoder of Bahdanau et al. 2015: the query is s[i-1].

    c_i = attend(s_{i-1});  s_i = f(s_{i-1}, [E y_{i-1}; c_i]);  deep output: t~_i = U s_i +
    V E y_{i-1} + C c_i, t_i = maxout of pairs of t~_i  (section 3.1 and appendix A.2.2, where the
    RNN is a GRU; section 3.1, equation 4 gives the output the state s_i).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding + hidden)
        self.deep_output = nn.Linear(hidden + embedding + hidden, 2 * embedding)

    def step(self, embedded: Tensor, state: DecoderState, memory: Memory) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        query = state.hidden
        attention = self.attention(query, memory)
        state = self.update(torch.cat([embedded, attention.context], dim=-1), state)
        deep = self.deep_output(torch.cat([state.hidden, embedded, attention.context], dim=-1))
        return StepOutput(state, query, attention, deep.unflatten(-1, (-1, 2)).amax(dim=-1))


class LuongDecoder(Decoder):
    """The decoder of Luong et al. 2015: the query is h[t].

    h_t = f(h_{t-1}, E y_{t-1});  c_t = attend(h_t);  h~_t = tanh(W_c [c_t; h_t])  (section 3,
    equation 5). With input feeding the RNN reads [E y_{t-1}; h~_{t-1}]  (section 3.3).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding * (1 + parse_variant(config.variant).input_feeding))
        self.attentional = nn.Linear(hidden + hidden, embedding, bias=False)

    def step(self, embedded: Tensor, state: DecoderState, memory: Memory) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        if state.attentional is not None:
            embedded = torch.cat([embedded, state.attentional], dim=-1)
        state = self.update(embedded, state)
        query = state.hidden
        attention = self.attention(query, memory)
        readout = torch.tanh(self.attentional(torch.cat([attention.context, query], dim=-1)))
        if state.attentional is not None:
            state = state._replace(attentional=readout)
        return StepOutput(state, query, attention, readout)


DECODERS: dict[str, type[Decoder]] = {"bahdanau": BahdanauDecoder, "luong": LuongDecoder}
