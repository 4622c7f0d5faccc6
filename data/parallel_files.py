"""Parallel texts in the forms in which corpora are published, as rows of source and target.

One file holds both sides: source TAB target, source ||| target, CSV, Excel, records with named
fields (`record_files`) or units of translation (`unit_files`). Or two files hold one sentence per
line each, or the segments of SGML. Files may be packed by gzip or be in a zip or tar archive, as
those of manythings.org, OPUS and Europarl are, and a text may be in several shards.
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, zip_longest
from typing import NamedTuple

from alignoscope.data.languages import is_code, same_language
from alignoscope.data.named_files import NamedFile, pair_of_name, unpacked
from alignoscope.data.pair_columns import (
    NO_CODES,
    PairColumns,
    column_kinds,
    heading,
    language_of_column,
    languages_of,
    named_columns,
    text_columns,
    what_column,
)
from alignoscope.data.record_files import (
    HEAD,
    FieldPath,
    Records,
    excel_rows,
    is_records,
    read_records,
)
from alignoscope.data.repairs import Row, repaired
from alignoscope.data.unit_files import Unit, is_sgml, reader_of_units, segments

BARS = (" ||| ", "\t")
FORMS = (
    "source TAB target, source ||| target, CSV, JSON, Parquet, Excel, TMX, XLIFF, PO, or two files "
    "with one sentence per line; also in shards, or packed (.gz, .bz2, .xz, .zst, .zip, .tgz)"
)
_HEAD = 200  # the lines by which a form is recognised
_CODE = re.compile(r"[a-z]{2,3}")
_OPEN = re.compile(r'(?:^|\t)"[^"\t]*$')  # a quotation that goes on in the next line
_SHARD = re.compile(r"(?i)(.*?)-?\d+-of-\d+(.*)")  # as `datasets` numbers them
_TRAIN = re.compile(r"(?i)(.*/)?train\b.*")
_HELD = re.compile(r"(?i)(.*/)?(test|valid|validation|dev)\b.*")


class Rows(NamedTuple):
    """The rows of a parallel text, the languages of its sides if it names them, and notes."""

    rows: list[Row]
    languages: tuple[str, str] | None
    notes: tuple[str, ...]


class OpenedRows(NamedTuple):
    """The rows of a parallel text as they are read, its languages if it names them, and notes."""

    rows: Iterator[Row]
    languages: tuple[str, str] | None
    notes: list[str]


def read_rows(files: Sequence[NamedFile], most: int, most_bytes: int, pair: str = "") -> Rows:
    """Read the rows of a parallel text; see `open_rows`.

    `most` is the maximum number of rows; further ones are left out with a note.

    Raises:
        ValueError: if a file is damaged or too large, or they are of none of the forms.
    """
    opened = open_rows(files, most_bytes, pair)
    rows = list(islice(opened.rows, most + 1))
    if len(rows) > most:
        opened.notes.append(f"Only the first {most:,} lines are read.")
    return Rows(rows[:most], opened.languages, tuple(opened.notes))


def open_rows(files: Sequence[NamedFile], most_bytes: int, pair: str = "") -> OpenedRows:
    """Open a parallel text, whose rows are read as they are asked for.

    Args:
        files: one file with both sides, its shards, or two files with one side each, source first.
        most_bytes: the maximum size of a file, unpacked.
        pair: the language pair asked for, such as "en-de", by which the sides are chosen in a file
            that names its languages.

    Raises:
        ValueError: if a file is damaged or too large, or they are of none of the forms; so does
            reading the rows.
    """
    texts = [text for file in files for text in unpacked(file, most_bytes)]
    texts, notes = _learnt(texts)
    names = [*(text.name for text in texts[:1]), *(file.name for file in files[:1])]
    if found := _of_records(texts, pair, names) or _of_units(texts, pair, names):
        pass
    elif len(texts) == 1 or _are_shards(texts):
        found = _joined([_of_table(text, pair) for text in texts])
    elif len(texts) == 2:
        found = _of_two(texts)
    else:
        inside = f": {', '.join(text.name for text in texts[:5])} ..." if texts else ""
        given = ", ".join(file.name for file in files) or "No file"
        raise ValueError(
            f"{given} holds {len(texts)} texts{inside}: expected {FORMS}. Unpack it, and give the "
            "two files of the pair."
        )
    rows, undone = repaired(found.rows)
    return OpenedRows(rows, found.languages, [*notes, *found.notes, *undone])


def _learnt(texts: list[NamedFile]) -> tuple[list[NamedFile], list[str]]:
    """Return the texts without those that a data set holds out, and a note on these."""
    held = [text.name for text in texts if _HELD.fullmatch(text.name)]
    kept = [text for text in texts if text.name not in held]
    if not held or not any(_TRAIN.fullmatch(text.name) for text in kept):
        return texts, []
    return kept, [f"Only the part to train on is read, without {', '.join(held)[:200]}."]


def _are_shards(texts: Sequence[NamedFile]) -> bool:
    """Return whether the names of texts are those of one text in numbered parts."""
    stems = {found.groups() if (found := _SHARD.fullmatch(text.name)) else None for text in texts}
    return len(stems) == 1 and None not in stems


def _joined(parts: Sequence[OpenedRows]) -> OpenedRows:
    """Return the rows of shards one after another, numbered as one text."""
    if len(parts) == 1:
        return parts[0]

    def rows() -> Iterator[Row]:
        last = 0
        for part in parts:
            before = last
            for row in part.rows:
                last = before + row.number
                yield row._replace(number=last)

    notes = dict.fromkeys(note for part in parts for note in part.notes)
    return OpenedRows(rows(), parts[0].languages, [*notes])


def _of_records(texts: Sequence[NamedFile], pair: str, names: Sequence[str]) -> OpenedRows | None:
    """Return the rows of files of records, of which each is a shard, or None."""
    shards: list[Records] = []
    for text in texts:
        found = read_records(text)
        if found is None:
            return None
        shards.append(found)
    if not shards:
        return None
    first = shards[0]
    fields = [".".join(path) for path in first.paths]
    which = _columns_of(texts[0].name, fields, first.head, pair, names)
    sides: tuple[FieldPath, FieldPath] = first.paths[which.source], first.paths[which.target]
    for text, shard in zip(texts, shards, strict=True):
        if not {*sides} <= {*shard.paths}:
            raise ValueError(f"{text.name} lacks the fields that {texts[0].name} has.")
    others = [f"“{name}”" for i, name in enumerate(fields) if i not in which[:2]]
    notes = [
        f"The source is “{fields[which.source]}”, the target “{fields[which.target]}”; left out: "
        f"{', '.join(others[:9])}."
    ] * bool(others)
    return _joined(
        [
            OpenedRows((Row(*one) for one in shard.pairs(*sides)), which.languages, notes)
            for shard in shards
        ]
    )


def _columns_of(
    name: str, fields: Sequence[str], head: Sequence[Sequence[str]], pair: str, names: Sequence[str]
) -> PairColumns:
    """Return the columns of a pair among named fields, by their names, else by the first values."""
    kinds = [what_column([row[i] for row in head]) for i in range(len(fields))]
    texts = [
        i
        for i, kind in enumerate(kinds)
        if not kind or (kind == "labels" and language_of_column(fields[i]))
    ]
    kept = [fields[i] for i in texts]
    which = named_columns(kept, pair or pair_of_name(*names))
    if not which and len(spoken := languages_of(kept)) > 2:
        raise _in_many(name, spoken)
    if not which and len(texts) != 2:
        said = ", ".join(f"“{one}”" for one in kept[:9]) or "none"
        raise ValueError(
            f"{name}: which fields are source and target? Those of text are: {said}. Name them "
            "after their languages, such as “en” and “fr”, or “source” and “target”."
        )
    which = which or PairColumns()
    return which._replace(source=texts[which.source], target=texts[which.target])


def _in_many(name: str, spoken: Sequence[str]) -> ValueError:
    return ValueError(
        f"{name} is in {len(spoken)} languages ({', '.join(spoken[:9])}): expected two, or a name "
        "that tells which, such as de-en.tmx. `--pair de-en` tells it to a command."
    )


def _of_units(texts: Sequence[NamedFile], pair: str, names: Sequence[str]) -> OpenedRows | None:
    """Return the rows of files of units, of which each is a shard, or None."""
    readers = [reader for text in texts if (reader := reader_of_units(text))]
    if not readers or len(readers) < len(texts):
        return None
    head = list(islice(readers[0](), HEAD))
    spoken = [*dict.fromkeys(code for unit in head for code in unit)]
    asked = (_asked(spoken, one) for one in (pair, *map(pair_of_name, names)))
    chosen = next((one for one in asked if len(one) == 2), spoken)
    if len(chosen) != 2:
        raise _in_many(texts[0].name, spoken)
    first, second = chosen
    languages = (first, second) if not {"source", "target"} & {first, second} else None

    def rows(units: Iterator[Unit]) -> Iterator[Row]:
        for number, unit in enumerate(units, start=1):
            yield Row(number, unit.get(first, ""), unit.get(second, ""))

    return _joined([OpenedRows(rows(reader()), languages, []) for reader in readers])


def _asked(spoken: Sequence[str], pair: str) -> list[str]:
    """Return the languages of a pair among those that a file has, in the order of the pair."""
    return [one for code in pair.split("-") for one in spoken if same_language(code, one)]


def _of_table(file: NamedFile, pair: str) -> OpenedRows:
    """Return the rows of a file with both sides, its languages, and notes.

    The sides are separated by a tab, ` ||| `, or as in CSV or Excel. A heading is no row; it may
    name the languages. Without one, columns of numbers, addresses and ids are passed over.
    """
    notes = []
    if file.head(2) == b"PK":
        lines: Iterator[tuple[int, Sequence[str]]] = excel_rows(file)
    else:
        encoding = file.encoding()
        notes += [encoding.note] * bool(encoding.note)
        lines = _of_text(file.name, partial(file.lines, encoding))
    first = next(lines, None)
    head = list(islice(lines, _HEAD))
    below = [columns for _, columns in head]
    named = heading(first[1], pair, below) if first else None
    if first and not named:
        head.insert(0, first)
        below.insert(0, first[1])
    which = text_columns(below, named or PairColumns())
    _refuse_records(file.name, below, which)
    if first and named:
        notes.append(
            f"Line {first[0]} is a heading, no pair: the source is column {which.source + 1}, "
            f"“{first[1][which.source].strip()}”, the target column {which.target + 1}, "
            f"“{first[1][which.target].strip()}”."
        )
    elif which != PairColumns():
        kinds = column_kinds(below)
        passed = [f"column {i} ({kind})" for i, kind in enumerate(kinds, start=1) if kind]
        notes.append(
            f"The source is column {which.source + 1}, the target column {which.target + 1}; no "
            f"text: {', '.join(passed[:9])}."
        )
    rows = (_row(file.name, number, columns, which) for number, columns in chain(head, lines))
    return OpenedRows(rows, which.languages, notes)


def _refuse_records(name: str, rows: Sequence[Sequence[str]], which: PairColumns) -> None:
    """Refuse a table with both sides in one column, as `datasets` and pandas write them to CSV."""
    kinds = column_kinds(rows)
    if "records" in kinds and any(kinds[i : i + 1] != [""] for i in which[:2]):
        raise ValueError(
            f"{name}: column {kinds.index('records') + 1} holds records, with both sides in one "
            "text. Save JSON lines (to_json with orient='records' and lines=True) or Parquet."
        )


def _of_text(name: str, read: Callable[[], Iterator[str]]) -> Iterator[tuple[int, Sequence[str]]]:
    """Return the number and the columns of each line of a text that `read` reads from the start."""
    head = [line for line in islice(read(), 5 * _HEAD) if line.strip()][:_HEAD]
    mark = _delimiter(head) if name.lower().endswith(".csv") else "\t" if _is_quoted(read) else ""
    bar = max(BARS, key=lambda bar: sum(bar in line for line in head))
    return _of_csv(name, read(), mark) if mark else _split(read(), bar)


def _split(lines: Iterator[str], bar: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the number and the columns of each line."""
    for number, line in enumerate(lines, start=1):
        yield number, line.split(bar) if line.strip() else ("", "")


def _row(name: str, number: int, columns: Sequence[str], which: PairColumns) -> Row:
    source, target, _ = which
    if not any(columns):
        return Row(number, "", "")
    if len(columns) <= max(source, target):
        got = columns[0][:60]
        raise ValueError(f"{name}, line {number}: expected {FORMS}; got {got!r}.")
    others = (one for i, one in enumerate(columns) if i not in (source, target))
    return Row(number, columns[source], columns[target], tuple(others))


def _of_csv(name: str, lines: Iterator[str], mark: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the line number and the columns of each record of a CSV file."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=mark, strict=True)
    try:
        for columns in reader:
            if columns:
                yield reader.line_num, columns
    except csv.Error as error:
        raise ValueError(
            f"{name}, line {reader.line_num}: this is no CSV ({error}). Write a "
            "quotation mark in a quoted text twice, or save tab-separated text (.tsv)."
        ) from error


def _delimiter(head: Sequence[str]) -> str:
    """Return the delimiter of a CSV file: the one that is in most of its first lines."""
    return max("\t;,", key=lambda mark: sum(mark in line for line in head))


def _is_quoted(read: Callable[[], Iterator[str]]) -> bool:
    """Return whether a TSV file has quotes as CSV has them: doubled, or around a line break.

    A file of sentences that begin with a quotation mark has them, too, but not all of its lines
    follow the rules of CSV.
    """
    if not any('"' in line and ('""' in line or _OPEN.search(line)) for line in read()):
        return False
    reader = csv.reader((f"{line}\n" for line in read()), delimiter="\t", strict=True)
    try:
        return all(
            len(columns) > 1 and not any("\t" in column for column in columns)
            for columns in reader
            if columns
        )
    except csv.Error:
        return False


def _of_two(texts: Sequence[NamedFile]) -> OpenedRows:
    """Return the rows of two files with one sentence per line, or the segments of SGML."""
    sgml = all(map(is_sgml, texts))
    if wrong := [text.name for text in texts if _is_whole(text) and not sgml]:
        raise ValueError(
            f"{wrong[0]} is no text with one sentence per line: give it alone, or as two texts."
        )
    encodings = [text.encoding() for text in texts]
    sides = [text.lines(one) for text, one in zip(texts, encodings, strict=True)]
    rows = _beside(texts, [segments(side) for side in sides] if sgml else sides)
    notes = [one.note for one in encodings if one.note]
    return OpenedRows(rows, languages_of_names([text.name for text in texts]), notes)


def _is_whole(text: NamedFile) -> bool:
    """Return whether a file has both sides, or one that is not in lines."""
    return is_sgml(text) or is_records(text) or reader_of_units(text) is not None


def _beside(files: Sequence[NamedFile], sides: Sequence[Iterator[str]]) -> Iterator[Row]:
    """Yield the lines of two files as rows; empty lines at the end of one file are no lines."""
    ends, empty, alone = [0, 0], 0, False
    for number, (source, target) in enumerate(zip_longest(*sides), start=1):
        ends = [number if source else ends[0], number if target else ends[1]]
        if source is None or target is None:
            alone = True
        elif source or target:
            yield from (Row(one, "", "") for one in range(number - empty, number))
            empty = 0
            yield Row(number, source, target)
        else:
            empty += 1
    if alone and ends[0] != ends[1]:
        raise ValueError(
            f"{files[0].name} has {ends[0]:,} lines and {files[1].name} {ends[1]:,}: expected a "
            "translation for each line."
        )
    if not alone:
        yield from (Row(one, "", "") for one in range(number - empty + 1, number + 1))


def languages_of_names(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the languages of two files named as `x.de` and `x.en`, or `x.de.sgm`, or None."""
    found = []
    for name in names:
        ends = [end for end in name.lower().split(".")[1:] if end not in ("sgm", "sgml")]
        code = ends[-1] if ends else ""
        found.append(code if _CODE.fullmatch(code) and code not in NO_CODES else "")
    if len(found) != 2 or not all(found) or same_language(*found) or not all(map(is_code, found)):
        return None
    return found[0], found[1]
