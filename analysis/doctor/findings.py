"""The doctor's input and output: maps with their supposed words, and findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class SameShape(NamedTuple):
    """What several maps of one shape show together."""

    total: np.ndarray  # their sum, [layers, heads, rows, columns]
    longest: int  # the number of source tokens of the longest sentence, or 0


class Examined(NamedTuple):
    """A map as it was read, with the words it is supposed to be for; unknown parts are None."""

    where: str  # the map's name in findings
    numbers: np.ndarray  # [layers, heads, rows, columns]
    source: Sequence[str] | None = None
    target: Sequence[str] | None = None
    again: np.ndarray | None = None  # the map from a second run, [layers, heads, rows, columns]
    alone: np.ndarray | None = None  # the map of the sentence in a batch of one
    batch: SameShape | None = None  # the maps of its shape, if there are several
    itself: bool = False  # whether it is self-attention, of the tokens in `source`
    causal: bool = False  # whether no token may attend to a later one; False if that is unknown
    time: str = ""  # the side whose places are steps in time, "source" or "target"
    seconds: float | None = None  # the time of such a place
    start: float = 0.0  # that of the first one


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The result of one rule: kept, broken or, if `kept` is None, unknown.

    If it is broken, `numbers` gives the place and the amount, and `cause` names the usual cause.
    """

    rule: str
    kept: bool | None
    numbers: str = ""
    cause: str = ""

    def __str__(self) -> str:
        mark = {True: "kept", False: "BROKEN", None: "not known"}[self.kept]
        return " ".join(filter(None, [f"{mark:9} {self.rule}.", self.numbers, self.cause]))
