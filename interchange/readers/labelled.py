"""Tables of a map in CSV, TSV or Markdown, with or without the words of its rows and columns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.readers.cells import (
    NO_CELL,
    TRUTHS,
    CellTable,
    is_whole,
    number,
    number_rows,
)
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.places import times_of
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.interchange.readers.text_tables import tables_of
from alignoscope.interchange.readers.whole_numbers import unscaled

_MOSTLY = 0.75  # The least share of numbers beside the labels of a map.
# A comment, or how MATLAB, Julia and Polars name what they print.
_TITLE = re.compile(r"[#%] |\w+ =\s*$|\d+×\d+ [^\t,;]*:$|shape: \(\d+, \d+\)$")
_DEFAULT = re.compile(r"(?:V|Var|column_)?(\d+)|\[,?(\d+),?\]")  # Names of R, MATLAB and Polars.
_LINKS = ("0", "1", "true", "false")
_NEAR = 0.05  # The tolerated difference of a row's sum from 1.


class LabelledMap(NamedTuple):
    """The words of a map's rows and columns, None where it has none, and the cells of its rows."""

    rows: tuple[str, ...] | None
    columns: tuple[str, ...] | None
    cells: Sequence[Sequence[object]]
    places: list[str]


def fits_labelled(file: NamedBytes) -> bool:
    """Return whether the first lines are a table of numbers with words beside or above them."""
    try:
        found = _first(file)
    except ValueError:  # `read_labelled` says why.
        return False
    return found is not None and bool(found.rows or found.columns)


def fits_numbers(file: NamedBytes) -> bool:
    """Return whether the first lines are rows of numbers that may be weights, and no words."""
    try:
        found = _first(file)
    except ValueError:
        return True
    if found is None or found.rows or found.columns or len(found.cells[0]) < 2:
        return False
    cells = [cell for row in found.cells for cell in row]
    # Whole numbers above 1 are ids of tokens rather than weights.
    return not all(map(is_whole, cells)) or all(str(cell).casefold() in _LINKS for cell in cells)


def _first(file: NamedBytes) -> LabelledMap | None:
    tables = tables_of(_plain(file.head))
    table = next((table for table in tables if table.width > 1), None)
    if table is None:
        return None
    found = labelled(table)
    cells = [cell for row in found.cells for cell in row]
    filled = [cell for cell in cells if cell not in NO_CELL]  # The others are padding.
    good = sum(number(cell) is not None for cell in filled)
    return found if filled and good >= _MOSTLY * len(filled) else None


def read_labelled(file: NamedBytes) -> list[System]:
    """Read the tables of a file, a sentence each; labels of a plain index are no words.

    Raises:
        ValueError: if rows differ in length, a cell is no number, or nothing shows whether the
            first row or column are labels.
    """
    tables = [table for table in tables_of(_plain(file.lines)) if table.width > 1]
    return systems_of([found for found in map(labelled, tables) if found.cells])


def systems_of(found: Sequence[LabelledMap], name: str = "") -> list[System]:
    """Return the maps of tables as a system.

    Raises:
        ValueError: if rows differ in length, or a cell is no number.
    """
    maps = [number_rows(one.cells, one.places) for one in found]
    kind, notes = "weights", list[str]()
    if found and all(is_whole(cell) for one in found for row in one.cells for cell in row):
        maps, kind, notes = unscaled(maps)
    sentences = RawSentences(
        RawSentence(
            where="the table" if len(found) == 1 else f"table {i + 1}",
            number=i,
            source=one.columns,
            target=one.rows,
            numbers=numbers,
        )
        for i, (one, numbers) in enumerate(zip(found, maps, strict=True))
    )
    return [System(sentences=sentences, kind=kind, notes=notes, name=name)]


def _plain(lines: Sequence[str]) -> list[str]:
    """Return lines without comments and titles before the first one, as `np.savetxt` writes them.

    A comment or a title becomes an empty line, so that the others keep their numbers.
    """
    start = next((i for i, line in enumerate(lines) if line and not _TITLE.match(line)), 0)
    return [*[""] * start, *lines[start:]]


def labelled(table: CellTable) -> LabelledMap:
    """Return the labels and the cells of a table.

    The first row is labels if it has a cell that is no number, other than the first one, or an
    empty first cell. The first column is labels if it has a cell that is no number.

    Raises:
        ValueError: if labels are numbers, and nothing shows whether they are labels.
    """
    table = below_titles(table)
    head, *body = table.rows
    if not any(head):
        raise ValueError(f"Line {table.lines[0]}: expected labels or numbers, got an empty row.")
    header = _is_header(head, body)
    rows = body if header else table.rows
    lines = table.lines[header:]
    short = header and bool(body) and len(head) == table.width - 1  # As R and `to_string` write it.
    index = bool(rows) and (short or _is_index(head if header else [], rows))
    labels = tuple(row[0] if row else "" for row in rows) if index else None
    return LabelledMap(
        rows=words_of_index(labels),
        columns=words_of_index(tuple(head if short else head[index:]) if header else None),
        cells=[row[index:] for row in rows],
        places=[f"Line {line}" for line in lines],
    )


def below_titles(table: CellTable) -> CellTable:
    """Return a table without lines of one cell above it, or beside it: titles of it or its axes."""
    lines, rows = table.lines, table.rows
    while len(rows) > 2 and table.width > 2 and sum(map(bool, rows[0])) < 2:
        lines, rows = lines[1:], rows[1:]
    while len(rows) > 2 and len(rows[0]) > 2 and sum(bool(row[:1] and row[0]) for row in rows) < 2:
        rows = [row[1:] for row in rows]
    return CellTable(lines, rows)


def _is_header(head: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    inside = [cell for row in body for cell in row[1:]]
    if not head[0] or any(_is_label(cell, inside) for cell in head[1:]):
        return True
    counted = head[_is_label(head[0], inside) :]
    if not counted:  # The one word of a short header.
        return True
    if times_of(counted) and not is_distribution(counted):
        return True
    # A plain index is of whole numbers, above numbers that are not all whole.
    if not _is_counted(counted) or all(map(is_whole, inside)):
        return False
    if is_distribution(counted):
        raise ValueError(
            f"The first row, {' '.join(head)}, may be labels or weights. Give words as labels, "
            "or write the weights as 0.0 and 1.0."
        )
    return True


def _is_index(head: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    first = [row[0] for row in rows if row]
    inside = [cell for row in rows for cell in row[1:]]
    if (head and not head[0]) or any(_is_label(cell, inside) for cell in first):
        return True
    if not _is_counted(first) and not head:
        return False
    if all(is_whole(cell) for row in rows for cell in row) and not head:
        return False
    with_first, without = (
        all(is_distribution(row[start:]) for row in rows) for start in (False, True)
    )
    if with_first and without:
        raise ValueError(
            "The first column may be labels or weights. Give words as labels, or write the weights "
            "with a decimal point."
        )
    return without or not (with_first or not _is_counted(first))


def _is_label(cell: str, inside: Sequence[str]) -> bool:
    """Return whether a cell is a word; true and false are numbers if others inside are."""
    if cell.casefold() in TRUTHS:
        return not any(one.casefold() in TRUTHS for one in inside)
    return number(cell) is None


def _is_counted(cells: Sequence[object]) -> bool:
    """Return whether cells count from 0 or 1, as the index of a table does."""
    return any([*cells] == [str(i + first) for i in range(len(cells))] for first in (0, 1))


def is_distribution(cells: Sequence[object]) -> bool:
    """Return whether cells are numbers that sum to about 1; empty ones and NaN are padding."""
    filled = [cell for cell in cells if cell not in NO_CELL]
    numbers = [found for cell in filled if (found := number(cell)) is not None]
    return len(numbers) == len(filled) and abs(np.nansum(numbers) - 1) < _NEAR


def words_of_index(labels: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """Return labels, or None if they are a plain index, which counts from 0 or 1."""
    if labels is None:
        return None
    counted = [found and (found[1] or found[2]) for found in map(_DEFAULT.fullmatch, labels)]
    return None if _is_counted(counted) else labels
