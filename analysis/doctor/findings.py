"""What the doctor takes and says: maps with the words they are said to be of, and findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Examined(NamedTuple):
    """A map as it is, and the words it is said to be of; what is not known is None."""

    where: str
    numbers: np.ndarray  # [layers, heads, rows, columns]
    source: Sequence[str] | None = None
    target: Sequence[str] | None = None
    again: np.ndarray | None = None  # the same from a second run, [layers, heads, rows, columns]
    alone: np.ndarray | None = None  # the same sentence in a batch of its own


@dataclass(frozen=True, kw_only=True)
class Finding:
    """Whether a rule is kept, None where nothing tells; else where not, by how much, and why."""

    rule: str
    kept: bool | None
    numbers: str = ""
    cause: str = ""

    def __str__(self) -> str:
        mark = {True: "kept", False: "BROKEN", None: "not known"}[self.kept]
        return " ".join(filter(None, [f"{mark:9} {self.rule}.", self.numbers, self.cause]))
