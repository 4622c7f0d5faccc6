"""The sentences that a reader finds in a file, before words and numbers are matched."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import nan
from typing import NamedTuple

import numpy as np

from alignoscope.records.limits import (
    MAX_IMPORT_NUMBERS,
    MAX_IMPORT_SENTENCES,
    MAX_IMPORT_TOKENS,
)
from alignoscope.records.progress import tick

SIDES = ("source", "target")


class Sums(NamedTuple):
    """The smallest and the largest sum of the rows of a map, and of its columns."""

    rows: tuple[float, float]
    columns: tuple[float, float]

    @property
    def least(self) -> float:
        """The smallest of all sums."""
        return min(self.rows[0], self.columns[0])


@dataclass(frozen=True, kw_only=True, eq=False)
class RawSentence:
    """One sentence of a file; words that are None are in another file.

    Either `numbers` are [layers, heads, rows, columns], unchanged from the file, or `links` are
    [links, 3]: source and target position, from 0 or from 1, and a value.
    """

    where: str  # the place in the file, in words
    number: int  # the index of the source in the file's order, from 0
    source: tuple[str, ...] | None = None
    target: tuple[str, ...] | None = None
    numbers: np.ndarray | None = None
    links: np.ndarray | None = None
    rank: int = 0
    log_prob: float = nan

    @cached_property
    def sums(self) -> Sums | None:
        """The sums of the one map of a sentence, or None if its numbers are not all from 0 to 2.

        Each rule that a map is checked by would look at it several times. Most maps are so small
        that the calls take longer than the sums.
        """
        if self.numbers is None or self.numbers.shape[:2] != (1, 1) or not self.numbers.size:
            return None
        map_ = self.numbers[0, 0]
        if not (np.minimum.reduce(map_, axis=None) >= 0 and np.maximum.reduce(map_, axis=None) < 2):
            return None
        rows, columns = (np.add.reduce(map_, axis=axis).tolist() for axis in (1, 0))
        return Sums((min(rows), max(rows)), (min(columns), max(columns)))

    @property
    def words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of the source and of the target, when it has both."""
        assert self.source is not None
        assert self.target is not None
        return self.source, self.target

    def target_rows(self, source_rows: bool) -> np.ndarray:
        """Return `numbers` as [tgt_len, src_len]; `source_rows`: whether source tokens are rows."""
        assert self.numbers is not None
        return self.numbers.swapaxes(-1, -2) if source_rows else self.numbers


class RawSentences(list[RawSentence]):
    """The sentences that a reader has found so far; it refuses more than the limits allow."""

    def __init__(self, sentences: Iterable[RawSentence] = ()) -> None:
        super().__init__()
        self._tokens = self._numbers = 0
        for one in sentences:
            self.append(one)

    def append(self, one: RawSentence) -> None:
        """Add a sentence.

        Raises:
            ValueError: if there are too many sentences, words and links, or numbers.
        """
        tick()
        super().append(one)
        parts = (one.source, one.target, one.links)
        self._tokens += sum(len(part) for part in parts if part is not None)
        self._numbers += 0 if one.numbers is None else one.numbers.size
        for count, most, what in (
            (len(self), MAX_IMPORT_SENTENCES, "sentences"),
            (self._tokens, MAX_IMPORT_TOKENS, "words and links"),
            (self._numbers, MAX_IMPORT_NUMBERS, "numbers"),
        ):
            if count > most:
                raise ValueError(
                    f"The file holds too many {what}: at most {most:,} are read. Open a part of it."
                )


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """The sentences of one system in a file."""

    sentences: list[RawSentence]
    name: str = ""  # Added to the file's name if it holds several systems.
    kind: str = "weights"
    unnumbered: bool = False  # Whether lines may be several translations of each source.
    copied: bool = False  # Whether its words are of a text that the tool may split elsewhere.
    spelled: tuple[str, ...] = ()  # The sides whose words are a text, split at spaces.
    beside: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)  # Texts of either side.
    lacks_end: bool = False  # Whether the column of the source's end mark was left out of its maps.
    seconds: float | None = None  # The time of a place, if the file says it and the axis is time.
    framed: bool = False  # Whether its steps are frames of a voice, though of unknown time.
    grid: tuple[int, int] | None = None  # Height and width of the pictures that its sources are.
    grid_given: bool = False  # Whether fields of the file give these rather than its axes.
    pictures: tuple[bytes, ...] = ()  # Those in the file that its sources are.
    notes: list[str] = field(default_factory=list)

    @property
    def is_linked(self) -> bool:
        """Whether it has links rather than maps."""
        return any(one.links is not None for one in self.sentences)
