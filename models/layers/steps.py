"""The state and output of one decoding step, and functions that advance an RNN."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.models.layers.attention import AttentionOutput, Past
from alignoscope.models.layers.copying import Copying
from alignoscope.models.layers.encoder import Gru, Rnn
from alignoscope.models.layers.packing import is_training

Hidden = tuple[Tensor, ...]  # One RNN's state, and an LSTM's memory cell: [layers, batch, size].


class DecoderState(NamedTuple):
    """The decoder state that one step passes to the next."""

    rnns: tuple[Hidden, ...]
    fed: Tensor | None  # [batch, size], the attentional vector or context fed to the next step
    past: Past
    cache: Tensor | None = None  # [layers, batch, steps, size], what a Transformer keeps of tokens


class StepOutput(NamedTuple):
    """The result of one step, before the vocabulary layer, which reads `written`.

    A step returns no logits, so that training can apply the vocabulary layer once to all steps.
    """

    state: DecoderState
    query: Tensor  # [batch, query_size]
    attention: AttentionOutput  # without the query axis
    readout: Tensor  # [batch, embedding_size]
    copying: Copying | None = None  # only of a decoder that copies

    @property
    def written(self) -> tuple[Tensor, Copying | None]:
        """The two parts that determine the probabilities of the next token."""
        return self.readout, self.copying


class Rollout(NamedTuple):
    """The parts of all steps of a known target that training reads."""

    readouts: Tensor  # [batch, tgt_len, embedding_size]
    scores: Tensor | None  # [batch, tgt_len, src_len], -inf where masked
    copying: Copying | None = None

    @property
    def written(self) -> tuple[Tensor, Copying | None]:
        """The two parts that determine the probabilities of each token."""
        return self.readouts, self.copying


def fill_cell(rnn: Rnn, hidden: Tensor) -> Hidden:
    """Return a state [layers, batch, size] as an RNN's `Hidden`, with a zero LSTM memory cell."""
    return (hidden, torch.zeros_like(hidden)) if isinstance(rnn, nn.LSTM) else (hidden,)


def run(rnn: Rnn, inputs: Tensor, before: Hidden) -> tuple[Tensor, Hidden]:
    """Let an RNN read n inputs [batch, n, input_size].

    Return its top-layer states [batch, n, size] and its state after the last input.
    """
    states, after = rnn(inputs, before if isinstance(rnn, nn.LSTM) else before[0])
    return states, after if isinstance(rnn, nn.LSTM) else (after,)


def advance(rnn: Rnn, inputs: Tensor, before: Hidden) -> tuple[Tensor, Hidden]:
    """Let an RNN read one input [batch, input_size].

    Return its top-layer state [batch, size] and its whole state. Outside training and on a GPU, a
    GRU of one layer uses `Gru.cell`, which computes the same: a call of cuDNN for a single step
    takes longer to set up than to compute.
    """
    stepwise = inputs.is_cuda or not is_training()
    if isinstance(rnn, Gru) and rnn.num_layers == 1 and stepwise:
        hidden = rnn.cell(inputs, before[0][0])
        return hidden, (hidden.unsqueeze(0),)
    states, after = run(rnn, inputs.unsqueeze(1), before)
    return states.squeeze(1), after


def select(state: DecoderState, rows: Tensor) -> DecoderState:
    """Return the state of rows [n] of the batch, in their order; rows may repeat."""
    return DecoderState(
        tuple(tuple(part[:, rows] for part in hidden) for hidden in state.rnns),
        None if state.fed is None else state.fed[rows],
        state.past._replace(
            weights=state.past.weights[rows],
            last=None if state.past.last is None else state.past.last[rows],
        ),
        None if state.cache is None else state.cache[:, rows],
    )


def join(states: Sequence[DecoderState]) -> DecoderState:
    """Return the states of several batches of a model with an RNN, joined along the batch axis.

    The number of earlier steps is set to 0, since it may differ between the states. Weights that
    depend on it (`local-m`) must be given.
    """
    fed = [state.fed for state in states if state.fed is not None]
    hidden = zip(*(state.rnns for state in states), strict=True)
    return DecoderState(
        tuple(tuple(torch.cat(parts, dim=1) for parts in zip(*rnn, strict=True)) for rnn in hidden),
        torch.cat(fed) if fed else None,
        Past(0, torch.cat([state.past.weights for state in states])),
    )
