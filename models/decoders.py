"""The timings: when the decoder asks. The classes differ in the order of the lines of `step`.

Bahdanau asks with the state before its update, and the context enters the RNN; Luong asks with the
state after it, and the context joins the state behind the RNN; Tacotron asks with the state of an
RNN of its own, before two residual layers; Nematus asks between two updates of one state.
"""

from collections.abc import Iterable
from typing import Protocol, cast

import torch
from torch import Tensor, nn

from alignoscope.models.attention import AttentionOutput, Memory, Past, build_attention
from alignoscope.models.encoder import RNNS, Rnn
from alignoscope.models.packing import Linear
from alignoscope.models.steps import DecoderState, StepOutput, Walk, advance, fill_cell, run
from alignoscope.records.variant import ModelConfig, parse_variant


class Decoder(nn.Module):
    """What the timings share: the attention, the first state, the RNN, and the walk of training."""

    def __init__(self, config: ModelConfig, input_size: int, fed_size: int = 0) -> None:
        super().__init__()
        size = config.hidden_size
        self.attention = build_attention(config)
        self.fed_size = fed_size
        self.layers = config.layers
        read = size if config.start == "mean" else size // (1 + config.bidirectional)
        self.first = nn.Linear(read, size * config.layers)
        self.rnn = _build_rnn(config, input_size)
        self.dropout: nn.Module = nn.Dropout(config.rnn_dropout)

    def initial_state(self, memory: Memory) -> DecoderState:
        """Return the state before the first step, made from the encoder's last state.

        s_0 = tanh(W_s h_1 backward)  (Bahdanau et al. 2015, appendix A.2.2), in every layer; with
        a one-way encoder, from h_n forward, and from the mean of all h_j where the configuration
        says so (Sennrich et al. 2017, section 2). An LSTM's memory cell and what is fed are zero.
        """
        hidden = torch.tanh(self.first(memory.last[:, -self.first.in_features :]))
        hidden = hidden.unflatten(-1, (self.layers, -1)).transpose(0, 1).contiguous()
        fed = hidden.new_zeros(hidden.shape[1], self.fed_size) if self.fed_size else None
        past = Past(0, torch.zeros_like(memory.mask, dtype=torch.float))
        return DecoderState((fill_cell(self.rnn, hidden),), fed, past)

    def attend(
        self, query: Tensor, memory: Memory, past: Past, given: Tensor | None
    ) -> tuple[AttentionOutput, Past]:
        """Attend with one query [batch, query_size], and add its weights to the past."""
        given = None if given is None else given.unsqueeze(1)
        attention = self.attention(query.unsqueeze(1), memory, past, given).only()
        weights = past.weights if attention.weights is None else past.weights + attention.weights
        return attention, Past(past.steps + 1, weights)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size].

        `given` weights [batch, src_len] take the place of the computed ones.
        """
        raise NotImplementedError

    def unroll(self, embedded: Tensor, memory: Memory) -> Walk:
        """Return what all steps leave, for training.

        `embedded` [batch, tgt_len, embedding_size] holds the previous word of each step.
        """
        state, readouts, scores = self.initial_state(memory), [], []
        for word in embedded.unbind(dim=1):
            output = self.step(word, state, memory)
            state = output.state
            readouts.append(output.readout)
            if output.attention.scores is not None:
                scores.append(output.attention.scores)
        return Walk(torch.stack(readouts, dim=1), torch.stack(scores, dim=1) if scores else None)


class BahdanauDecoder(Decoder):
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
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        query = self.dropout(state.rnns[0][0][-1])
        attention, past = self.attend(query, memory, state.past, given)
        inputs = torch.cat([embedded, attention.context], dim=-1)
        hidden, rnn = advance(self.rnn, inputs, state.rnns[0])
        hidden = self.dropout(hidden)
        deep = self.deep_output(torch.cat([hidden, embedded, attention.context], dim=-1))
        readout = deep.unflatten(-1, (-1, 2)).amax(dim=-1)
        return StepOutput(DecoderState((rnn,), None, past), query, attention, readout)


class LuongDecoder(Decoder):
    """The decoder of Luong et al. 2015: the query is h[t].

    h_t = f(h_{t-1}, E y_{t-1});  c_t = attend(h_t);  h~_t = tanh(W_c [c_t; h_t])  (section 3,
    equation 5). With input feeding the RNN reads [E y_{t-1}; h~_{t-1}]  (section 3.3). The readout
    is P h~_t, so that W_s of equation 6 is E P: h~ is bounded, and with E alone the embeddings
    would have to grow, which saturates the RNNs that read them.
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        fed = hidden * parse_variant(config.variant).input_feeding
        super().__init__(config, embedding + fed, fed)
        self.attentional = Linear(hidden + hidden, hidden, bias=False)
        self.output = Linear(hidden, embedding, bias=False)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        inputs = embedded if state.fed is None else torch.cat([embedded, state.fed], dim=-1)
        query, rnn = advance(self.rnn, inputs, state.rnns[0])
        query = self.dropout(query)
        attention, past = self.attend(query, memory, state.past, given)
        vector = self.attentional_vector(attention.context, query)
        fed = None if state.fed is None else vector
        return StepOutput(DecoderState((rnn,), fed, past), query, attention, self.output(vector))

    def attentional_vector(self, context: Tensor, query: Tensor) -> Tensor:
        """Return h~ [..., hidden_size] of contexts and queries [..., hidden_size]."""
        return torch.tanh(self.attentional(torch.cat([context, query], dim=-1)))

    def unroll(self, embedded: Tensor, memory: Memory) -> Walk:
        """Return what all steps leave, for training.

        Where no step waits for the weights of the step before, the RNN reads the whole target in
        one call and all queries attend at once.
        """
        if self.fed_size or self.attention.sequential:
            return super().unroll(embedded, memory)
        state = self.initial_state(memory)
        queries = self.dropout(run(self.rnn, embedded, state.rnns[0])[0])
        attention = self.attention(queries, memory, state.past)
        vectors = self.attentional_vector(attention.context, queries)
        return Walk(self.output(vectors), attention.scores)


class TacotronDecoder(Decoder):
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
        """Make one step from the previous word, embedded [batch, embedding_size]."""
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
        return StepOutput(state, query, attention, self.output(x))


class NematusDecoder(Decoder):
    """The conditional GRU of Nematus: the query has read the last word, the context enters the RNN.

    q_t = f_1(s_{t-1}, E y_{t-1});  c_t = attend(q_t);  s_t = f_2(q_t, c_t);  the readout is
    P tanh(U s_t + V E y_{t-1} + C c_t)  (Sennrich et al. 2017, section 2; P as in `LuongDecoder`).
    """

    def __init__(self, config: ModelConfig) -> None:
        embedding, hidden = config.embedding_size, config.hidden_size
        super().__init__(config, embedding)
        self.second = _build_rnn(config, hidden)
        self.deep_output = Linear(hidden + embedding + hidden, embedding)
        self.output = Linear(embedding, embedding, bias=False)

    def step(
        self, embedded: Tensor, state: DecoderState, memory: Memory, given: Tensor | None = None
    ) -> StepOutput:
        """Make one step from the previous word, embedded [batch, embedding_size]."""
        query, between = advance(self.rnn, embedded, state.rnns[0])
        query = self.dropout(query)
        attention, past = self.attend(query, memory, state.past, given)
        hidden, rnn = advance(self.second, attention.context, between)
        hidden = self.dropout(hidden)
        deep = self.deep_output(torch.cat([hidden, embedded, attention.context], dim=-1))
        readout = self.output(torch.tanh(deep))
        return StepOutput(DecoderState((rnn,), None, past), query, attention, readout)


def _build_rnn(config: ModelConfig, input_size: int) -> Rnn:
    """Return a decoder's RNN of the configuration's cell, size and layers."""
    dropout = config.dropout if config.layers > 1 else 0
    size, layers = config.hidden_size, config.layers
    return RNNS[config.cell](input_size, size, layers, batch_first=True, dropout=dropout)


class Timing(Protocol):
    """What every timing is: a class of decoders, each made of a configuration alone."""

    def __call__(self, config: ModelConfig) -> Decoder:
        """Return a decoder with fresh weights."""


DECODERS: dict[str, Timing] = {
    "bahdanau": BahdanauDecoder,
    "luong": LuongDecoder,
    "tacotron": TacotronDecoder,
    "nematus": NematusDecoder,
}
