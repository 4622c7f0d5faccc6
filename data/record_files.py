"""Parallel texts as records with named fields: JSON, JSON lines, Parquet, Arrow and Excel.

Hugging Face `datasets` writes the first four, with a field per language or one `translation` that
has them. Files are read in parts, so that memory stays bounded.
"""

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from alignoscope.data.named_files import NamedFile
from alignoscope.records.extras import require

HEAD = 200  # the records by which the columns of the pair are found
_CHUNK = 1_000_000  # characters of JSON that are read together
_MOST_VALUE = 10_000_000  # characters of one record
_BATCH = 1_000  # rows of Parquet and Arrow that are read together
_BETWEEN = re.compile(r"[\s,]*")
_RAW = json.JSONDecoder().raw_decode
_ARROW = (b"ARROW1", b"\xff\xff\xff\xff")
_JSON = re.compile(
    rb"(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*((\[\s*)?\{\s*\"|(\[\s*){1,2}\"[^\"\n]*\"\s*,)"
)
# An object that has its records in a list: what comes before the first of them.
_LISTED = re.compile(
    r"""\{\s*(?:"[^"]*"\s*:\s*(?:"[^"]*"|[\w.+-]+)\s*,\s*)*"[^"]*"\s*:\s*\[\s*(?=[{\[])"""
)
_SENTENCES = 20  # the texts of an object from which they are translations of their names
_TURNS = 6  # the messages of a chat whose texts may be a field each
FieldPath = tuple[str, ...]


class Records(NamedTuple):
    """The paths of the fields of text, the first records, and what yields all of two fields.

    A path of two names is that of a field in another one: ("translation", "en"). A field that a
    record lacks is "". Records are numbered from 1.
    """

    paths: list[FieldPath]
    head: list[list[str]]
    pairs: Callable[[FieldPath, FieldPath], Iterator[tuple[int, str, str]]]


def is_records(file: NamedFile) -> bool:
    """Return whether a file has records, by its start."""
    start = file.head(4_000)
    return start.startswith((b"PAR1", *_ARROW)) or bool(_JSON.match(start.replace(b"\0", b"")))


def read_records(file: NamedFile) -> Records | None:
    """Return the records of a file, or None if it is no file of records.

    Raises:
        ValueError: if it is damaged, or has no fields of text; so does `pairs`.
    """
    if not is_records(file):
        return None
    start = file.head(6)
    if start.startswith(b"PAR1"):
        return _of_batches(file, _parquet)
    if start.startswith(_ARROW):
        return _of_batches(file, _arrow)
    return _of_values(file, lambda: _json(file))


def _of_values(file: NamedFile, values: Callable[[], Iterator[Any]]) -> Records:
    """Return the records of a file whose values `values` yields from the start."""
    head = list(islice(values(), HEAD))
    paths = [*dict.fromkeys(path for value in head for path in _text_fields(value))]
    if len(paths) < 2:
        raise no_texts(file.name)

    def pairs(source: FieldPath, target: FieldPath) -> Iterator[tuple[int, str, str]]:
        *outer, first = source
        nested, second = outer == list(target[:-1]), target[-1]
        for number, value in enumerate(values(), start=1):
            try:  # what nearly all records are
                one = value[outer[0]] if outer else value
                left, right = one[first], one[second]
            except (KeyError, TypeError):
                left = right = None
            if not nested or type(left) is not str or type(right) is not str:
                left, right = (_field(value, path, file, number) for path in (source, target))
            yield number, left, right

    return Records(paths, [[_text(_at(one, path)) for path in paths] for one in head], pairs)


def no_texts(name: str) -> ValueError:
    """Return the error for a file of records that has not two fields of text."""
    return ValueError(
        f'{name} has no two fields of text: expected records such as {{"en": "Hello", "fr": '
        '"Bonjour"} or {"translation": {"en": "Hello", "fr": "Bonjour"}}.'
    )


def _text_fields(value: Any) -> Iterator[FieldPath]:
    """Yield the paths of the fields of a record whose values are text or numbers."""
    if not isinstance(value, Mapping):
        return
    for name, one in value.items():
        if isinstance(one, Mapping):
            yield from ((name, inner) for inner, text in one.items() if _is_plain(text))
        elif isinstance(one, list) and len(one) <= _TURNS:  # The messages of a chat.
            for i, part in enumerate(one):
                inside = _text_fields(part) if isinstance(part, Mapping) else ()
                yield from ((name, str(i), *path) for path in inside if len(path) == 1)
        elif _is_plain(one):
            yield (name,)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _at(value: Any, path: FieldPath) -> Any:
    for name in path:
        if isinstance(value, list):
            value = value[int(name)] if name.isdigit() and int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _field(value: Any, path: FieldPath, file: NamedFile, number: int) -> str:
    found = _at(value, path)
    if not isinstance(value, Mapping) or not _is_plain(found):
        got = json.dumps(found if isinstance(value, Mapping) else value, default=str)[:60]
        raise ValueError(
            f"{file.name}, record {number:,}: expected a text as “{'.'.join(path)}”; got {got}."
        )
    return _text(found)


def _json(file: NamedFile) -> Iterator[Any]:
    """Yield the JSON records of a file: one after another, those of a list, or those of an object.

    A list is a record whose fields are named by their numbers.
    """
    for value in _json_values(file):
        yield {str(i): one for i, one in enumerate(value, 1)} if isinstance(value, list) else value


def _json_values(file: NamedFile) -> Iterator[Any]:
    encoding = file.encoding()
    number = 0
    with file.open() as stream, io.TextIOWrapper(stream, encoding.name) as text:
        buffer, at = text.read(_CHUNK), 0
        start = buffer.lstrip()
        listed = start.startswith("[") and not re.match(r"\[[^\n]*\]\s*\n\s*\[", start)
        at = buffer.index("[") + 1 if listed else 0
        if (found := _LISTED.match(buffer)) and not _is_whole(buffer):
            listed, at = True, found.end()
        while True:
            at = _BETWEEN.match(buffer, at).end()  # type: ignore[union-attr]
            if at == len(buffer) or (listed and buffer[at] == "]"):
                more = text.read(_CHUNK) if at == len(buffer) else ""
                if not more:
                    return
                buffer, at = more, 0
                continue
            try:
                value, at = _RAW(buffer, at)
            except (ValueError, RecursionError) as error:
                left = len(buffer) - at  # The record may go on: the next part is as long as it.
                more = text.read(max(_CHUNK, left)) if left < _MOST_VALUE else ""
                if not more:
                    why = f"this is no JSON ({error})"
                    if left >= _MOST_VALUE:
                        why = f"more than {_MOST_VALUE:,} characters. Write JSON lines"
                    raise ValueError(f"{file.name}, record {number + 1:,}: {why}.") from error
                buffer, at = buffer[at:] + more, 0
                continue
            number += 1
            if number > 1 or listed:
                yield value
                continue
            buffer += text.read(_CHUNK) if at == len(buffer.rstrip()) else ""
            yield from _inside(value) if at == len(buffer.rstrip()) else [value]


def _is_whole(text: str) -> bool:
    """Return whether a text begins with a whole JSON value, as JSON lines do."""
    try:
        _RAW(text.lstrip())
    except (ValueError, RecursionError):
        return False
    return True


def _inside(value: Any) -> list[Any]:
    """Return the records of a file's one value: it, or those in it, as pandas writes a frame."""
    if not isinstance(value, dict):
        return [value]
    parts = [*value.values()]
    if {"columns", "data"} <= value.keys():
        rows = value["data"]
        if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
            return [dict(zip(map(str, value["columns"]), row, strict=False)) for row in rows]
    lists = [part for part in parts if isinstance(part, list) and part]
    if len(lists) == 1 and all(isinstance(one, dict | list) for one in lists[0]):
        return lists[0]
    if len(lists) == len(parts) > 1 and len({*map(len, lists)}) == 1:
        return [dict(zip(value, row, strict=True)) for row in zip(*lists, strict=True)]
    frames = [part for part in parts if isinstance(part, dict)]
    if len(frames) == len(parts) and parts and all(key.isdigit() for key in value):
        return frames
    if len(frames) == len(parts) > 1 and all(
        part.keys() == frames[0].keys() and all(key.isdigit() for key in part) for part in frames
    ):
        return [{name: part[key] for name, part in value.items()} for key in frames[0]]
    if len(parts) >= _SENTENCES and all(isinstance(part, str) for part in parts):
        return [list(pair) for pair in value.items()]
    return [value]


def _of_batches(file: NamedFile, batches: Callable[..., Iterator[Any]]) -> Records:
    """Return the records of a file of columns, of which `batches` yields some rows at a time."""
    import pyarrow as pa

    # A damaged file may raise almost anything of Arrow's, or of what decodes its texts.
    errors = (pa.ArrowException, OSError, ValueError, TypeError, KeyError, MemoryError)

    def read(names: Sequence[str] | None) -> Iterator[Any]:
        try:
            for batch in batches(file, names):
                batch.validate(full=True)
                yield batch
        except errors as error:
            said = str(error).split("\n")[0][:100]
            raise ValueError(f"{file.name} is damaged, or no file of columns: {said}.") from error

    def values(batch: Any, path: FieldPath) -> list[str]:
        column = batch.column(batch.schema.get_field_index(path[0]))
        for name in path[1:]:
            column = column.field(name)
        try:
            return [_text(value) for value in column.to_pylist()]
        except errors as error:
            raise ValueError(f"{file.name} is damaged: its texts are not UTF-8.") from error

    def pairs(source: FieldPath, target: FieldPath) -> Iterator[tuple[int, str, str]]:
        numbers = count(1)
        for batch in read([*{source[0]: 0, target[0]: 0}]):
            sides = values(batch, source), values(batch, target)
            yield from zip(islice(numbers, len(sides[0])), *sides, strict=True)

    first = next(read(None), None)
    paths = [*_arrow_paths(first.schema)] if first is not None else []
    if first is None or len(paths) < 2:
        raise no_texts(file.name)
    head = [values(first.slice(0, HEAD), path) for path in paths]
    return Records(paths, [list(row) for row in zip(*head, strict=True)], pairs)


def _arrow_paths(schema: Any) -> Iterator[FieldPath]:
    """Yield the paths of the columns of text or numbers, each name once."""
    from pyarrow import types

    def plain(kind: Any) -> bool:
        if types.is_dictionary(kind):
            kind = kind.value_type
        return types.is_string(kind) or types.is_large_string(kind) or types.is_primitive(kind)

    for field in schema:
        if schema.get_field_index(field.name) < 0:  # Two columns have this name.
            continue
        if types.is_struct(field.type):
            yield from ((field.name, inner.name) for inner in field.type if plain(inner.type))
        elif plain(field.type):
            yield (field.name,)


def _seekable(file: NamedFile) -> Any:
    """Return what Arrow can read at any place."""
    if isinstance(file.data, Path):
        return str(file.data)
    with file.open() as stream:
        return io.BytesIO(stream.read())


def _parquet(file: NamedFile, names: Sequence[str] | None) -> Iterator[Any]:
    from pyarrow import parquet

    with parquet.ParquetFile(_seekable(file)) as opened:
        yield from opened.iter_batches(_BATCH, columns=names, use_threads=False)


def _arrow(file: NamedFile, names: Sequence[str] | None) -> Iterator[Any]:
    from pyarrow import ipc

    if file.head(6) == b"ARROW1":
        opened = ipc.open_file(_seekable(file))
        yield from map(opened.get_batch, range(opened.num_record_batches))
        return
    with file.open() as stream, ipc.open_stream(stream) as batches:
        yield from batches


def _used_columns(sheet: Any) -> set[int]:
    """Return the columns of a sheet that its first rows fill."""
    rows = sheet.iter_rows(max_row=HEAD, values_only=True)
    return {i for row in rows for i, cell in enumerate(row) if cell is not None}


def excel_rows(file: NamedFile) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row of the first sheet of an Excel file with columns.

    Empty columns before the first filled one, and lines of one cell above the columns, are no part
    of it.

    Raises:
        ValueError: if it is damaged, or openpyxl is not installed.
    """
    require("excel")
    from openpyxl import load_workbook

    try:
        with file.open() as stream:
            book = load_workbook(io.BytesIO(stream.read()), read_only=True, data_only=True)
            for sheet in book.worksheets:
                sheet.reset_dimensions()  # A wrong size would fill each row with empty cells.
            used = ((sheet, _used_columns(sheet)) for sheet in book.worksheets)
            sheet, first = next(
                ((sheet, min(columns)) for sheet, columns in used if len(columns) > 1),
                (book.worksheets[0], 0),
            )
            begun = False
            for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
                begun = begun or sum(cell is not None for cell in cells) > 1
                if begun:
                    yield number, [_text(cell) for cell in cells[first:]]
    except Exception as error:  # openpyxl and what it calls raise any for a damaged file
        raise ValueError(f"{file.name} is damaged, or no Excel file.") from error
