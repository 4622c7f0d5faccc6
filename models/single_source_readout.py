"""Readouts of every target step if the context were a single source value, c_t = h_j.

The earlier steps are those of a known target. A timing computes the sums in its own order
(`Decoder.single_source_readouts`); where it cannot, each step is made again for each source token.
"""

import torch
from torch import Tensor, nn

from alignoscope.models.decoders.luong import LuongDecoder
from alignoscope.models.decoders.readouts import Readouts, StepSourcePairs
from alignoscope.models.layers.attention import Memory
from alignoscope.models.layers.encoder import Gru
from alignoscope.models.layers.steps import join, select
from alignoscope.models.seq2seq import Seq2Seq


def single_source_readouts(
    model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor
) -> Readouts:
    """Return a function from pairs of step and source token to their readouts.

    All earlier steps have the weights [batch, tgt_len, src_len], and read the tokens `previous`
    [batch, tgt_len].
    """
    decoder = model.decoder
    rnns = [module for module in decoder.modules() if isinstance(module, nn.RNNBase)]
    feeds_back = isinstance(decoder, LuongDecoder) and decoder.fed_size > 0
    if feeds_back or not all(isinstance(rnn, Gru) and rnn.num_layers == 1 for rnn in rnns):
        return _step_by_step(model, memory, previous, weights)
    contexts = weights.to(memory.values.dtype) @ memory.values
    return decoder.single_source_readouts(memory, model.embed(previous), contexts)


def _step_by_step(model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor) -> Readouts:
    """Walk all steps as decoding does, and then make each again for each source token."""
    state, states = model.decoder.initial_state(memory), []
    for token, rows in zip(previous.unbind(dim=1), weights.unbind(dim=1), strict=True):
        states.append(state)
        state = model.step(token, state, memory, rows).state
    walked = join(states)  # by step, and then by sentence

    def readouts(pairs: StepSourcePairs) -> Tensor:
        """A row is a batch entry with one source token to see, which has all the weight."""
        sentence, step, source = pairs
        seen = Memory(
            memory.keys[sentence, source, None],
            memory.values[sentence, source, None],
            torch.ones(len(step), 1, dtype=torch.bool),
            memory.last[sentence],
        )
        before = select(walked, step * len(memory.mask) + sentence)
        past = before.past._replace(weights=before.past.weights.gather(1, source.unsqueeze(1)))
        given = torch.ones(len(step), 1)
        before = before._replace(past=past)
        return model.step(previous[sentence, step], before, seen, given).readout

    return readouts
