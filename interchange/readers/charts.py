"""Heat maps in the JSON of charts: Plotly, Vega-Lite, Vega, ECharts, Highcharts and Chart.js."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from alignoscope.interchange.readers.documents import fits_json
from alignoscope.interchange.readers.labelled import LabelledMap, systems_of, words_of_index
from alignoscope.interchange.readers.long_tables import CellColumns, Long, columns_of, maps_of
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.interchange.readers.systems import RawSentences, System
from alignoscope.records.limits import MAX_TRACE_CELLS

_COLOURS = ("color", "fill", "opacity", "fillOpacity", "size", "text")
_PARTS = ("layer", "hconcat", "vconcat", "concat")
_WORDED = CellColumns(2, 1, 0, None, None, ())
_TYPES = "fiu"  # What Plotly packs: floats, and whole numbers with and without a sign.


def fits_chart(file: NamedBytes) -> bool:
    """Return whether this is the JSON of a chart."""
    if not fits_json(file) or len(file.items) != 1 or not isinstance(file.items[0].value, dict):
        return False
    whole = file.items[0].value
    return bool(_traces(whole) or _is_vega(whole) or _series(whole) or _datasets(whole))


def read_chart(file: NamedBytes) -> list[System]:
    """Read the heat maps of a chart: the axis x has the source words unless a name says otherwise.

    Raises:
        ValueError: if it has no heat map, or its data is in another file.
    """
    whole: Any = file.items[0].value
    if _is_vega(whole):
        return _of_vega(whole)
    if datasets := _datasets(whole):
        return _of_datasets(datasets, whole)
    traces = _traces(whole)
    return systems_of([_of_trace(one, whole) for one in traces] or [_of_series(whole)])


def _traces(whole: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the heat maps of a figure of Plotly."""
    data = whole.get("data")
    found = data if isinstance(data, list) else []
    return [one for one in found if isinstance(one, dict) and "z" in one and "layout" in whole]


def _of_trace(trace: Mapping[str, Any], whole: Mapping[str, Any]) -> LabelledMap:
    rows = _unpacked(trace["z"], "z")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) for row in rows):
        raise ValueError("z of a heat map: expected rows of numbers.")
    columns, words = (_labels(trace, whole, axis) for axis in "xy")
    places = [f"z, row {i}" for i in range(1, len(rows) + 1)]
    return LabelledMap(rows=words, columns=columns, cells=rows, places=places)


def _labels(
    trace: Mapping[str, Any], whole: Mapping[str, Any], axis: str
) -> tuple[str, ...] | None:
    """Return the words at an axis of a heat map: its own, or the ticks of the layout."""
    layout = whole["layout"] if isinstance(whole["layout"], dict) else {}
    number = str(trace.get(f"{axis}axis", axis)).removeprefix(axis)
    ticks = layout.get(f"{axis}axis{number}")
    for given in (trace.get(axis), ticks.get("ticktext") if isinstance(ticks, dict) else None):
        found = _unpacked(given, axis)
        if isinstance(found, list) and found:
            words = words_of_index(tuple(map(str, found)))
            if words is not None:
                return words
    return None


def _unpacked(value: object, where: str) -> object:
    """Return what Plotly packs as base64, as lists; other values are not changed.

    Raises:
        ValueError: if it is damaged or too large.
    """
    if not isinstance(value, dict) or "bdata" not in value:
        return value
    try:
        kind = np.dtype(str(value.get("dtype"))).newbyteorder("<")
        numbers = np.frombuffer(base64.b64decode(str(value["bdata"]), validate=True), kind)
        shape = [int(size) for size in str(value.get("shape", numbers.size)).split(",")]
        if kind.kind not in _TYPES or numbers.size > MAX_TRACE_CELLS:
            raise ValueError("it is no array of numbers that is read")
        return numbers.reshape(shape).tolist()
    except (TypeError, ValueError, binascii.Error) as error:
        raise ValueError(f"The packed numbers of {where} are damaged or too many.") from error


def _is_vega(whole: Mapping[str, Any]) -> bool:
    given = {"data", "datasets"} & whole.keys()
    marked = {"mark", *_PARTS} & whole.keys() and ("encoding" in whole or given)
    encoded = isinstance(whole.get("encoding"), dict) and given
    return "vega" in str(whole.get("$schema", "")) or bool(marked or encoded)


def _of_vega(whole: Mapping[str, Any]) -> list[System]:
    """Return the maps of a chart of Vega-Lite, or of the data sets of one of Vega."""
    found = RawSentences()
    notes: list[str] = []
    kind = "weights"
    seen: list[tuple[object, CellColumns]] = []
    for rows, columns, by_name in _units(whole, whole, {}, None):
        if (rows, columns) in seen:  # Another layer, with the numbers as text.
            continue
        seen.append((rows, columns))
        places = [f"value {i}" for i in range(1, len(rows) + 1)]
        cells = [[row[name] for name in rows[0]] for row in rows]
        (system,) = maps_of(Long(columns, cells, places))
        for one in system.sentences:
            words = (
                one
                if by_name
                else replace(
                    one, source=words_of_index(one.source), target=words_of_index(one.target)
                )
            )
            found.append(replace(words, number=len(found)))
        kind, notes = system.kind, system.notes
    if not found:
        raise ValueError(
            "this chart has no heat map: expected data with the two words and the weight of each "
            "cell, encoded as x, y and color."
        )
    return [System(sentences=found, kind=kind, notes=notes)]


def _units(
    whole: Mapping[str, Any], part: Any, encoding: Mapping[str, Any], data: Any
) -> Iterator[tuple[list[dict[str, Any]], CellColumns, bool]]:
    """Yield the rows of each heat map, its columns, and whether they are known by their names."""
    if not isinstance(part, dict):
        return
    data = part.get("data", data)
    own = part.get("encoding")
    encoding = {**encoding, **(own if isinstance(own, dict) else {})}
    inner = [one for name in _PARTS for one in part.get(name) or []]
    if isinstance(part.get("spec"), dict):  # A chart in facets.
        facet = part.get("facet")
        encoding |= {"facet": facet} if isinstance(facet, dict) else {}
        inner.append(part["spec"])
    for one in inner:
        yield from _units(whole, one, encoding, data)
    for given in () if inner else data if isinstance(data, list) else (data,):
        rows = _values(whole, given)
        if rows is None:
            continue
        columns = columns_of([*rows[0]])
        encoded = _encoded([*rows[0]], encoding)
        if columns is not None and (encoded is None or encoded.weight == columns.weight):
            yield rows, columns, True
        elif encoded is not None:
            yield rows, encoded, False


def _values(whole: Mapping[str, Any], data: Any) -> list[dict[str, Any]] | None:
    if not isinstance(data, dict):
        return None
    if isinstance(data.get("url"), str):
        raise ValueError(
            f"the data of this chart is in another file, {data['url'][:80]!r}: open that one."
        )
    sets = whole.get("datasets")
    named = sets.get(data.get("name")) if isinstance(sets, dict) else None
    rows = data.get("values", named)
    if not isinstance(rows, list) or not rows or not isinstance(rows[0], dict):
        return None
    if not all(isinstance(row, dict) for row in rows):
        return None
    rows = [_flat(row) for row in rows]
    return rows if rows[0] and all(row.keys() == rows[0].keys() for row in rows) else None


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row whose fields within a field have both names, as an encoding gives them."""
    inner = {
        f"{name}.{field}": value
        for name, one in row.items()
        if isinstance(one, dict)
        for field, value in one.items()
    }
    return {name: one for name, one in row.items() if not isinstance(one, dict)} | inner


def _encoded(names: list[str], encoding: Mapping[str, Any]) -> CellColumns | None:
    """Return the columns of a heat map by its encoding, or None if it has none."""

    def at(*channels: str) -> int | None:
        fields = (_field_of(encoding.get(one)) for one in channels)
        return next((names.index(field) for field in fields if field in names), None)

    source, target, weight = at("x"), at("y"), at(*_COLOURS)
    if source is None or target is None or weight is None:
        return None
    groups = tuple(one for name in ("facet", "row", "column") if (one := at(name)) is not None)
    return CellColumns(weight, target, source, None, None, groups)


def _field_of(channel: object) -> object:
    """Return the field of a channel, which may depend on a condition, or be as `"word:N"`."""
    if isinstance(channel, str):
        return channel.partition(":")[0]
    if not isinstance(channel, dict):
        return None
    condition = channel.get("condition")
    condition = condition[0] if isinstance(condition, list) and condition else condition
    return channel.get("field", condition.get("field") if isinstance(condition, dict) else None)


def _datasets(whole: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the data sets of a chart of Chart.js."""
    data = whole.get("data")
    found = (data if isinstance(data, dict) else whole).get("datasets")
    sets = found if isinstance(found, list) else []
    return [one for one in sets if isinstance(one, dict) and isinstance(one.get("data"), list)]


def _of_datasets(datasets: Sequence[Mapping[str, Any]], whole: Mapping[str, Any]) -> list[System]:
    """Return the maps of data sets whose cells have words or positions x and y, and a weight v."""
    found = RawSentences()
    kind, notes = "weights", list[str]()
    for one in datasets:
        cells = [
            [cell.get("x"), cell.get("y"), cell.get("v", cell.get("value"))]
            for cell in one["data"]
            if isinstance(cell, dict)
        ]
        if not cells or len(cells) < len(one["data"]) or any(None in cell for cell in cells):
            continue
        sides = [_ticks(whole, axis) for axis in "xy"]
        for cell in cells:
            for i, words in enumerate(sides):
                if words and isinstance(cell[i], str) and words.count(cell[i]) == 1:
                    cell[i] = words.index(cell[i])
        placed = all(type(place) is int for cell in cells for place in cell[:2])
        places = [f"value {i}" for i in range(1, len(cells) + 1)]
        columns = CellColumns(2, None, None, 1, 0, ()) if placed else _WORDED
        (system,) = maps_of(Long(columns, cells, places))
        (made,) = system.sentences
        assert made.numbers is not None
        if placed:
            *_, height, width = made.numbers.shape
            source, target = (
                words if words and len(words) == size else None
                for words, size in zip(sides, (width, height), strict=True)
            )
            made = replace(made, source=source, target=target)
        found.append(replace(made, number=len(found)))
        kind, notes = system.kind, system.notes
    if not found:
        raise ValueError(
            "this chart has no heat map: expected data with a cell each, such as "
            '{"x": source word, "y": target word, "v": weight}.'
        )
    return [System(sentences=found, kind=kind, notes=notes)]


def _ticks(whole: Mapping[str, Any], axis: str) -> tuple[str, ...] | None:
    """Return the labels of an axis of Chart.js: of its data or of its scales."""
    data, options = (whole.get(name) for name in ("data", "options"))
    scales = options.get("scales") if isinstance(options, dict) else None
    scale = scales.get(axis, scales.get(f"{axis}Axes")) if isinstance(scales, dict) else None
    scale = scale[0] if isinstance(scale, list) and scale else scale
    given = [scale.get("labels") if isinstance(scale, dict) else None]
    for part in (data, whole):
        if isinstance(part, dict):
            given += [part.get(f"{axis}Labels"), part.get("labels") if axis == "x" else None]
    words = next((one for one in given if isinstance(one, list) and one), None)
    return None if words is None else words_of_index(tuple(map(str, words)))


def _series(whole: Mapping[str, Any]) -> list[Any]:
    """Return the cells [x, y, value] of a heat map of ECharts or Highcharts, or nothing."""
    series = whole.get("series")
    first = series[0] if isinstance(series, list) and series else series
    data = first.get("data") if isinstance(first, dict) else None
    cells = [_triple(cell) for cell in data] if isinstance(data, list) else []
    axes = all(name in whole for name in ("xAxis", "yAxis"))
    return cells if axes and all(cell is not None for cell in cells) else []


def _triple(cell: object) -> list[object] | None:
    if isinstance(cell, dict):
        found = cell.get("value")
        cell = found if isinstance(found, list) else [cell.get("x"), cell.get("y"), found]
    return cell if isinstance(cell, list) and len(cell) == 3 else None


def _of_series(whole: Mapping[str, Any]) -> LabelledMap:
    """Return the map of cells [x, y, value]: x and y are positions from 0, or words."""
    cells = _series(whole)
    sides = [_categories(whole[name]) for name in ("xAxis", "yAxis")]
    numbers: dict[tuple[int, ...], object] = {}
    for i, (x, y, value) in enumerate(cells, start=1):
        at = tuple(
            words.index(place) if words and isinstance(place, str) and place in words else place
            for words, place in zip(sides, (x, y), strict=True)
        )
        if not all(type(place) is int and 0 <= place < MAX_TRACE_CELLS for place in at):
            raise ValueError(f"Cell {i}: expected positions from 0 or words of the axes.")
        numbers[at] = None if value == "-" else value
    width, height = (
        len(words) if words else max(place[axis] for place in numbers) + 1
        for axis, words in enumerate(sides)
    )
    if len(numbers) != len(cells) or {*numbers} != {
        (x, y) for x in range(width) for y in range(min(height, MAX_TRACE_CELLS // width))
    }:
        raise ValueError(
            f"{len(cells):,} cells for a map of {height} x {width}: write each cell once, also "
            "those with the weight 0."
        )
    return LabelledMap(
        rows=sides[1],
        columns=sides[0],
        cells=[[numbers[x, y] for x in range(width)] for y in range(height)],
        places=[f"y = {y}" for y in range(height)],
    )


def _categories(axis: Any) -> tuple[str, ...] | None:
    axis = axis[0] if isinstance(axis, list) and axis else axis
    found = axis.get("data", axis.get("categories")) if isinstance(axis, dict) else None
    return words_of_index(tuple(map(str, found))) if isinstance(found, list) and found else None
