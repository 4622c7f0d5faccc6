"""JSON of maps row by row: each word with its weights, as an object, a pair, or under a key."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from alignoscope.interchange.readers.documents import fits_json
from alignoscope.interchange.readers.labelled import LabelledMap, systems_of
from alignoscope.interchange.readers.long_tables import Long, columns_of, maps_of
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.named_json import Words, side_of
from alignoscope.interchange.readers.names import (
    SOURCE,
    TARGET,
    WEIGHTS,
    one_of,
    places_of,
    words_of,
)
from alignoscope.interchange.readers.systems import System
from alignoscope.records.json_values import Value

_TOKENS = ("token", "word", "piece", "label", "name", "text", "id")
_ORDER = ("step", "time", "t", "i", "index", "idx", "position", "pos", *places_of(TARGET))


class _Rows(NamedTuple):
    """The rows of a map: a word and its weights each, by place or by the words of the other side.

    With `turned`, the names of fields say that the words are those of the source.
    """

    words: Words | None
    weights: Sequence[Sequence[object] | Mapping[str, object]]
    others: Words | None = None
    turned: bool = False


def fits_rows(file: NamedBytes) -> bool:
    """Return whether this is JSON with the numbers of one row in each object, pair or key."""
    if not fits_json(file):
        return False
    try:
        return next(_maps(file), None) is not None
    except ValueError:  # `read_rows` says why.
        return True


def read_rows(file: NamedBytes) -> list[System]:
    """Read the maps of a file, each given row by row.

    Raises:
        ValueError: if cells are missing, or words stand twice where they are keys.
    """
    return systems_of([*_maps(file)])


def _maps(file: NamedBytes) -> Iterator[LabelledMap]:
    for _, group in groupby(file.items, lambda item: item.where.rpartition(", ")[0]):
        items = [*group]
        whole = _rows_of([item.value for item in items])
        if whole is not None:
            yield _map_of(whole, Value(items[0].where, {}))
            continue
        for item in items:
            if (found := _map_in(item)) is None:
                return
            yield found


def _map_in(item: Value) -> LabelledMap | None:
    """Return the map of a list of rows, or of an object with one and perhaps its words."""
    if not isinstance(item.value, dict):
        rows = _rows_of(item.value)
        return rows and _map_of(rows, Value(item.where, {}))
    weights = item.value.get(str(one_of(item.value, WEIGHTS)))
    if isinstance(weights, dict) and all(map(_are_numbers, weights.values())) and weights:
        return _map_of(_Rows((*weights,), [*weights.values()]), item)
    for part in item.value.values():
        if (rows := _rows_of(part)) is not None:
            return _map_of(rows, item)
        if isinstance(part, list) and (found := _of_cells(part, item)) is not None:
            return found
    return None


def _rows_of(values: object) -> _Rows | None:
    """Return the rows of a list of objects or pairs, or None if it is none."""
    if not isinstance(values, list) or not values:
        return None
    pairs: list[Any] = values
    if all(isinstance(one, dict) and len(one) == 1 for one in values):
        pairs = [pair for one in values for pair in one.items()]
    if all(isinstance(one, list | tuple) and len(one) == 2 for one in pairs):
        good = all(isinstance(word, str) and _are_numbers(row) for word, row in pairs)
        words, rows = zip(*pairs, strict=True)
        return _Rows(words, rows) if good else None
    if not all(isinstance(one, dict) and one.keys() == values[0].keys() for one in values):
        return None
    return _rows_of_objects(values)


def _are_numbers(value: object) -> bool:
    cells = [*value.values()] if isinstance(value, dict) else value
    kinds = {*map(type, cells)} if isinstance(cells, list) else {str}
    return bool(kinds) and kinds <= {int, float, bool, type(None)}


def _rows_of_objects(values: Sequence[dict[str, Any]]) -> _Rows | None:
    values, others = _without_cells(values)
    first = values[0]
    numbers = [name for name in first if all(_are_numbers(one[name]) for one in values)]
    weights = one_of(numbers, WEIGHTS) if len(numbers) > 1 else next(iter(numbers), None)
    texts = [name for name in first if all(isinstance(one[name], str) for one in values)]
    word = one_of(texts, (*words_of(TARGET), *_TOKENS))
    turned = word is None
    word = one_of(texts, words_of(SOURCE)) if turned else word
    shared = [name for name in first if isinstance(first[name], list) and name not in numbers]
    shared += [name for name in texts if name != word and " " in first[name].strip()]
    if weights is None or word is None:
        return None
    if any(one[name] != first[name] for name in shared for one in values):
        return None  # These are rows of several sentences.
    order = str(one_of(first, _ORDER))
    if all(type(one.get(order)) is int for one in values):
        values = sorted(values, key=lambda one: one[order])
    others = others or side_of(
        {name: Value("", first[name]) for name in shared}, (TARGET if turned else SOURCE)
    )
    return _Rows(
        tuple(one[str(word)] for one in values),
        [one[str(weights)] for one in values],
        others if isinstance(others, tuple) else None,
        turned,
    )


def _without_cells(
    values: Sequence[dict[str, Any]],
) -> tuple[Sequence[dict[str, Any]], Words | list[Words] | None]:
    """Return rows whose cells, if these are objects of a word and a number, are the numbers.

    Return the words as well: all rows have the same, or else the rows are not changed.
    """
    for name in values[0]:
        rows = [_pairs_of(one[name]) for one in values]
        if rows[0] and all(row and row.keys() == rows[0].keys() for row in rows):
            found = [
                {**one, name: [row[word] for word in rows[0]]}
                for one, row in zip(values, rows, strict=True)
                if row
            ]
            return found, (*rows[0],)
    return values, None


def _pairs_of(cells: object) -> dict[str, object] | None:
    """Return the number of each word of a list of such objects, or None if it is none."""
    if not isinstance(cells, list) or not cells:
        return None
    found: dict[str, object] = {}
    for cell in cells:
        parts = [*cell.values()] if isinstance(cell, dict) and len(cell) == 2 else []
        words = [part for part in parts if isinstance(part, str)]
        numbers = [part for part in parts if type(part) in (int, float)]
        if len(words) != 1 or len(numbers) != 1 or words[0] in found:
            return None
        found[words[0]] = numbers[0]
    return found


def _map_of(rows: _Rows, item: Value) -> LabelledMap:
    """Return a map with its words, or those of the object that it is in."""
    fields = {name: Value(f"{item.where}, {name}", one) for name, one in item.value.items()}  # type: ignore[attr-defined]
    axis = fields.get("xaxis")
    if axis and isinstance(axis.value, dict) and isinstance(axis.value.get("categories"), list):
        fields["columns"] = Value(axis.where, axis.value["categories"])  # Of ApexCharts.
    sides = [side_of(fields, names) for names in (TARGET, SOURCE)][:: -1 if rows.turned else 1]
    outer, others = (side if isinstance(side, tuple) else None for side in sides)
    words, others = rows.words or outer, rows.others or others
    if outer and words and len(outer) != len(words):
        raise ValueError(
            f"{item.where}: {len(words)} rows of weights for {len(outer)} words. A word that "
            "stands twice is no key: write the rows as a list, in the order of the words."
        )
    cells, others = _cells_of(rows.weights, others, item.where)
    if rows.turned:
        if len({*map(len, cells)}) == 1:
            cells = [list(row) for row in zip(*cells, strict=True)]
        words, others = others, words
    places = [f"{item.where}, row {i}" for i in range(1, len(cells) + 1)]
    return LabelledMap(rows=words, columns=others, cells=cells, places=places)


def _cells_of(
    rows: Sequence[Any], others: Words | None, where: str
) -> tuple[list[list[object]], Words | None]:
    """Return the cells of rows, and the words of the other side, by which they may be given."""
    if not all(isinstance(row, dict) for row in rows):
        return [[*row.values()] if isinstance(row, dict) else row for row in rows], others
    known = others if others and len({*others}) == len(others) else tuple(rows[0])
    if any(not row.keys() <= {*known} for row in rows):
        raise ValueError(f"{where}: its rows do not have the same words as keys.")
    if known is not others and any(len(row) != len(known) for row in rows):
        raise ValueError(
            f"{where}: cells are missing in a row, and nothing shows the order of the words. Write "
            'each cell, also those with the weight 0, or list the words under "source".'
        )
    return [[row.get(word, 0.0) for word in known] for row in rows], known


def _of_cells(values: list[Any], item: Value) -> LabelledMap | None:
    """Return the map of a list of cells with positions, or None if it is none."""
    if not values or not all(
        isinstance(one, dict) and one.keys() == values[0].keys() for one in values
    ):
        return None
    columns = columns_of([*values[0]])
    if columns is None:
        return None
    places = [f"{item.where}, cell {i}" for i in range(1, len(values) + 1)]
    ((found,),) = (
        one.sentences for one in maps_of(Long(columns, [[*one.values()] for one in values], places))
    )
    fields = {name: Value(f"{item.where}, {name}", one) for name, one in item.value.items()}  # type: ignore[attr-defined]
    source, target = (side_of(fields, names) for names in (SOURCE, TARGET))
    assert found.numbers is not None
    cells = found.numbers[0, 0].tolist()
    return LabelledMap(
        rows=found.target or (target if isinstance(target, tuple) else None),
        columns=found.source or (source if isinstance(source, tuple) else None),
        cells=cells,
        places=[f"{item.where}, row {i}" for i in range(1, len(cells) + 1)],
    )
