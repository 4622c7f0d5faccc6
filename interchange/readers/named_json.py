"""JSON of people's own: a matrix and words under common field names, or a frame of pandas."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.readers.cells import CellTable, is_whole, number, number_rows
from alignoscope.interchange.readers.documents import fits_ctranslate2, fits_json
from alignoscope.interchange.readers.fields import tokens
from alignoscope.interchange.readers.labelled import (
    LabelledMap,
    is_distribution,
    labelled,
    systems_of,
    words_of_index,
)
from alignoscope.interchange.readers.long_tables import (
    Long,
    columns_of,
    maps_of,
    maps_without_names,
    nameless,
)
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.names import (
    SOURCE,
    TARGET,
    TEXTS,
    WEIGHTS,
    one_of,
    plain_name,
    words_of,
)
from alignoscope.interchange.readers.places import (
    Field,
    counts_frames,
    flattened,
    grid_of,
    is_grid,
    seconds_of,
    written,
)
from alignoscope.interchange.readers.systems import SIDES, RawSentence, RawSentences, System
from alignoscope.interchange.readers.whole_numbers import unscaled
from alignoscope.records.axis import GridAxis, grid_axis
from alignoscope.records.json_values import Value
from alignoscope.records.limits import MAX_TRACE_TEXT
from alignoscope.records.trace import SELF

Words = tuple[str, ...]
_LINKS = ("alignment", "link", "wordalignment")
_PLACES = 1_000_000  # A position in a sentence is below it.
_PAIR = re.compile(r"\d{1,6}-\d{1,6}")


def fits_named(file: NamedBytes) -> bool:
    """Return whether the first object has a matrix under a common name, such as `attention`."""
    if not fits_json(file) or fits_ctranslate2(file):
        return False
    first = next(_objects(file), None)
    fields = {} if first is None else _fields(first)
    return _weights_of(fields) is not None or _linked(fields) is not None


@np.errstate(over="ignore")  # Infinity is refused later, with its place.
def read_named(file: NamedBytes) -> list[System]:
    """Read a matrix [target, source], or heads or layers of them, with the words of an object.

    Words are lists of tokens, or a text that is split at spaces; objects may be nested once. With
    lists of sentences as words, there is a matrix for each. Beside `tokens` alone the maps are
    self-attention. Words under other names are those of the side that has their number. An
    `alignment` of pairs of positions, source first, is links.

    Raises:
        ValueError: if a field is missing or wrong.
    """
    found, maps, notes = [], [], list[str]()
    links = RawSentences()
    spelled, beside = [*SIDES], dict[str, list[Words]]()
    itself = axes = framed = flat_given = False
    grids: set[tuple[int, int] | None] = set()
    seconds: float | None = None
    for item in _objects(file):
        fields = _fields(item)
        weights = _weights_of(fields)
        scalars = _scalars(fields)
        seconds = seconds or seconds_of(scalars)
        framed = framed or counts_frames(scalars)
        if pairs := _linked(fields):
            links.append(_of_links(item.where, len(links), pairs, fields))
            continue
        if weights is None or links:
            raise ValueError(f"{item.where} has no matrix under the name {_SAID}.")
        given = [_field_of(fields, names) for names in (SOURCE, TARGET)]
        if given == [None, None] and "tokens" in fields:
            given, itself = [fields["tokens"]] * 2, True
        sides = [None if one is None else _words(one) for one in given]
        sides = [_sentences(side, weights) for side in sides]
        if None in sides and not itself and _depth(weights.value) == 2:
            sides, more = _by_number(sides, fields, weights)
            notes += [note for note in more if note not in notes]
        texts = [one is not None and isinstance(one.value, str) for one in given]
        spelled = [side for side in spelled if texts[SIDES.index(side)]]
        for name, one in fields.items():
            if plain_name(name) in TEXTS and isinstance(words := _words_or_none(one), tuple):
                beside.setdefault(name, []).append(words)
        batches = [side for side in sides if isinstance(side, list)]
        parts = [*weights.items()] if batches else [weights]
        if any(len(side) != len(parts) for side in batches):
            raise ValueError(
                f"{weights.where} has {len(parts)} maps for {len(batches[0])} sentences."
            )
        for i, part in enumerate(parts):
            numbers = _array(part)
            source, target = (side[i] if isinstance(side, list) else side for side in sides)
            pictured = is_grid(
                numbers, *(None if one is None else len(one) for one in (source, target))
            )
            height, width = numbers.shape[-2:]
            flat = None if pictured or source is not None else grid_of(scalars, width)
            grids.add((height, width) if pictured else flat)
            if flat:
                source, flat_given = grid_axis(*flat, width).labels(width), True
            if pictured:
                target = written(target, numbers)
                numbers = flattened(numbers)[None]
                source = GridAxis(height, width).labels(height * width)
            axes = axes or numbers.shape[:2] != (1, 1)
            maps.append(numbers)
            found.append((part.where if batches else item.where, source, target))
    if links:
        return [System(sentences=links, kind="links")]
    kind = SELF if itself else "weights"
    if all(numbers.dtype.kind in "iu" for numbers in maps):
        maps, kind, scaled = unscaled(maps)
        notes += scaled
        kind = SELF if itself else kind
    if axes:
        notes.append("The axes of its arrays are read as layer, head, target, source.")
    sentences = RawSentences(
        RawSentence(where=where, number=i, source=source, target=target, numbers=numbers)
        for i, ((where, source, target), numbers) in enumerate(zip(found, maps, strict=True))
    )
    grid = next(iter(grids)) if len(grids) == 1 else None
    return [
        System(
            sentences=sentences,
            kind=kind,
            notes=notes,
            grid=grid,
            grid_given=flat_given,
            seconds=seconds,
            framed=framed,
            spelled=tuple(spelled),
            beside={name: lines for name, lines in beside.items() if len(lines) == len(found)},
        )
    ]


def _linked(fields: dict[str, Value]) -> list[tuple[int, int]] | None:
    """Return the pairs of positions under a name such as `alignment`, or None if it has none."""
    for name, one in fields.items():
        if not plain_name(name).startswith(_LINKS):
            continue
        value = one.value.split() if isinstance(one.value, str) else one.value
        if not isinstance(value, list) or not value:
            continue
        if all(isinstance(pair, str) and _PAIR.fullmatch(pair) for pair in value):
            return [
                (int(source), int(target)) for source, target in (pair.split("-") for pair in value)
            ]
        if all(
            isinstance(pair, list)
            and len(pair) == 2
            and all(type(place) is int and 0 <= place < _PLACES for place in pair)
            for pair in value
        ):
            _refuse_rows(one.where, value, fields)
            return [(source, target) for source, target in value]
    return None


def _refuse_rows(where: str, pairs: Sequence[Sequence[int]], fields: dict[str, Value]) -> None:
    """Refuse pairs of 0 and 1 that may be rows of hard links on two words."""
    source, target = (side_of(fields, names) for names in (SOURCE, TARGET))
    if not source or not target or max(map(max, pairs)) > 1:
        return
    if len(source) == 2 and len(target) in (len(pairs), len(pairs) + 1):
        raise ValueError(
            f"{where}: its pairs may be links, or rows of weights on two words. Write links as "
            "“0-0 1-1”, or weights with a decimal point."
        )


def _of_links(
    where: str, number: int, pairs: Sequence[tuple[int, int]], fields: dict[str, Value]
) -> RawSentence:
    source, target = (side_of(fields, names) for names in (SOURCE, TARGET))
    if isinstance(source, list) or isinstance(target, list):
        raise ValueError(f"{where} has the pairs of one sentence, but the words of several.")
    links = np.array([(*pair, 1) for pair in pairs], np.float32)
    return RawSentence(where=where, number=number, source=source, target=target, links=links)


def _sentences(side: Words | list[Words] | None, weights: Value) -> Words | list[Words] | None:
    """Return the tokens of each sentence, if the words of a batch of maps are texts."""
    if not isinstance(side, tuple) or not isinstance(weights.value, list):
        return side
    if len(side) != len(weights.value) or _depth(weights.value) < 3:
        return side
    first = weights.value[0]
    if not any(" " in one.strip() for one in side) or len(side) in (len(first), len(first[0])):
        return side
    return [tokens(one) for one in side]


def _by_number(
    sides: Sequence[Words | list[Words] | None], fields: dict[str, Value], weights: Value
) -> tuple[list[Words | list[Words] | None], list[str]]:
    """Return sides with the words of fields of other names that have their number, and notes."""
    source, target = sides
    used = {one_of(fields, words_of(names)) for names in (SOURCE, TARGET)}
    others = {
        name: words
        for name, one in fields.items()
        if name not in used and isinstance(one.value, str | list) and one is not weights
        if isinstance(words := _words_or_none(one), tuple) and len(words) > 1
    }
    sizes = len(weights.value[0]), len(weights.value)  # type: ignore[index, arg-type]
    names = [[name for name in others if 0 <= size - len(others[name]) < 2] for size in sizes]
    ways = {
        (first, second)
        for first in (names[0] if source is None else [""])
        for second in (names[1] if target is None else [""])
        if first != second
    }
    if len(ways) != 1:
        return [source, target], []
    ((first, second),) = ways
    said = zip(SIDES, (first, second), strict=True)
    notes = [
        f"The words of the {side} are those under “{name}”, by their number."
        for side, name in said
        if name
    ]
    return [others.get(first, source), others.get(second, target)], notes


def _words_or_none(value: Value) -> Words | list[Words] | None:
    try:
        return _words(value)
    except ValueError:
        return None


def _scalars(fields: dict[str, Value]) -> dict[str, Field]:
    """Return the numbers, short texts and pairs of whole numbers of an object."""
    found: dict[str, Field] = {}
    for name, one in fields.items():
        value = one.value
        pair = isinstance(value, list) and [*map(type, value)] == [int, int]
        short = isinstance(value, str) and len(value) < _SHORT
        if pair or short or type(value) in (int, float):
            found[name] = value  # type: ignore[assignment]
    return found


_SHORT = 40  # The letters of a text that may be a number with a unit.
_SAID = "attention, attention_weights, alignment or weights"


def _objects(file: NamedBytes) -> Iterator[Value]:
    """Yield the objects of a file: its items, or those in the one list of objects that it has."""
    for item in file.items:
        inner = [
            value
            for value in (item.value.values() if isinstance(item.value, dict) else ())
            if isinstance(value, list) and value and isinstance(value[0], dict)
        ]
        if len(inner) == 1 and _weights_of(_fields(item)) is None:
            for i, one in enumerate(inner[0], start=1):
                yield Value(where=f"{item.where}, item {i}", value=one)
        else:
            yield item


def _fields(item: Value) -> dict[str, Value]:
    """Return the fields of an object, and those of the objects in it."""
    if not isinstance(item.value, dict):
        return {}
    own = item.mapping(lambda value: value)
    inner = {
        name: value
        for field in own.values()
        if isinstance(field.value, dict)
        for name, value in field.mapping(lambda value: value).items()
    }
    return inner | own


def _weights_of(fields: dict[str, Value]) -> Value | None:
    nested = {
        name: one
        for name, one in fields.items()
        if isinstance(one.value, list) and one.value and isinstance(one.value[0], list)
        if _depth(one.value) >= 2
    }
    name = one_of(nested, WEIGHTS)
    if name is None and not {"columns", "data"} <= fields.keys():  # A frame of pandas.
        rows = [name for name, one in nested.items() if _are_weights(one.value)]
        name = rows[0] if len(rows) == 1 else None
    return None if name is None else nested[str(name)]


def _are_weights(rows: object) -> bool:
    """Return whether these are rows of numbers that are not whole and each sum to 1."""
    return (
        isinstance(rows, list)
        and _depth(rows) == 2
        and all(isinstance(row, list) and is_distribution(row) for row in rows)
        and any(isinstance(cell, float) and 0 < cell < 1 for row in rows for cell in row)
    )


def _depth(value: object) -> int:
    """Return how deep lists are nested around a first number; 0 if there is none."""
    depth = 0
    while isinstance(value, list) and value:
        value, depth = value[0], depth + 1
    plain = isinstance(value, str) and "." not in value
    return depth if number(value) is not None and not plain else 0


def side_of(fields: dict[str, Value], names: Sequence[str]) -> Words | list[Words] | None:
    """Return the words of a side under one of its names, or None if they are not there."""
    found = _field_of(fields, names)
    return None if found is None else _words(found)


def _field_of(fields: dict[str, Value], names: Sequence[str]) -> Value | None:
    given = {name: one for name, one in fields.items() if _may_be_words(one.value)}
    name = one_of(given, words_of(names))
    return None if name is None else given[str(name)]


def _may_be_words(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list) and not (value and isinstance(value[0], dict))
    )


def _words(value: Value) -> Words | list[Words]:
    """Return tokens, or the tokens of each of several sentences."""
    if isinstance(value.value, str):
        return tokens(value.text(MAX_TRACE_TEXT))
    if isinstance(value.value, list) and value.value and isinstance(value.value[0], list):
        return [one.each(None, _token) for one in value.items()]
    if isinstance(value.value, list) and {*map(type, value.value)} <= {str}:
        return value.texts(MAX_TRACE_TEXT)
    return value.each(None, _token)


def _token(value: Value) -> str:
    return str(value.value) if type(value.value) is int else value.text(MAX_TRACE_TEXT)


def _array(value: Value) -> np.ndarray:
    """Return maps as [layers, heads, rows, columns], of whole numbers if all are whole."""
    depth = _depth(value.value)
    if depth == 2:
        if (plain := _plain_rows(value.value)) is not None:
            return plain
        rows = [row.value for row in value.items() if row.length() >= 0]
        places = [f"{value.where}, row {i + 1}" for i in range(len(rows))]
        numbers = number_rows(rows, places)  # type: ignore[arg-type]
        whole = all(is_whole(cell) for row in rows for cell in row)  # type: ignore[attr-defined]
        return numbers.astype(np.int64) if whole else numbers
    if depth == 5 and isinstance(value.value, list):  # Layers, and a batch of one sentence.
        batches = [[*one.items()] for one in value.items()]
        if all(len(one) == 1 for one in batches):
            return np.concatenate([_array(one) for (one,) in batches])
    if not 2 < depth < 5:
        raise ValueError(f"{value.where}: expected rows of numbers, or heads or layers of them.")
    parts = [_array(one) for one in value.items()]
    for one, part in pairwise(parts):
        if one.shape != part.shape:
            raise ValueError(f"{value.where}: its maps differ in size.")
    return np.concatenate(parts, axis=4 - depth)


def _plain_rows(rows: object) -> np.ndarray | None:
    """Return rows of one length of floats, which most maps are, as an array, or None."""
    if not isinstance(rows, list) or {*map(type, rows)} != {list} or len({*map(len, rows)}) != 1:
        return None
    if {*map(type, chain.from_iterable(rows))} != {float}:
        return None
    return np.array(rows, np.float32)[None, None]


class _Frame(NamedTuple):
    """A frame of pandas: its columns, its index, and the cells of its rows."""

    columns: list[object]
    labels: list[object]
    rows: list[list[object]]


def fits_frame(file: NamedBytes) -> bool:
    """Return whether this is JSON of a frame of numbers, as `to_json` writes it in any orient."""
    return _fits(file, lambda frame: columns_of(frame.columns) is None)


def fits_long_json(file: NamedBytes) -> bool:
    """Return whether this is JSON of a long table: records, or a frame in any orient."""
    return _fits(file, lambda frame: columns_of(frame.columns) is not None or _are_cells(frame))


def _are_cells(frame: _Frame) -> bool:
    """Return whether the rows are lists, a cell each."""
    unnamed = frame.columns == [*range(len(frame.columns))]
    return unnamed and nameless(frame.rows) is not None


def _fits(file: NamedBytes, suits: Callable[[_Frame], bool]) -> bool:
    if not fits_json(file) and not _LISTS.match(file.text[:200]):
        return False
    frame = _frame(file.items[:_LOOK] if len(file.items) > 1 else file.items)
    if frame is None or not suits(frame):
        return False
    cells = [cell for row in frame.rows[:_LOOK] for cell in row]
    return sum(isinstance(cell, int | float) for cell in cells) * 3 >= len(cells)


_LOOK = 40
_LISTS = re.compile(r"\s*\[(\[|\s*[-+\d.e]+\s*,.*\]\s*\[)")  # A list of lists, or lines of them.


def read_frame(file: NamedBytes) -> list[System]:
    """Read a frame whose columns and index are words; a plain index is none.

    Raises:
        ValueError: if a cell is no number.
    """
    lists = [item.value for item in file.items if isinstance(item.value, list)]
    if any(isinstance(row[0], str) for row in lists):  # A table, with its words in it.
        cells = [["" if cell is None else str(cell) for cell in row] for row in lists]
        return systems_of([labelled(CellTable([*range(1, len(cells) + 1)], cells))])
    frame = _frame(file.items)
    assert frame is not None
    columns, index, rows = frame
    said = [i for i in range(len(columns)) if all(isinstance(row[i], str) for row in rows)]
    if said == [0] and words_of_index(tuple(map(str, index))) is None:  # The index as a column.
        columns, index, rows = columns[1:], [row[0] for row in rows], [row[1:] for row in rows]
    places = [f"Row {i + 1}" for i in range(len(rows))]
    one = LabelledMap(
        rows=words_of_index(tuple(map(str, index))),
        columns=words_of_index(tuple(map(str, columns))),
        cells=rows,
        places=places,
    )
    return systems_of([one])


def read_long_json(file: NamedBytes) -> list[System]:
    """Read a long table.

    Raises:
        ValueError: if the cells do not make up maps.
    """
    frame = _frame(file.items)
    assert frame is not None
    places = [f"Item {i + 1}" for i in range(len(frame.rows))]
    if columns := columns_of(frame.columns):
        return maps_of(Long(columns, frame.rows, places))
    return maps_without_names(frame.rows, places)


def _frame(items: Sequence[Value]) -> _Frame | None:
    """Return a frame of scalars, or None if the objects are none.

    In the orient "index" rows and columns are exchanged, which no name shows: the sums of a map do,
    later.
    """
    values = [item.value for item in items]
    if len(values) == 1 and isinstance(values[0], dict):
        whole = values[0]
        if {"columns", "data"} <= whole.keys():
            return _rectangle(whole["columns"], whole.get("index"), whole["data"])
        if {"schema", "data"} == whole.keys():
            return _of_records(whole["data"])
        if all(isinstance(part, dict) for part in whole.values()):
            return _of_columns(whole)
        if all(isinstance(part, list) for part in whole.values()):
            columns = [*whole.values()]
            if len({*map(len, columns)}) != 1:
                return None
            return _rectangle([*whole], None, [list(row) for row in zip(*columns, strict=True)])
    if values and all(isinstance(value, list) for value in values):
        return _rectangle([*range(len(values[0]))], None, values)  # type: ignore[arg-type]
    return _of_records(values)


def _of_columns(whole: dict[str, dict[str, object]]) -> _Frame | None:
    first = next(iter(whole.values()), {})
    if not first or any(part.keys() != first.keys() for part in whole.values()):
        return None
    if columns_of([*first]) is not None:  # A long table by its index.
        return _rectangle([*first], None, [[*part.values()] for part in whole.values()])
    rows = [[part[name] for part in whole.values()] for name in first]
    return _rectangle([*whole], [*first], rows)


def _of_records(values: object) -> _Frame | None:
    if not isinstance(values, list) or not values:
        return None
    first = values[0]
    if not isinstance(first, dict) or not first:
        return None
    if any(not isinstance(one, dict) or one.keys() != first.keys() for one in values):
        return None
    rows = [[one[name] for name in first] for one in values]
    if len(rows) == 1 and columns_of([*first]) is None and not is_distribution(rows[0]):
        return None
    return _rectangle([*first], None, rows)


def _rectangle(columns: object, index: object, rows: object) -> _Frame | None:
    """Return a frame, or None if its parts are no rows of scalars of one length."""
    if not isinstance(columns, list) or not isinstance(rows, list) or not (columns and rows):
        return None
    index = [*range(len(rows))] if index is None else index
    if not isinstance(index, list) or len(index) != len(rows):
        return None
    cells = [cell for row in rows if isinstance(row, list) for cell in row]
    lengths = {len(row) if isinstance(row, list) else -1 for row in rows}
    if lengths != {len(columns)} or any(isinstance(cell, list | dict) for cell in cells):
        return None
    return _Frame(columns, index, rows)
