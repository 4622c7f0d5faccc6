"""The two timings: when the decoder asks. The classes differ in the order of the lines of `step`.

Bahdanau asks with the state before its update, and the context enters the RNN; Luong asks with the
state after it, and the context joins the state behind the RNN.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from models.attention import AttentionOutput, Memory, build_attention
from models.encoder import RNNS
from models.variant import ModelConfig, parse_variant


class DecoderState(NamedTuple):
    """What one step hands to the next."""

    hidden: Tensor  # [batch, hidden_size]
    memory_cell: Tensor | None  # [batch, hidden_size], of an LSTM
    attentional: Tensor | None  # [batch, embedding_size], with input feeding


class StepOutput(NamedTuple):
    """All that one step computed, but for the vocabulary layer, which reads `readout`."""

    state: DecoderState
    query: Tensor  # [batch, query_size]
    attention: AttentionOutput  # of the one query, without the axis of queries
    readout: Tensor  # [batch, embedding_size]


class Decoder(nn.Module):
    """What the timings share: the attention, the first state, the RNN, and the walk of training."""

    def __init__(self, config: ModelConfig, input_size: int) -> None:
        super().__init__()
        size = config.hidden_size
        _, score, self.input_feeding = parse_variant(config.variant)
        self.embedding_size = config.embedding_size
        self.attention = build_attention(score, size, size, config.attention_size)
        self.first = nn.Linear(size // 2, size)
        self.rnn = RNNS[config.cell](input_size, size, batch_first=True)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step, made from the backward encoder at the first word.

        s_0 = tanh(W_s h_1 backward)  (Bahdanau et al. 2015, appendix A.2.2). An LSTM's memory cell
        and the first attentional vector are zero.
        """
        backward = memory.values[:, 0].chunk(2, dim=-1)[1]
        hidden = torch.tanh(self.first(backward))
        cell = torch.zeros_like(hidden) if isinstance(self.rnn, nn.LSTM) else None
        fed = hidden.new_zeros(len(hidden), self.embedding_size) if self.input_feeding else None
        return DecoderState(hidden, cell, fed)

    def update(self, inputs: Tensor, state: DecoderState) -> tuple[Tensor, DecoderState]:
        """Let the RNN read n inputs [batch, n, input_size]; return [batch, n, hidden_size], state.

        The axis that torch's RNNs want before the state is their number of layers, one.
        """
        if state.memory_cell is None:
            states, last = self.rnn(inputs, state.hidden.unsqueeze(0))
            return states, state._replace(hidden=last.squeeze(0))
        before = (state.hidden.unsqueeze(0), state.memory_cell.unsqueeze(0))
        states, (last, cell) = self.rnn(inputs, before)
        return states, state._replace(hidden=last.squeeze(0), memory_cell=cell.squeeze(0))

    def step(self, embedded: Tensor, state: DecoderState, memory: Memory) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        raise NotImplementedError

    def unroll(self, embedded: Tensor, memory: Memory) -> Tensor:
        """Return the readouts [batch, tgt_len, embedding_size] of all steps, for training.

        `embedded` [batch, tgt_len, embedding_size] holds the previous word of each step.
        """
        state, readouts = self.initial_state(memory), []
        for word in embedded.unbind(dim=1):
            output = self.step(word, state, memory)
            state = output.state
            readouts.append(output.readout)
        return torch.stack(readouts, dim=1)


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
        attention = self.attention(query.unsqueeze(1), memory).only()
        inputs = torch.cat([embedded, attention.context], dim=-1)
        _, state = self.update(inputs.unsqueeze(1), state)
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
        _, state = self.update(embedded.unsqueeze(1), state)
        query = state.hidden
        attention = self.attention(query.unsqueeze(1), memory).only()
        readout = self.readout(attention.context, query)
        if state.attentional is not None:
            state = state._replace(attentional=readout)
        return StepOutput(state, query, attention, readout)

    def readout(self, context: Tensor, query: Tensor) -> Tensor:
        """Return the attentional vector h~ of contexts and queries [..., hidden_size]."""
        return torch.tanh(self.attentional(torch.cat([context, query], dim=-1)))

    def unroll(self, embedded: Tensor, memory: Memory) -> Tensor:
        """Return the readouts [batch, tgt_len, embedding_size] of all steps, for training.

        Without input feeding no step's input waits for the step before, so that the RNN reads the
        whole target in one call and all queries attend at once.
        """
        if self.input_feeding:
            return super().unroll(embedded, memory)
        queries, _ = self.update(embedded, self.initial_state(memory))
        return self.readout(self.attention(queries, memory).context, queries)


DECODERS: dict[str, type[Decoder]] = {"bahdanau": BahdanauDecoder, "luong": LuongDecoder}
