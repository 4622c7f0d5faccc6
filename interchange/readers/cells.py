"""Cells of tables: rows of them, and the numbers that they hold."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.readers.fields import is_number

NO_CELL = (None, "", "NA")
_CUT = ("...", "…")
TRUTHS = {"true": "1", "false": "0"}


class CellTable(NamedTuple):
    """The rows of a table: the line of each in the file, from 1, and its cells."""

    lines: list[int]
    rows: list[list[str]]

    @property
    def width(self) -> int:
        """The number of cells that most rows have; the first one may have one less."""
        sizes = Counter(map(len, self.rows[1:] or self.rows))
        return sizes.most_common(1)[0][0] if sizes else 0


def number(cell: object) -> float | None:
    """Return the number in a cell, or None; "12,5" and "12.5 %" are some, and true is 1."""
    if isinstance(cell, int | float):
        return float(cell)
    if not isinstance(cell, str):
        return None
    text = TRUTHS.get(cell.casefold(), cell)
    if text.endswith("%"):
        share = number(text[:-1].rstrip())
        return None if share is None else share / 100
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    return float(text) if "_" not in text and is_number(text) else None


def is_whole(cell: object) -> bool:
    """Return whether a cell is a whole number from 0, or true or false."""
    if isinstance(cell, str):
        return cell.isdecimal() or cell.casefold() in TRUTHS
    return isinstance(cell, int)


def number_rows(rows: Sequence[Sequence[object]], places: Sequence[str]) -> np.ndarray:
    """Return rows of cells as numbers [1, 1, rows, columns].

    An empty cell and a null are NaN: padding, or refused later.

    Raises:
        ValueError: if rows differ in length, or a cell is no number; `places` name the rows.
    """
    found = []
    for row, place in zip(rows, places, strict=True):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{place} has {len(row)} numbers, the first row {len(rows[0])}: all rows of a map "
                "are of one length."
            )
        numbers = [np.nan if cell in NO_CELL else number(cell) for cell in row]
        if None in numbers:
            column = numbers.index(None)
            cut = " The table was printed in part: save it whole." if row[column] in _CUT else ""
            raise ValueError(
                f"{place}, number {column + 1}: expected a number, got "
                f"{str(row[column])[:40]!r}.{cut}"
            )
        found.append(numbers)
    with np.errstate(over="ignore"):  # Infinity is refused later, with its place.
        return np.array(found, np.float64).astype(np.float32)[None, None]
