"""Tables as text: CSV, TSV and Markdown become rows of cells, and cells become numbers."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.readers.fields import is_number
from alignoscope.records.limits import MAX_TRACE_VALUES

_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")  # Below the header in Markdown.
_BAR = re.compile(r"(?<!\\)\|")
# Of a line split at spaces: a quoted cell ends before a space, and a lone quotation mark is a word.
_CELL = re.compile(r'(?<!\S)"(?P<quoted>[^"\s](?:[^"]*[^"\s])?)"(?!\S)|\S+')
_MARKS = "\t;,"
_REGULAR = 0.1  # What equal rows count without a number in them.
TRUTHS = {"true": "1", "false": "0"}
_HEAD = 40  # The rows by which the mark is chosen.


class CellTable(NamedTuple):
    """The rows of a table: the line of each in the file, from 1, and its cells."""

    lines: list[int]
    rows: list[list[str]]

    @property
    def width(self) -> int:
        """The number of cells that most rows have; the first one may have one less."""
        sizes = Counter(map(len, self.rows[1:] or self.rows))
        return sizes.most_common(1)[0][0] if sizes else 0


def tables_of(lines: Sequence[str]) -> list[CellTable]:
    """Return the tables of a text, which empty lines part.

    Cells are separated by tabs, semicolons, commas, the bars of Markdown, or else by spaces,
    whichever gives most rows the same number of cells. Quotes are those of CSV.

    Raises:
        ValueError: if there are more cells than are read.
    """
    if (count := sum(sum(map(line.count, f"{_MARKS}| ")) for line in lines)) > MAX_TRACE_VALUES:
        raise ValueError(
            f"The file holds about {count:,} cells: at most {MAX_TRACE_VALUES:,} are read. Save "
            "arrays as .npz."
        )
    rules = [i for i, line in enumerate(lines) if "|" in line and _RULE.fullmatch(line)]
    if rules:
        return [_marked_down(lines, rule) for rule in rules]
    return [_best(start, block) for start, block in _blocks(lines)]


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines between empty ones, with the number of the first of them, from 1."""
    block: list[str] = []
    for i, line in enumerate([*lines, ""], start=1):
        if line.strip():
            block.append(line)
        elif block:
            yield i - len(block), block
            block = []


def _marked_down(lines: Sequence[str], rule: int) -> CellTable:
    """Return the table of Markdown whose header is the line before `rule`."""
    end = rule + 1
    while end < len(lines) and "|" in lines[end]:
        end += 1
    found = [i for i in range(max(0, rule - 1), end) if i != rule]
    rows = []
    for i in found:
        parts = [part.strip().replace("\\|", "|") for part in _BAR.split(lines[i].strip())]
        rows.append(parts[not parts[0] : len(parts) - (len(parts) > 1 and not parts[-1])])
    return CellTable([i + 1 for i in found], rows)


def _best(start: int, block: Sequence[str]) -> CellTable:
    """Return the rows of a block by the first mark that gives most of them one length above 1."""
    if re.fullmatch("sep=.", block[0]):  # Excel's first line.
        start, block = start + 1, block[1:]
    mark = max((*_MARKS, ""), key=lambda mark: _regular(_split(block[:_HEAD], mark)))
    return CellTable([*range(start, start + len(block))], _split(block, mark))


def _regular(rows: Sequence[Sequence[str]]) -> float:
    """Return the share of rows that have the most frequent number of cells, if it is above 1.

    A number is the sign of a good cell, so numbers with a decimal comma are not split at it.
    """
    sizes = Counter(map(len, rows))
    size = sizes.most_common(1)[0][0] if sizes else 1
    if size == 1:
        return 0
    cells = [cell for row in rows for cell in row[1:]]
    good = sum(number(cell) is not None for cell in cells) / max(1, len(cells))
    return (good + _REGULAR) * sizes[size] / len(rows)


def _split(block: Sequence[str], mark: str) -> list[list[str]]:
    """Split lines at a mark as CSV does, or plainly if quotes do not belong to CSV.

    Without a mark they are split at spaces.
    """
    if not mark:
        return [[cell["quoted"] or cell[0] for cell in _CELL.finditer(line)] for line in block]
    if any('"' in line for line in block):
        try:
            rows = list(csv.reader(block, delimiter=mark, strict=True, skipinitialspace=True))
        except csv.Error:
            rows = []
        if len(rows) == len(block):  # No quoted cell goes on in the next line.
            return [[cell.strip() for cell in row] for row in rows]
    return [[cell.strip() for cell in line.split(mark)] for line in block]


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
        numbers = [number(cell) for cell in row]
        if None in numbers:
            column = numbers.index(None)
            raise ValueError(
                f"{place}, number {column + 1}: expected a number, got {str(row[column])[:40]!r}."
            )
        found.append(numbers)
    with np.errstate(over="ignore"):  # Infinity is refused later, with its place.
        return np.array(found, np.float64).astype(np.float32)[None, None]
