"""The changes to one translation as small immutable values: branches and edited rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from alignoscope.analysis.edits import check_row
from alignoscope.records.catalogue.normalisers import alpha_name
from alignoscope.records.trace import Trace
from alignoscope.records.variant import TRANSFORMER

# Weights are stored in 65,535ths (two bytes), so a link restores exactly the numbers that were
# shown.
WHOLE = 65_535
KNOWN_BRANCH = "This branch already exists."
NO_WEIGHTS = "has no attention, so it has no weights to edit. Choose another model."
NO_HEADS = (
    "attends with several heads, and its map is their mean, which no layer reads. The weights of "
    "single heads are not known here, so there are none to edit."
)
BY_HAND = "hand"
LIKE = "like"  # `like.luong-dot`: the row of another variant.
ALPHA = "alpha"  # `alpha.1.6`: alpha-entmax with alpha = 1.6 of the step's scores.
HOWS = {
    BY_HAND: "by hand",
    "uniform": "uniform",
    "sharpen": "sharpened",
    "flatten": "flattened",
    "gold": "gold alignment",
}
# `only.1.4` names source words 1 and 4; `move.1.4` moves the weight of word 1 to word 4.
MOVE = "move"
OF_WORDS = {
    "only": "only {}",
    "forget": "{} ignored",
    "swap": "{} swapped",
    MOVE: "{} moved to {}",
}

Head = tuple[int, int]  # a layer and a head in it, from 0
# One (step, head, weights over pieces) per edited row; the head is None but in a Transformer.
EditedRows = tuple[tuple[int, Head | None, tuple[float, ...]], ...]


def no_edits(trace: Trace) -> str:
    """Return why the weights of a trace cannot be edited, as the predicate of its model, or ""."""
    if trace.weights is None:
        return NO_WEIGHTS
    if trace.timing == TRANSFORMER and any(step.heads is None for step in trace.steps):
        return NO_HEADS
    return ""


def head_count(trace: Trace) -> int:
    """Return how many heads have rows to edit: those of a Transformer, else 0."""
    heads = trace.steps[0].heads
    return 0 if heads is None else len(heads)


@dataclass(frozen=True, kw_only=True)
class Branch:
    """A translation by a checkpoint that is forced to begin with the token ids `prefix`.

    The last token of `prefix` is the one that a person chose.
    """

    number: int  # The number on the page, from 1.
    path: Path
    prefix: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Edit:
    """Weights [src_len], in 65,535ths, that replace the computed weights of a step (from 0).

    `how` says how they were made: a key of `HOWS`; a key of `OF_WORDS` with the numbers of source
    words from 1 (`only.1.4`); `like.` and a variant; or `alpha.` and a number. `head` is that of a
    Transformer.
    """

    step: int
    how: str
    row: tuple[int, ...]
    head: Head | None = None


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """The changes to one translation, in the order in which they were made."""

    path: Path
    source: str
    target: str
    branches: tuple[Branch, ...] = ()
    edits: tuple[Edit, ...] = ()


def in_parts(row: np.ndarray) -> tuple[int, ...]:
    """Return weights [src_len] as whole 65,535ths that keep the row's rounded total.

    They are rounded by the largest-remainder method: all down, then the largest remainders up.

    Raises:
        ValueError: if the row is not valid (`analysis.edits.check_row`), or nothing is left of it.
    """
    exact = check_row(row) * WHOLE
    parts = np.floor(exact)
    missing = min(round(exact.sum()), WHOLE) - int(parts.sum())
    parts[np.argsort(parts - exact, kind="stable")[: max(missing, 0)]] += 1
    return tuple(map(int, check_row(parts)))


def in_force(edits: Iterable[Edit]) -> EditedRows:
    """Return the last edit of each step, or of each head at a step."""
    rows = {(one.step, one.head): tuple(part / WHOLE for part in one.row) for one in edits}
    return tuple((*place, rows[place]) for place in sorted(rows))


def in_words(how: str, words: Sequence[str]) -> str:
    """Describe how an edit was made; `words` are the source words."""
    name, _, rest = how.partition(".")
    if name in OF_WORDS:
        named = [words[int(i) - 1] for i in rest.split(".")]
        return OF_WORDS[name].format(*(named if name == MOVE else [", ".join(named)]))
    if name == ALPHA:
        return alpha_name(float(rest))
    return HOWS.get(how, f"attention of {rest}")


def head_name(head: Head) -> str:
    """Return the name of a head and its layer."""
    return "layer {}, head {}".format(*(number + 1 for number in head))


def histories(edits: Iterable[Edit], words: Sequence[str]) -> dict[int, str]:
    """Describe, for each edited step, all its edits in order."""
    found: dict[int, list[str]] = {}
    for edit in edits:
        said = in_words(edit.how, words)
        said = said if edit.head is None else f"{head_name(edit.head)} {said}"
        found.setdefault(edit.step, []).append(said)
    return {step: ", then ".join(hows) for step, hows in found.items()}


def together(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Return the spans (start, end) of edits that were made together.

    Edits of consecutive steps with one alpha, or of one move, form one span; every other edit is a
    span of one.
    """
    spans: list[tuple[int, int]] = []
    for i, edit in enumerate(edits):
        before = edits[i - 1]
        follows = i and (before.step + 1, before.how) == (edit.step, edit.how)
        if follows and edit.how.startswith((f"{ALPHA}.", f"{MOVE}.")):
            spans[-1] = (spans[-1][0], i + 1)
        else:
            spans.append((i, i + 1))
    return spans
