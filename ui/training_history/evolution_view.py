"""The snapshots of one sentence's map during training.

A snapshot is the map of a fixed sentence, forced to its fixed target, at one training step.
`training/snapshots.py` takes snapshots, and the checkpoint's record stores them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.records.run import RunRecord
from alignoscope.records.sentence import Sentence

SnapshotPair = tuple[str, str]  # A fixed sentence and its fixed target.


@dataclass(frozen=True, kw_only=True, eq=False)
class Evolution:
    """The snapshots of one sentence taken while one variant trained.

    `maps[i]` has the weights [tgt_len, src_len] over pieces after `steps[i]` updates. `losses` maps
    the steps of evaluations to the dev loss (nats per token). Both are sorted by step.
    """

    label: str
    source: Sentence
    target: Sentence
    steps: tuple[int, ...]
    maps: tuple[np.ndarray, ...]
    losses: Mapping[int, float]


def kept_pairs(record: RunRecord) -> tuple[SnapshotPair, ...]:
    """Return the fixed sentences and targets whose maps a record has."""
    # Without attention, a snapshot has no maps.
    mapped = len(record.snapshots[0].maps) if record.snapshots else 0
    return record.examples[:mapped]


def evolution(
    label: str, record: RunRecord, pair: SnapshotPair, source: Sentence, target: Sentence
) -> Evolution:
    """Return the snapshots of one of the record's `kept_pairs`.

    Args:
        label: the name of the variant.
        record: the record of the training run.
        pair: the fixed sentence and its target, as texts.
        source: the sentence, as tokenized by the variant.
        target: the target, as tokenized by the variant.

    Raises:
        ValueError: if the maps are of other pieces than those of the two sentences.
    """
    kept = kept_pairs(record).index(pair)
    snapshots = sorted(record.snapshots, key=lambda snapshot: snapshot.step)
    maps = tuple(snapshot.maps[kept].astype(float) for snapshot in snapshots)
    size = (len(target.pieces), len(source.pieces))
    for weights in maps:
        if weights.shape != size:
            raise ValueError(
                f"its snapshots are {weights.shape}, but its tokenizer makes {size} target and "
                "source pieces of this sentence. Train it again."
            )
    history = sorted((point.step, point.dev_loss) for point in record.history)
    return Evolution(
        label=label,
        source=source,
        target=target,
        steps=tuple(snapshot.step for snapshot in snapshots),
        maps=maps,
        losses=dict(history),
    )


def common_steps(found: Sequence[Evolution]) -> list[int]:
    """Return every training step at which any of the variants has a snapshot."""
    return sorted({step for one in found for step in one.steps})


def first_whole(found: Sequence[Evolution]) -> int:
    """Return the index of the first of the `common_steps` at which every variant has a map."""
    return common_steps(found).index(max(one.steps[0] for one in found))


def settled(one: Evolution) -> list[int]:
    """Return the number of settled rows at each snapshot.

    A row is settled if its largest weight is, from then on, on the same piece as in the last
    snapshot.
    """
    tops = np.stack([weights.argmax(axis=1) for weights in one.maps])  # [snapshots, tgt_len]
    stays = np.logical_and.accumulate((tops == tops[-1])[::-1])[::-1]
    return stays.sum(axis=1).tolist()


def latest(steps: Sequence[int], step: int) -> int:
    """Return the index of the last of these steps that is not after `step`; -1 if there is none."""
    return max((index for index, one in enumerate(steps) if one <= step), default=-1)


def loss_by(one: Evolution, index: int) -> tuple[int, float] | None:
    """Return the step and value of the last dev loss measured by a snapshot, or None."""
    at = max((at for at in one.losses if at <= one.steps[index]), default=None)
    return None if at is None else (at, one.losses[at])


def note(one: Evolution, index: int) -> str:
    """Return the note of a snapshot: its step, and the last dev loss measured by then."""
    step, measured = one.steps[index], loss_by(one, index)
    if measured is None:
        return f"Step {step:,}, no dev loss measured yet"
    at, loss = measured
    return f"Step {step:,}, dev loss {loss:.2f}" + (f" (at {at:,})" if at < step else "")
