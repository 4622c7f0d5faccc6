"""Facts about RNN states: which one is the query, when, and how the first one is computed."""

import torch

from alignoscope.course.facts.sentences import LETTERS
from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.models.layers.attention import Memory


@torch.inference_mode()
def asking(checkpoint: Checkpoint) -> str:
    """Return which part of the decoder's state is the query: "h", or an LSTM's cell state "c"."""
    model, memory = checkpoint.model, _memory(checkpoint)
    output = model.step(torch.tensor([START_ID]), model.decoder.initial_state(memory), memory)
    parts = zip("hc", output.state.rnns[0], strict=False)
    return next((name for name, part in parts if torch.equal(part[-1], output.query)), "neither")


@torch.inference_mode()
def order(checkpoint: Checkpoint) -> str:
    """Return the order of a step's events: whether it attends before or after its update."""
    model, memory = checkpoint.model, _memory(checkpoint)
    before = model.decoder.initial_state(memory)
    output = model.step(torch.tensor([START_ID]), before, memory)
    orders = {"attend, update, write": before, "update, attend, write": output.state}
    made = (name for name, x in orders.items() if torch.equal(x.rnns[0][0][-1], output.query))
    return next(made, "neither")


@torch.inference_mode()
def start(checkpoint: Checkpoint) -> str:
    """Return which word's encoder state h gives s[0] = tanh(W h), or "nothing".

    It is the "first" word's state from the right, or the "last" word's from the left.
    """
    decoder, memory = checkpoint.model.decoder, _memory(checkpoint)
    assert isinstance(decoder, RecurrentDecoder)
    state, half = decoder.initial_state(memory).rnns[0][0][-1], decoder.first.in_features
    ends = {"first": memory.values[:, 0, -half:], "last": memory.values[:, -1, :half]}
    made = (name for name, h in ends.items() if torch.equal(torch.tanh(decoder.first(h)), state))
    return next(made, "nothing")


def _memory(checkpoint: Checkpoint) -> Memory:
    return checkpoint.model.encode(torch.tensor([checkpoint.tokenizer.encode(LETTERS).ids]))
