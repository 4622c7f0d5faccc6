"""What the timings share: attention, the first state, the RNN, and training over a target."""

import torch
from torch import Tensor, nn

from alignoscope.models.decoders.readouts import Readouts
from alignoscope.models.layers.attention import AttentionOutput, Memory, Past, build_attention
from alignoscope.models.layers.encoder import RNNS, Rnn
from alignoscope.models.layers.steps import DecoderState, StepOutput, Walk, fill_cell
from alignoscope.records.variant import ModelConfig


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
        self.rnn = build_rnn(config, input_size)
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

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """Return the readouts of any steps whose context is a single source value, c_t = h_j.

        All earlier steps read the `words` [batch, tgt_len, embedding_size] and had the `contexts`
        [batch, tgt_len, hidden_size]. For an RNN that is one `Gru` of one layer.
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


def build_rnn(config: ModelConfig, input_size: int) -> Rnn:
    """Return a decoder's RNN of the configuration's cell, size and layers."""
    dropout = config.dropout if config.layers > 1 else 0
    size, layers = config.hidden_size, config.layers
    return RNNS[config.cell](input_size, size, layers, batch_first=True, dropout=dropout)
