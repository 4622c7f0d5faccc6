"""Long tables: a line for each cell of a map, with its target and source word and its weight."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.readers.cells import is_whole, number
from alignoscope.interchange.readers.labelled import is_distribution
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.names import (
    SOURCE,
    TARGET,
    WEIGHTS,
    one_of,
    places_of,
    words_of,
)
from alignoscope.interchange.readers.systems import RawSentence, RawSentences, System
from alignoscope.interchange.readers.text_tables import tables_of
from alignoscope.interchange.readers.whole_numbers import unscaled
from alignoscope.records.limits import MAX_TRACE_CELLS

_MELTED = (("index", "level0"), ("variable", "level1"))  # As pandas names target and source.
_LETTERS = ("t", "s")
_MAPS = tuple(
    name + what
    for name in ("map", "sentence", "sent", "example", "sample", "pair", "line")
    for what in ("", "id", "index", "idx", "number", "no")
)
_ADVICE = (
    "Add columns target_position and source_position, which count the words of each side, or write "
    "the map as a table with source words above and target words beside it."
)


_NAME_THEM = "Name the parts of each cell: source, target and weight, in a first line or as keys."
_LEAST_CELLS = 4  # Fewer lines do not show that they are cells.


class CellColumns(NamedTuple):
    """Which columns of a long table have the words, positions, weight, and the map's name."""

    weight: int
    target: int | None
    source: int | None
    target_place: int | None
    source_place: int | None
    groups: tuple[int, ...]


class Long(NamedTuple):
    """The rows of a long table, and where each is in the file."""

    columns: CellColumns
    rows: Sequence[Sequence[object]]
    places: Sequence[str]


def columns_of(header: Sequence[object]) -> CellColumns | None:
    """Return the columns of a long table by their names, or None if it is none."""
    names = [*header]

    def at(*wanted: str) -> int | None:
        found = one_of(names, wanted)
        return None if found is None else names.index(found)

    target, source = at(*words_of(TARGET)), at(*words_of(SOURCE))
    places = at(*places_of(TARGET), "i"), at(*places_of(SOURCE), "j")
    for pair in (_MELTED, _LETTERS):
        if target is None and source is None:
            target, source = at(*pair[0]), at(*pair[1])
    sided = [at for at in (target, source, *places) if at is not None]
    groups = [at(*_MAPS), at("layer"), at("head")]
    left = [name for i, name in enumerate(names) if i not in (*sided, *groups)]
    weight = one_of(left, (*WEIGHTS, "v", "0"))
    words = target is not None and source is not None
    if weight is None or not (words or None not in places):
        return None
    return CellColumns(
        weight=names.index(weight),
        target=target,
        source=source,
        target_place=places[0] if None not in places else None,
        source_place=places[1] if None not in places else None,
        groups=tuple(one for one in groups if one is not None and one not in sided),
    )


def fits_long(file: NamedBytes) -> bool:
    """Return whether these are the lines of a long table, with or without the names of columns."""
    tables = tables_of(file.head)
    if not tables or len(tables[0].rows) < 2:
        return False
    head, *rows = tables[0].rows
    found = columns_of(head)
    if found is None:  # Damaged lines are told by the reader.
        good = [row for table in tables for row in table.rows if len(row) == len(head)]
        return 2 * len(good) > len(file.head) and nameless(good) is not None
    return any(len(row) == len(head) and number(row[found.weight]) is not None for row in rows)


def nameless(rows: Sequence[Sequence[object]]) -> tuple[CellColumns, CellColumns] | None:
    """Return the columns of a long table without names, for either side as the target, or None.

    Each row has two words, or two positions, or both of each side, and a weight before or after
    them. The words of a side differ in all rows only if there is one word on the other.
    """
    widths = {*map(len, rows)}
    if widths not in ({3}, {5}) or len(rows) < _LEAST_CELLS:
        return None
    columns = [*zip(*rows, strict=True)]
    numbers = [all(number(cell) is not None for cell in column) for column in columns]
    whole = [all(map(is_whole, column)) for column in columns]
    weights = [i for i, one in enumerate(numbers) if one and not whole[i]]
    if not weights and numbers.count(True) == 1:  # Hard links.
        weights = [numbers.index(True)]
    if len(weights) != 1 or weights[0] not in (0, len(columns) - 1):
        return None
    (weight,) = weights
    sides = [i for i in range(len(columns)) if i != weight]
    places, words = [i for i in sides if whole[i]], [i for i in sides if not numbers[i]]
    if (len(places), len(words)) not in ((2, 0), (0, 2), (2, 2)):
        return None
    for pair in (words, places):
        few, many = sorted(len({*map(str, columns[i])}) for i in pair) if pair else (1, 1)
        if many == len(rows) and few > 1:
            return None
    cells = {*zip(*([*map(str, columns[i])] for i in places), strict=True)}
    if places and len(cells) < len(rows):
        return None
    (first, second), (place, other) = ((*pair, None, None)[:2] for pair in (words, places))
    if all(is_distribution(row) for row in rows):  # Rows of weights on three words.
        return None
    return (
        CellColumns(weight, first, second, place, other, ()),
        CellColumns(weight, second, first, other, place, ()),
    )


def maps_without_names(rows: Sequence[Sequence[object]], places: Sequence[str]) -> list[System]:
    """Return the maps of a long table without names; the target is the side whose weights sum to 1.

    Raises:
        ValueError: as `maps_of` does, or if the weights of neither or of both sides sum to 1.
    """
    ways = nameless(rows)
    if ways is None:
        raise ValueError(f"a line is no cell of a map as the first ones are. {_NAME_THEM}")
    made = [maps_of(Long(columns, rows, places)) for columns in ways]
    good = [i for i, (system,) in enumerate(made) if all(map(_are_shares, system.sentences))]
    if len(good) != 1:
        raise ValueError(f"nothing shows which side of a cell is the target. {_NAME_THEM}")
    (system,) = made[good[0]]
    columns = ways[good[0]]
    target = columns.target if columns.target is not None else columns.target_place
    assert target is not None
    note = (
        f"Its columns have no names: column {target + 1} is the target, since its weights sum to 1."
    )
    return [replace(system, notes=[*system.notes, note])]


def looks_long(lines: Sequence[str]) -> bool:
    """Return whether each line has a number that is not whole, and words or whole numbers."""
    rows = [row for table in tables_of(lines) for row in table.rows]
    if len(rows) < 2 or len({*map(len, rows)}) != 1 or len(rows[0]) < 3:
        return False
    columns = [*zip(*rows, strict=True)]
    numbers = [all(number(cell) is not None for cell in column) for column in columns]
    whole = [all(map(is_whole, column)) for column in columns]
    return sum(numbers) - sum(whole) == 1 and not all(numbers)


def _are_shares(one: RawSentence) -> bool:
    return one.numbers is not None and all(map(is_distribution, one.numbers[0, 0].tolist()))


def read_long(file: NamedBytes) -> list[System]:
    """Read a long table of CSV, TSV or Markdown; see `maps_without_names`.

    Raises:
        ValueError: if a row has another number of cells, or the cells do not make up maps.
    """
    tables = tables_of(file.lines)
    head, *rows = [row for table in tables for row in table.rows]
    lines = [line for table in tables for line in table.lines]
    columns = columns_of(head)
    for line, row in zip(lines[1:], rows, strict=True):
        if len(row) != len(head):
            raise ValueError(f"Line {line} has {len(row)} cells, the first line {len(head)}.")
    if columns is None:
        return maps_without_names([head, *rows], [f"Line {line}" for line in lines])
    del lines[0]
    return maps_of(Long(columns, rows, [f"Line {line}" for line in lines]))


def maps_of(table: Long) -> list[System]:
    """Return the maps of a long table as a system.

    Raises:
        ValueError: if a weight is no number, or the cells of a map are not complete.
    """
    found, maps, groups = [], [], []
    keys = [tuple(str(row[i]) for i in table.columns.groups) for row in table.rows]
    order = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    sorted_rows = sorted(range(len(keys)), key=lambda i: order[keys[i]])
    for key, group in groupby(sorted_rows, key=keys.__getitem__):
        part = [*group]
        one = _map_of(
            Long(table.columns, [table.rows[i] for i in part], [table.places[i] for i in part])
        )
        found.append(one)
        maps.append(one.numbers)
        groups.append(key)
    kind: str = "weights"
    notes: list[str] = []
    if all(is_whole(row[table.columns.weight]) for row in table.rows):
        maps, kind, notes = unscaled(maps)
    several = len(found) > 1
    sentences = RawSentences(
        RawSentence(
            where=f"map {' '.join(key)}" if several else "the table",
            number=i,
            source=one.source,
            target=one.target,
            numbers=numbers[None, None],
        )
        for i, (key, one, numbers) in enumerate(zip(groups, found, maps, strict=True))
    )
    return [System(sentences=sentences, kind=kind, notes=notes)]


class _Map(NamedTuple):
    target: tuple[str, ...] | None
    source: tuple[str, ...] | None
    numbers: np.ndarray


def _map_of(table: Long) -> _Map:
    if len(table.rows) > MAX_TRACE_CELLS:
        raise ValueError(
            f"{table.places[0]}: a map of {len(table.rows):,} cells: at most {MAX_TRACE_CELLS:,} "
            "can be shown."
        )
    weights = []
    for row, place in zip(table.rows, table.places, strict=True):
        weight = number(row[table.columns.weight])
        if weight is None:
            got = str(row[table.columns.weight])[:40]
            raise ValueError(f"{place}: expected a number as the weight, got {got!r}.")
        weights.append(weight)
    if table.columns.target_place is not None:
        return _by_places(table, weights)
    target, source = (
        [str(row[at]) for row in table.rows if at is not None]
        for at in (table.columns.target, table.columns.source)
    )
    ways = [
        (turned, size)
        for turned in (False, True)
        for size in _sizes(*((source, target) if turned else (target, source)))
    ]
    pairs = len({*zip(target, source, strict=True)})
    if pairs == len(weights):  # No pair of words occurs twice, so each word stands once.
        each = len({*source}), len({*target})
        ways = [(turned, size) for turned, size in ways if size == each[turned]]
    made = [_shaped(target, source, weights, *way) for way in ways]
    if not made:
        raise ValueError(
            f"{table.places[0]}: {len(weights):,} cells of {len({*target}):,} different target and "
            f"{len({*source}):,} source words do not show the order of the words, since cells are "
            f"missing or not sorted. {_ADVICE}"
        )
    if any(not _same(one, made[0]) for one in made):
        raise ValueError(
            f"{table.places[0]}: words occur several times, so the cells fit several maps. "
            f"{_ADVICE}"
        )
    return made[0]


def _sizes(outer: Sequence[str], inner: Sequence[str]) -> list[int]:
    """Return the possible lengths of rows, of which `outer` has a word each and `inner` all."""
    count = len(outer)
    changes = [i for i in range(1, count) if outer[i] != outer[i - 1]]
    longest = np.gcd.reduce([*changes, count]) if changes else count
    return [
        size
        for size in range(1, int(longest) + 1)
        if longest % size == 0 and all(inner[i] == inner[i - size] for i in range(size, count))
    ]


def _shaped(
    target: Sequence[str], source: Sequence[str], weights: Sequence[float], turned: bool, size: int
) -> _Map:
    with np.errstate(over="ignore"):  # Infinity is refused later, with its place.
        numbers = np.array(weights, np.float64).astype(np.float32).reshape(-1, size)
    if turned:
        return _Map(tuple(target[:size]), tuple(source[::size]), numbers.T)
    return _Map(tuple(target[::size]), tuple(source[:size]), numbers)


def _same(one: _Map, other: _Map) -> bool:
    return one[:2] == other[:2] and np.array_equal(one.numbers, other.numbers)


def _by_places(table: Long, weights: Sequence[float]) -> _Map:
    sides, words = [], []
    for name, at, word_at in (
        ("target", table.columns.target_place, table.columns.target),
        ("source", table.columns.source_place, table.columns.source),
    ):
        assert at is not None
        cells = [str(row[at]).removesuffix(".0") for row in table.rows]
        wrong = next((i for i, cell in enumerate(cells) if not cell.isdecimal()), None)
        if wrong is not None:
            raise ValueError(
                f"{table.places[wrong]}: expected a {name} position from 0 or 1, got "
                f"{cells[wrong][:40]!r}."
            )
        found = [int(cell[:9]) for cell in cells]
        first = min(min(found), 1)
        count = len({*found})
        if max(found) - first + 1 != count:
            raise ValueError(
                f"{table.places[0]}: the {name} positions leave out one from {first} to "
                f"{max(found)}."
            )
        sides.append([place - first for place in found])
        side = dict.fromkeys(range(count), "")
        if word_at is not None:
            for place, row, where in zip(sides[-1], table.rows, table.places, strict=True):
                if side[place] not in ("", str(row[word_at])):
                    raise ValueError(
                        f"{where}: two words at {name} position {place + first}: "
                        f"{side[place][:40]!r} and {str(row[word_at])[:40]!r}."
                    )
                side[place] = str(row[word_at])
        words.append(None if word_at is None else tuple(side.values()))
    shape = max(sides[0]) + 1, max(sides[1]) + 1
    if shape[0] * shape[1] != len({*zip(*sides, strict=True)}) or len(weights) != len(sides[0]):
        raise ValueError(
            f"{table.places[0]}: {len(weights):,} cells for a map of {shape[0]} x {shape[1]}: "
            "write each cell once, also those with the weight 0."
        )
    if len(weights) != shape[0] * shape[1]:
        raise ValueError(
            f"{table.places[0]}: a cell occurs twice. If these are several sentences, number them "
            "in a column sentence."
        )
    numbers = np.zeros(shape, np.float32)
    with np.errstate(over="ignore"):
        numbers[sides[0], sides[1]] = weights
    return _Map(words[0], words[1], numbers)
