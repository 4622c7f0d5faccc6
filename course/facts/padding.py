"""Facts about unmasked padding, and about a softmax over the wrong axis."""

import math
from collections.abc import Sequence

import numpy as np
import torch

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.loop import length_limit
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import Memory

SHOWN = 8  # The number of words shown of an output that does not end.
WAYS = ("mask before the softmax", "mask after it, then divide", "mask after it")


def padded_mass(scores: Sequence[float], pads: int) -> float:
    """Return the mass of pads of score 0 beside these scores: pads / (sum_j exp(e_j) + pads)."""
    return round(pads / (sum(map(math.exp, scores)) + pads), 3)


def masked_row(scores: Sequence[float], pads: int, way: str) -> list[float]:
    """Return the weights of the real tokens under one of three ways to mask pads of score 0."""
    assert way in WAYS
    parts = [*map(math.exp, scores)]
    whole = sum(parts) + (0 if way == WAYS[0] else pads)
    row = [part / whole for part in parts]
    return [share / sum(row) for share in row] if way == WAYS[1] else row


def row_sum(scores: Sequence[float], pads: int, way: str) -> float:
    """Return the sum of the weights of the real tokens under one of these ways."""
    return round(sum(masked_row(scores, pads, way)), 3)


def repair(scores: Sequence[float], pads: int) -> str:
    """Return which change of a program makes the weights of words sum to 1, and of pads 0.

    The program multiplies the weights by the mask: 1 for a word and 0 for a pad.
    """
    every, mask = np.array([*scores, *[0.0] * pads]), np.repeat([1.0, 0.0], [len(scores), pads])
    repaired = {
        "minus infinity": _softmax(np.where(mask > 0, every, -np.inf)) * mask,
        "scores times mask": _softmax(every * mask) * mask,
        "softmax again": _softmax(_softmax(every) * mask),
        "values times mask": _softmax(every) * mask,
    }
    words = len(scores)
    (found,) = (
        name
        for name, row in repaired.items()
        if np.isclose(row[:words].sum(), 1) and not row[words:].any()
    )
    return found


def _softmax(scores: np.ndarray) -> np.ndarray:
    return np.exp(scores) / np.exp(scores).sum()


def leak(text: str, pads: int, checkpoint: Checkpoint) -> float:
    """Return the mean mass on unmasked pads (zero annotations) while a text is translated."""
    return round(_decode(text, pads, checkpoint)[1], 2)


def written(text: str, pads: int, checkpoint: Checkpoint) -> str:
    """Return a model's output for a text beside unmasked pads."""
    return checkpoint.tokenizer.decode(_decode(text, pads, checkpoint)[0]).text


def effect(text: str, pads: int, checkpoint: Checkpoint) -> str:
    """Return "changes" or "stays": what unmasked pads do to a model's output."""
    same = written(text, pads, checkpoint) == written(text, 0, checkpoint)
    return "stays" if same else "changes"


def with_weights_of_one(text: str, checkpoint: Checkpoint) -> str:
    """Return the beginning of a model's output if every weight is 1.

    This is the effect of a softmax over an axis of length 1.
    """
    words = checkpoint.tokenizer.decode(_decode(text, None, checkpoint)[0]).words
    return " ".join([*words[:SHOWN], *["…"] * (len(words) > SHOWN)])


@torch.inference_mode()
def _decode(text: str, pads: int | None, checkpoint: Checkpoint) -> tuple[list[int], float]:
    """Return the token ids of a greedy translation, and the mean mass on the pads.

    If `pads` is None, every weight is 1.
    """
    model, source = checkpoint.model, checkpoint.tokenizer.encode(text)
    memory = model.encode(torch.tensor([source.ids]))
    given = torch.ones(1, len(source.ids)) if pads is None else None
    zeros = memory.values.new_zeros(1, pads or 0, memory.values.shape[2])
    values = torch.cat([memory.values, zeros], dim=1)
    mask = torch.ones(values.shape[:2], dtype=torch.bool)
    memory = Memory(model.decoder.attention.project(values), values, mask, memory.last)
    state, token = model.decoder.initial_state(memory), torch.tensor([START_ID])
    written: list[int] = []
    masses = []
    while len(written) < length_limit(source) and written[-1:] != [END_ID]:
        output = model.step(token, state, memory, given)
        state, token = output.state, model.logits(*output.written).argmax(dim=-1)
        written.append(int(token))
        weights = output.attention.weights
        assert weights is not None
        masses.append(float(weights[0, len(source.ids) :].sum()))
    return written, sum(masses) / len(masses)
