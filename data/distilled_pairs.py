"""Pairs translated by a teacher model (`training.teacher`), which are added to a corpus.

This is sequence-level distillation by data: it needs no change to the loss.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair, read_pairs
from alignoscope.data.split import Split, without


class DistilledPairs(NamedTuple):
    """Pairs whose targets a teacher model wrote, and the SHA-256 of their file.

    `held` is the number of its pairs that are left out, since they share a side with dev or test.
    """

    pairs: Sequence[Pair]
    sha256: str
    held: int


def read_distilled(path: Path, split: Split) -> DistilledPairs:
    """Read a file of `source TAB target` lines, in the direction of the split's corpus.

    Raises:
        ValueError: as `read_pairs` does.
    """
    pairs = read_pairs(path)
    kept = without(pairs, [*split.dev, *split.test])
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return DistilledPairs(kept, sha256, len(pairs) - len(kept))


def beside(train: Sequence[Pair], taught: DistilledPairs | None) -> list[Pair]:
    """Return the distinct training pairs, followed by the teacher's pairs, if any."""
    return list(dict.fromkeys([*train, *(taught.pairs if taught else ())]))
