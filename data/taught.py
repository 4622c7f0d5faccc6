"""Pairs translated by a teacher model (`training.teacher`), which are added to a corpus.

This is sequence-level distillation by data: it needs no change to the loss.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair, read_pairs


class Taught(NamedTuple):
    """Pairs whose targets a teacher model wrote, and the SHA-256 of their file."""

    pairs: Sequence[Pair]
    sha256: str


def read_taught(path: Path) -> Taught:
    """Read a file of `source TAB target` lines, in the run's direction of translation.

    Raises:
        ValueError: as `read_pairs` does.
    """
    pairs = read_pairs(path)
    return Taught(pairs, hashlib.sha256(path.read_bytes()).hexdigest())


def beside(train: Sequence[Pair], taught: Taught | None) -> list[Pair]:
    """Return the distinct training pairs, followed by the teacher's pairs, if any."""
    return list(dict.fromkeys([*train, *(taught.pairs if taught else ())]))
