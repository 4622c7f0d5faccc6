"""Readouts of every target step if the context were a single source value, c_t = h_j.

The target is known, so all earlier steps are teacher-forced. The method of this name of a timing
computes them with few products; where it cannot, each step is repeated for each source token.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.models.decoders.luong import LuongDecoder
from alignoscope.models.decoders.readouts import StepSourcePairs
from alignoscope.models.layers.attention import Memory, MonotonicAttention
from alignoscope.models.layers.copying import Copying
from alignoscope.models.layers.encoder import Gru
from alignoscope.models.layers.steps import join, select
from alignoscope.models.seq2seq import Seq2Seq

Written = Callable[[StepSourcePairs], tuple[Tensor, Copying | None]]


def single_source_readouts(
    model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor
) -> Written:
    """Return a function from pairs of step and source token to their readouts, and what they copy.

    Args:
        model: the encoder-decoder.
        memory: the encoded source.
        previous: the previous tokens [batch, tgt_len].
        weights: the weights [batch, tgt_len, src_len] of all earlier steps.

    Raises:
        ValueError: if the model is a Transformer, whose layers all attend to the source, or its
            attention is monotonic.
    """
    decoder = model.decoder
    if not isinstance(decoder, RecurrentDecoder):
        raise ValueError(
            f"{model.config.variant} has no posterior: each layer's context depends on the one "
            "before, so no single source value takes the place of one context."
        )
    if isinstance(decoder.attention, MonotonicAttention):
        raise ValueError(
            f"{model.config.variant} has no posterior: each step chooses one source token, and "
            "whatever it writes, the posterior is that choice again."
        )
    rnns = [module for module in decoder.modules() if isinstance(module, nn.RNNBase)]
    feeds_back = isinstance(decoder, LuongDecoder) and decoder.fed_size > 0
    if (
        feeds_back
        or model.copies
        or not all(isinstance(rnn, Gru) and rnn.num_layers == 1 for rnn in rnns)
    ):
        return _step_by_step(model, memory, previous, weights)
    contexts = weights.to(memory.values.dtype) @ memory.values
    readouts = decoder.single_source_readouts(memory, model.embed(previous), contexts)
    return lambda pairs: (readouts(pairs), None)


def has_posterior(model: Seq2Seq) -> bool:
    """Return whether one context of the model could be a single source value."""
    decoder = model.decoder
    monotonic = isinstance(decoder.attention, MonotonicAttention)
    return isinstance(decoder, RecurrentDecoder) and not monotonic


def _step_by_step(model: Seq2Seq, memory: Memory, previous: Tensor, weights: Tensor) -> Written:
    """Unroll all steps as decoding does, and then repeat each for each source token."""
    state, states = model.decoder.initial_state(memory), []
    for token, rows in zip(previous.unbind(dim=1), weights.unbind(dim=1), strict=True):
        states.append(state)
        state = model.step(token, state, memory, rows).state
    walked = join(states)  # The rows are ordered by step, and then by sentence.

    def written(pairs: StepSourcePairs) -> tuple[Tensor, Copying | None]:
        """Return the readouts [pairs, embedding_size] of pairs, whose source is one token."""
        sentence, step, source = pairs
        seen = Memory(
            memory.keys[sentence, source, None],
            memory.values[sentence, source, None],
            torch.ones(len(step), 1, dtype=torch.bool),
            memory.last[sentence],
            None if memory.source is None else memory.source[sentence, source, None],
        )
        before = select(walked, step * len(memory.mask) + sentence)
        past = before.past._replace(weights=before.past.weights.gather(1, source.unsqueeze(1)))
        given = torch.ones(len(step), 1)
        before = before._replace(past=past)
        return model.step(previous[sentence, step], before, seen, given).written

    return written
