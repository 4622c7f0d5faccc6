"""Pairs that a teacher wrote (`training.teacher`), for training beside those of a corpus."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair, read_pairs


class Taught(NamedTuple):
    """Pairs whose targets a teacher wrote, and the SHA-256 of their file."""

    pairs: Sequence[Pair]
    sha256: str


def read_taught(path: Path) -> Taught:
    """Read a file of `source TAB target` lines, in the direction of the run.

    Raises:
        ValueError: as `read_pairs` does.
    """
    pairs = read_pairs(path)
    return Taught(pairs, hashlib.sha256(path.read_bytes()).hexdigest())


def beside(train: Sequence[Pair], taught: Taught | None) -> list[Pair]:
    """Return the pairs of a training part and, behind them, those that a teacher wrote, if any."""
    return list(dict.fromkeys([*train, *(taught.pairs if taught else ())]))
