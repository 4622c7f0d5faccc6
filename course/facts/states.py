"""Which state of an RNN asks, and what the first one is made of."""

import torch

from alignoscope.course.facts.sentences import LETTERS
from alignoscope.data.tokenizer import START_ID
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import Memory


@torch.inference_mode()
def asking(checkpoint: Checkpoint) -> str:
    """Return which part of the decoder's state the query is: "h", or an LSTM's memory "c"."""
    model, memory = checkpoint.model, _memory(checkpoint)
    output = model.step(torch.tensor([START_ID]), model.decoder.initial_state(memory), memory)
    parts = zip("hc", output.state.rnns[0], strict=False)
    return next((name for name, part in parts if torch.equal(part[-1], output.query)), "neither")


@torch.inference_mode()
def start(checkpoint: Checkpoint) -> str:
    """Return what s[0] is tanh(W h) of: "first" word from the right, or "last" from the left."""
    decoder, memory = checkpoint.model.decoder, _memory(checkpoint)
    state, half = decoder.initial_state(memory).rnns[0][0][-1], decoder.first.in_features
    ends = {"first": memory.values[:, 0, -half:], "last": memory.values[:, -1, :half]}
    made = (name for name, h in ends.items() if torch.equal(torch.tanh(decoder.first(h)), state))
    return next(made, "nothing")


def _memory(checkpoint: Checkpoint) -> Memory:
    return checkpoint.model.encode(torch.tensor([checkpoint.tokenizer.encode(LETTERS).ids]))
