"""How maps came to be: the snapshots that models for made-up tasks keep of their training."""

from itertools import pairwise
from math import exp, log

import numpy as np

from alignoscope.analysis.entropy import row_entropies
from alignoscope.models.checkpoint import Checkpoint

EVEN = 2.0  # a row is nearly even while its largest weight is at most so many times an equal share
SHARP = 0.99
WRITES = 1.0  # nats a token; a guess among 26 letters costs 3.3


def after(update: int, checkpoint: Checkpoint) -> np.ndarray:
    """Return the map [tgt_len, src_len] of the first example, last kept at or before an update."""
    kept = [one for one in checkpoint.record.snapshots if one.step <= update]
    return max(kept, key=lambda one: one.step).maps[0]


def kept(checkpoint: Checkpoint) -> int:
    """Return how many snapshots a model keeps."""
    return len(checkpoint.record.snapshots)


def beginning(checkpoint: Checkpoint) -> str:
    """Return what the rows are like before the first update."""
    rows = after(0, checkpoint)
    return "nearly even" if (rows.max(axis=1) * rows.shape[1] <= EVEN).all() else "uneven"


def rows_right(update: int, checkpoint: Checkpoint) -> int:
    """Return how many letters are looked for where they stand, when the row is written backwards.

    The last row is left out: it writes the end mark.
    """
    letters = len(after(update, checkpoint)) - 1
    return int((after(update, checkpoint).argmax(axis=1)[:-1] == range(letters)[::-1]).sum())


def first_guesses(checkpoint: Checkpoint) -> int:
    """Return the probability of a right token (percent, geometric mean) when first measured."""
    return round(100 * exp(-min(checkpoint.record.history, key=lambda one: one.step).dev_loss))


def comes_first(checkpoint: Checkpoint) -> str:
    """Return what a model for letters learns first: to look where it should, or to write."""
    writes = min(one.step for one in checkpoint.record.history if one.dev_loss < WRITES)
    return "looking" if looks_after(checkpoint) < writes else "writing"


def looks_after(checkpoint: Checkpoint) -> int:
    """Return the first update kept at which all letters are looked for where they stand."""
    steps = sorted(one.step for one in checkpoint.record.snapshots)
    letters = len(checkpoint.record.snapshots[0].maps[0]) - 1
    return next(step for step in steps if rows_right(step, checkpoint) == letters)


def last_before(checkpoint: Checkpoint) -> int:
    """Return the last update kept before that."""
    first = looks_after(checkpoint)
    return max(one.step for one in checkpoint.record.snapshots if one.step < first)


def end(checkpoint: Checkpoint) -> int:
    """Return the last update kept."""
    return max(one.step for one in checkpoint.record.snapshots)


def rows_before(checkpoint: Checkpoint) -> int:
    """Return how many letters are looked for where they stand then."""
    return rows_right(last_before(checkpoint), checkpoint)


def widths_of(checkpoint: Checkpoint) -> dict[int, float]:
    """Return how wide rows are on average, by the updates at which maps were kept.

    A row's width is its entropy, as a share of that of a row which looks everywhere alike.
    """
    kept = sorted(checkpoint.record.snapshots, key=lambda one: one.step)
    return {one.step: float(np.mean([*map(_width, one.maps)])) for one in kept}


def _width(weights: np.ndarray) -> float:
    return float(row_entropies(weights).mean()) / log(weights.shape[1])


def closes(checkpoint: Checkpoint) -> str:
    """Return whether most of the way from wide rows to sharp ones lies between two maps kept."""
    widths = [*widths_of(checkpoint).values()]
    steepest = max(before - after for before, after in pairwise(widths))
    return "at once" if steepest > (max(widths) - min(widths)) / 2 else "bit by bit"


def sharp_after(checkpoint: Checkpoint) -> int:
    """Return the first update kept at which rows have nearly all weight on one token each."""
    steps = sorted(one.step for one in checkpoint.record.snapshots)
    return next(step for step in steps if after(step, checkpoint).max(axis=1).mean() >= SHARP)


def sharp_at(checkpoint: Checkpoint) -> str:
    """Return where the rows point then."""
    columns = set(after(sharp_after(checkpoint), checkpoint).argmax(axis=1))
    source = checkpoint.tokenizer.encode(checkpoint.record.examples[0][0])
    pieces = {source.pieces[int(column)] for column in columns}
    return pieces.pop() if len(pieces) == 1 else "several words"
