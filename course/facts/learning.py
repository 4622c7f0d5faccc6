"""Facts about training, from the snapshots in the checkpoints of models for synthetic tasks."""

from itertools import pairwise
from math import exp, log

import numpy as np

from alignoscope.analysis.entropy import row_entropies
from alignoscope.models.checkpoint import Checkpoint

# A row is nearly uniform if its largest weight is at most this many times the uniform weight.
EVEN = 2.0
SHARP = 0.99
WRITES = 1.0  # In nats per token; a guess among 26 letters costs 3.3.


def snapshot_after(update: int, checkpoint: Checkpoint) -> np.ndarray:
    """Return the map [tgt_len, src_len] of the first example in the last snapshot by an update."""
    kept = [one for one in checkpoint.record.snapshots if one.step <= update]
    return max(kept, key=lambda one: one.step).maps[0]


def snapshot_count(checkpoint: Checkpoint) -> int:
    """Return the number of snapshots in a checkpoint."""
    return len(checkpoint.record.snapshots)


def beginning(checkpoint: Checkpoint) -> str:
    """Return whether the rows before the first update are "nearly even" or "uneven"."""
    rows = snapshot_after(0, checkpoint)
    return "nearly even" if (rows.max(axis=1) * rows.shape[1] <= EVEN).all() else "uneven"


def rows_right(update: int, checkpoint: Checkpoint) -> int:
    """Return the number of rows whose largest weight is on the right letter of a reversed row.

    The last row is left out: it writes the end mark.
    """
    letters = len(snapshot_after(update, checkpoint)) - 1
    return int(
        (snapshot_after(update, checkpoint).argmax(axis=1)[:-1] == range(letters)[::-1]).sum()
    )


def first_guesses(checkpoint: Checkpoint) -> int:
    """Return the first measured probability of a correct token (percent, geometric mean)."""
    return round(100 * exp(-min(checkpoint.record.history, key=lambda one: one.step).dev_loss))


def comes_first(checkpoint: Checkpoint) -> str:
    """Return what a model for letters learns first: "looking" in the right place, or "writing".

    Return "together" if snapshots and measurements are too far apart to tell.
    """
    if looks_after(checkpoint) <= guesses_until(checkpoint):
        return "looking"
    return "writing" if writes_after(checkpoint) <= last_before(checkpoint) else "together"


def writes_after(checkpoint: Checkpoint) -> int:
    """Return the update of the first measurement with a loss below `WRITES`."""
    return min(one.step for one in checkpoint.record.history if one.dev_loss < WRITES)


def guesses_until(checkpoint: Checkpoint) -> int:
    """Return the update of the last measurement before `writes_after`."""
    first = writes_after(checkpoint)
    return max(one.step for one in checkpoint.record.history if one.step < first)


def looks_after(checkpoint: Checkpoint) -> int:
    """Return the first update with a snapshot in which all letters have their right row."""
    steps = sorted(one.step for one in checkpoint.record.snapshots)
    letters = len(checkpoint.record.snapshots[0].maps[0]) - 1
    return next(step for step in steps if rows_right(step, checkpoint) == letters)


def last_before(checkpoint: Checkpoint) -> int:
    """Return the update of the last snapshot before `looks_after`."""
    first = looks_after(checkpoint)
    return max(one.step for one in checkpoint.record.snapshots if one.step < first)


def end(checkpoint: Checkpoint) -> int:
    """Return the update of the last snapshot."""
    return max(one.step for one in checkpoint.record.snapshots)


def rows_before(checkpoint: Checkpoint) -> int:
    """Return the number of right rows in the snapshot at `last_before`."""
    return rows_right(last_before(checkpoint), checkpoint)


def sharp_proves(checkpoint: Checkpoint) -> str:
    """Return the skill that is right once all rows are sharp: looking, writing, both or neither.

    Looking is right if the rows are sharp at different words, writing if it is more often right
    than wrong at the first measurement.
    """
    looks, writes = sharp_at(checkpoint) == "several words", first_guesses(checkpoint) > 50
    return ("both" if writes else "looking") if looks else "writing" if writes else "neither"


def widths_of(checkpoint: Checkpoint) -> dict[int, float]:
    """Return the mean width of the rows, by the updates of the snapshots.

    A row's width is its entropy divided by that of a uniform row.
    """
    kept = sorted(checkpoint.record.snapshots, key=lambda one: one.step)
    return {one.step: float(np.mean([*map(_width, one.maps)])) for one in kept}


def _width(weights: np.ndarray) -> float:
    return float(row_entropies(weights).mean()) / log(weights.shape[1])


def closes(checkpoint: Checkpoint) -> str:
    """Return "at once" if most of the fall in width is between two consecutive snapshots.

    Otherwise return "bit by bit".
    """
    widths = [*widths_of(checkpoint).values()]
    steepest = max(before - after for before, after in pairwise(widths))
    return "at once" if steepest > (max(widths) - min(widths)) / 2 else "bit by bit"


def sharp_after(checkpoint: Checkpoint) -> int:
    """Return the update of the first snapshot whose rows have nearly one weight of 1 each.

    They are sharp if their largest weights are `SHARP` on average.
    """
    steps = sorted(one.step for one in checkpoint.record.snapshots)
    return next(
        step for step in steps if snapshot_after(step, checkpoint).max(axis=1).mean() >= SHARP
    )


def sharp_at(checkpoint: Checkpoint) -> str:
    """Return the source token on which the rows of that snapshot have their largest weight."""
    columns = set(snapshot_after(sharp_after(checkpoint), checkpoint).argmax(axis=1))
    source = checkpoint.tokenizer.encode(checkpoint.record.examples[0][0])
    pieces = {source.pieces[int(column)] for column in columns}
    return pieces.pop() if len(pieces) == 1 else "several words"
