"""What one decoding step takes and leaves, what a walk over all steps does, and an RNN's part."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.models.layers.attention import AttentionOutput, Past
from alignoscope.models.layers.encoder import Gru, Rnn
from alignoscope.models.layers.packing import is_training

Hidden = tuple[Tensor, ...]  # one RNN's state, or with an LSTM's memory cell: [layers, batch, size]


class DecoderState(NamedTuple):
    """What one step hands to the next."""

    rnns: tuple[Hidden, ...]
    fed: Tensor | None  # [batch, size]: an attentional vector or a context that is fed back
    past: Past


class StepOutput(NamedTuple):
    """All that one step computed, but for the vocabulary layer, which reads `readout`."""

    state: DecoderState
    query: Tensor  # [batch, query_size]
    attention: AttentionOutput  # of the one query, without the axis of queries
    readout: Tensor  # [batch, embedding_size]


class Walk(NamedTuple):
    """What all steps over a given target leave, for training."""

    readouts: Tensor  # [batch, tgt_len, embedding_size]
    scores: Tensor | None  # [batch, tgt_len, src_len], -inf where they are masked


def fill_cell(rnn: Rnn, hidden: Tensor) -> Hidden:
    """Return a state [layers, batch, size] as the RNN wants it: an LSTM's memory cell is zero."""
    return (hidden, torch.zeros_like(hidden)) if isinstance(rnn, nn.LSTM) else (hidden,)


def run(rnn: Rnn, inputs: Tensor, before: Hidden) -> tuple[Tensor, Hidden]:
    """Let an RNN read n inputs [batch, n, input_size]; return its top states [batch, n, size]."""
    states, after = rnn(inputs, before if isinstance(rnn, nn.LSTM) else before[0])
    return states, after if isinstance(rnn, nn.LSTM) else (after,)


def advance(rnn: Rnn, inputs: Tensor, before: Hidden) -> tuple[Tensor, Hidden]:
    """Let an RNN read one input [batch, input_size]; return its top state [batch, size].

    Outside of training a GRU of one layer takes its cell alone, which computes the same.
    """
    if isinstance(rnn, Gru) and rnn.num_layers == 1 and not is_training():
        hidden = rnn.cell(inputs, before[0][0])
        return hidden, (hidden.unsqueeze(0),)
    states, after = run(rnn, inputs.unsqueeze(1), before)
    return states.squeeze(1), after


def select(state: DecoderState, rows: Tensor) -> DecoderState:
    """Return the state of the given rows of the batch, in their order; a row may come twice."""
    return DecoderState(
        tuple(tuple(part[:, rows] for part in hidden) for hidden in state.rnns),
        None if state.fed is None else state.fed[rows],
        state.past._replace(weights=state.past.weights[rows]),
    )


def join(states: Sequence[DecoderState]) -> DecoderState:
    """Return the states of several batches as one of them all.

    Their steps before are counted apart: what depends on their number must be given.
    """
    fed = [state.fed for state in states if state.fed is not None]
    hidden = zip(*(state.rnns for state in states), strict=True)
    return DecoderState(
        tuple(tuple(torch.cat(parts, dim=1) for parts in zip(*rnn, strict=True)) for rnn in hidden),
        torch.cat(fed) if fed else None,
        Past(0, torch.cat([state.past.weights for state in states])),
    )
