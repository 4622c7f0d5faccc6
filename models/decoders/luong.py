"""Luong's timing: the decoder attends with its state after the update."""

import torch
from torch import Tensor

from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.models.decoders.readouts import Readouts, StepSourcePairs, states_of
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.packing import Linear
from alignoscope.models.layers.steps import DecoderState, Rollout, StepOutput, advance, run
from alignoscope.records.variant import ModelConfig, parse_variant


class LuongDecoder(RecurrentDecoder):
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
        """Make one step from the embedding of the previous token; see `Decoder.step`."""
        inputs = embedded if state.fed is None else torch.cat([embedded, state.fed], dim=-1)
        query, rnn = advance(self.rnn, inputs, state.rnns[0])
        query = self.dropout(query)
        attention, past = self.attend(query, memory, state.past, given)
        vector = self.attentional_vector(attention.context, query)
        fed = None if state.fed is None else vector
        copying = self.copying(attention, query, embedded, memory)
        state = DecoderState((rnn,), fed, past)
        return StepOutput(state, query, attention, self.output(vector), copying)

    def attentional_vector(self, context: Tensor, query: Tensor) -> Tensor:
        """Return h~ [..., hidden_size] of contexts and queries [..., hidden_size]."""
        return torch.tanh(self.attentional(torch.cat([context, query], dim=-1)))

    def unroll(self, embedded: Tensor, memory: Memory) -> Rollout:
        """Return the readouts and scores of all steps of a known target, for training.

        `embedded` [batch, tgt_len, embedding_size] are its tokens, shifted right by one.

        Where no step depends on the weights of the step before, the RNN reads the whole target in
        one call and all queries attend at once.
        """
        if self.fed_size or self.attention.sequential:
            return super().unroll(embedded, memory)
        state = self.initial_state(memory)
        queries = self.dropout(run(self.rnn, embedded, state.rnns[0])[0])
        attention = self.attention(queries, memory, state.past)
        vectors = self.attentional_vector(attention.context, queries)
        copying = self.copying(attention, queries, embedded, memory)
        return Rollout(self.output(vectors), attention.scores, copying)

    def single_source_readouts(self, memory: Memory, words: Tensor, contexts: Tensor) -> Readouts:
        """See `RecurrentDecoder.single_source_readouts`.

        Without input feeding the RNN never reads a context, so `contexts` is not used.
        """
        queries, _ = states_of(self.rnn, words, self.initial_state(memory).rnns[0][0])

        def readouts(pairs: StepSourcePairs) -> Tensor:
            value, query = pairs.by_source(memory.values), pairs.by_step(queries)
            return self.output(self.attentional_vector(value, query))

        return readouts
