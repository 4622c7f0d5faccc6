"""A given file, and the content that a reader found in it, before matching words and numbers."""

import gzip
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, nan
from pathlib import Path
from typing import NamedTuple

import numpy as np

from alignoscope.data.encodings import decoded
from alignoscope.interchange.readers.json_items import read_items
from alignoscope.records.damaged import PACKED
from alignoscope.records.json_values import Value
from alignoscope.records.limits import (
    MAX_IMPORT_BYTES,
    MAX_IMPORT_LINES,
    MAX_IMPORT_NUMBERS,
    MAX_IMPORT_SENTENCES,
    MAX_IMPORT_TOKENS,
    MAX_IMPORT_WORDS,
    MAX_TRACE_CELLS,
)
from alignoscope.records.progress import tick

BAR = " ||| "
GZIP = b"\x1f\x8b"
NUMPY = b"\x93NUMPY"
_HEAD = 40  # The number of lines by which a format is recognised.
_LONG = 1_000_000  # The characters of a line by which a format is recognised.
_MOST_PARTS = 10 * MAX_TRACE_CELLS  # The numbers of one map, which may be in one line.


@dataclass(frozen=True, kw_only=True)
class Given:
    """A file: its name and its bytes. `text` raises ValueError if the bytes are not text."""

    name: str
    data: bytes

    @property
    def is_packed(self) -> bool:
        """Whether the file is gzip or zip."""
        return self.data[:2] in (GZIP, b"PK")

    @property
    def text(self) -> str:
        """The text, decompressed if the file is gzip, with "\\n" as line ends."""
        return self._decoded[0]

    @property
    def note(self) -> str:
        """A note on a text in another encoding than Unicode's, or ""."""
        if self.data[:2] == b"PK" or self.data[:6] == NUMPY:
            return ""
        return self._decoded[1]

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        data = self.data
        if data[:2] == GZIP:
            try:
                with gzip.open(io.BytesIO(data)) as packed:
                    data = packed.read(MAX_IMPORT_BYTES + 1)
            except PACKED as error:
                raise ValueError(f"{self.name}: the gzip file is damaged or cut off.") from error
        if len(data) > MAX_IMPORT_BYTES:
            raise ValueError(f"{self.name} is larger than {MAX_IMPORT_BYTES:,} bytes.")
        return decoded(data, self.name)

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without the empty one after the last.

        Lines and their parts are counted before they are split, since each part takes 50 bytes.
        """
        if (count := self.text.count("\n")) > MAX_IMPORT_LINES:
            raise ValueError(f"{count:,} lines: at most {MAX_IMPORT_LINES:,} are read.")
        # `splitlines` would also split at characters that tokens may contain.
        lines = self.text.split("\n")
        for i, line in enumerate(lines, start=1):
            if len(line) > _MOST_PARTS and sum(map(line.count, " \t,;|")) > 2 * _MOST_PARTS:
                raise ValueError(
                    f"Line {i} has more than {_MOST_PARTS:,} words or numbers: a sentence has at "
                    f"most {MAX_IMPORT_WORDS:,} words."
                )
        return lines[:-1] if lines[-1] == "" else lines

    def first(self, count: int) -> list[str]:
        """Return the first lines, each with at most its first million characters."""
        return [line[:_LONG] for line in self.text.split("\n", count)[:count]]

    @cached_property
    def items(self) -> list[Value]:
        """The JSON objects of the file; raises ValueError as `read_items` does."""
        return read_items(self.text)

    @cached_property
    def head(self) -> list[str]:
        """The first lines that are not empty."""
        return [line for line in self.first(5 * _HEAD) if line.strip()][:_HEAD]

    def mostly(self, fits: Callable[[str], object]) -> bool:
        """Return whether more than half of the first lines fit.

        Damaged lines are tolerated here, so that the reader can report them.
        """
        return sum(bool(fits(line)) for line in self.head) * 2 > len(self.head)


@dataclass(frozen=True, kw_only=True, eq=False)
class FoundMaps:
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


class Found(list[FoundMaps]):
    """The sentences that a reader has found so far; it refuses more than the limits allow."""

    def __init__(self, found: Iterable[FoundMaps] = ()) -> None:
        super().__init__()
        self._tokens = self._numbers = 0
        for one in found:
            self.append(one)

    def append(self, one: FoundMaps) -> None:
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

    found: list[FoundMaps]
    name: str = ""  # Added to the file's name if it holds several systems.
    kind: str = "weights"
    unnumbered: bool = False  # Whether lines may be several translations of each source.
    copied: bool = False  # Whether its words are of a text that the tool may split elsewhere.
    notes: list[str] = field(default_factory=list)


class Format(NamedTuple):
    """A format: how it is recognised and read, and what its rows are unless a file shows it.

    With `padded`, numbers after those of the words are padding, not an error. With `ends`, the tool
    writes numbers of end marks that its words lack. With `steps`, each row is known to be the step
    of its target token. With `cut`, labels are truncated, and the words come from a text if there
    is one. With `from_zero`, links are read as positions from 0. `hint` is advice for the case that
    words and numbers do not match.
    """

    tool: str
    fits: Callable[[Given], object]
    read: Callable[[Given], list[System]]
    rows: str = "target"
    padded: bool = False
    ends: bool = True
    steps: bool = False
    cut: bool = False
    from_zero: bool = False
    hint: str = ""


def read_given(paths: Iterable[str | Path]) -> list[Given]:
    """Read whole files into memory.

    Raises:
        ValueError: if one cannot be read.
    """
    try:
        return [Given(name=path.name, data=path.read_bytes()) for path in map(Path, paths)]
    except OSError as error:
        raise ValueError(f"{error.filename} cannot be read: {error.strerror}.") from error


def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a line, which is split at spaces and tabs only."""
    return tuple(token for token in re.split("[ \t]+", text) if token)


def floats(words: Sequence[str], where: str) -> list[float]:
    """Read finite numbers.

    Raises:
        ValueError: if one of them is none.
    """
    try:
        found = list(map(float, words))
    except ValueError:
        wrong = next(word for word in words if not is_number(word))
        raise ValueError(f"{where}: expected a number, got {wrong[:40]!r}.") from None
    if not all(map(isfinite, found)):
        wrong = next(
            word for word, number in zip(words, found, strict=True) if not isfinite(number)
        )
        raise ValueError(f"{where}: {wrong[:40]!r} is no finite number.")
    return found


def is_number(word: str) -> bool:
    """Return whether a word is a number, including NaN and infinity."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def matrix(rows: Sequence[Sequence[str]], where: str) -> np.ndarray:
    """Read rows of numbers of equal length as an array [1, 1, rows, columns].

    Raises:
        ValueError: if there are none, they differ in length, or one number is none.
    """
    if not rows:
        raise ValueError(f"{where}: expected rows of numbers, got none.")
    for i, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{where}: row {i} has {len(row)} numbers, the first {len(rows[0])}: all rows of a "
                "map are of one length."
            )
    flat = [number for i, row in enumerate(rows, 1) for number in floats(row, f"{where}, row {i}")]
    with np.errstate(over="ignore"):  # Infinity is refused later, with its place.
        return np.array(flat, np.float32).reshape(1, 1, len(rows), -1)
