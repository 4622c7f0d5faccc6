"""Facts about annotations (encoder states): which of them change when one word is replaced."""

import torch

from alignoscope.course.facts.sentences import GIRL
from alignoscope.models.checkpoint import Checkpoint

CHANGES = (("little", "young"), ("eating", "washing"), ("apple", "cake"))


@torch.inference_mode()
def changes(old: str, new: str, checkpoint: Checkpoint) -> tuple[list[float], list[float]]:
    """Return the norm of the change of the forward and the backward half of each annotation.

    `old` is a word of `GIRL` and is replaced by `new`; both are one piece.
    """
    sentences = [checkpoint.tokenizer.encode(text) for text in (GIRL, GIRL.replace(old, new))]
    before, after = (checkpoint.model.encode(torch.tensor([one.ids])).values for one in sentences)
    assert before.shape == after.shape, "the words have not as many pieces"
    halves = (after - before)[0].chunk(2, dim=-1)
    forward, backward = ([round(x, 3) for x in half.norm(dim=-1).tolist()] for half in halves)
    return forward, backward


def half_size(checkpoint: Checkpoint) -> int:
    """Return the size of each half of an annotation."""
    return checkpoint.model.config.hidden_size // 2


def place(word: str) -> int:
    """Return the index of a word in the sentence `GIRL`, from 0."""
    return GIRL.rstrip(".").split().index(word)


def forward_before(checkpoint: Checkpoint) -> float:
    """Return the largest change of a forward half before *apple* when it becomes *cake*."""
    return max(changes("apple", "cake", checkpoint)[0][: place("apple")])


def backward_behind(checkpoint: Checkpoint) -> float:
    """Return the largest change of a backward half after *apple* when it becomes *cake*."""
    return max(changes("apple", "cake", checkpoint)[1][place("apple") + 1 :])


def backward_first(checkpoint: Checkpoint) -> float:
    """Return the change of the first word's backward half when *apple* becomes *cake*."""
    return changes("apple", "cake", checkpoint)[1][0]


def changed_half(old: str, new: str, word: str, checkpoint: Checkpoint) -> str:
    """Return which part of a word's annotation changes if another word is replaced.

    It is "forward", "backward", "both" or "nothing".
    """
    both = zip(("forward", "backward"), changes(old, new, checkpoint), strict=True)
    changed = [name for name, half in both if half[place(word)] > 0]
    return "both" if len(changed) > 1 else changed[0] if changed else "nothing"


def end_mark(checkpoint: Checkpoint) -> str:
    """Return "changes" if the end mark's annotation changes with *little*, or "stays"."""
    forward, _ = changes("little", "young", checkpoint)
    return "changes" if forward[-1] > 0 else "stays"
