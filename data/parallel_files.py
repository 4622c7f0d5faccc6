"""Parallel texts in the forms in which corpora are published, as rows of source and target.

One file holds both sides: source TAB target, source ||| target, CSV, or TMX. Or two files hold one
sentence per line each. Files may be packed by gzip or be in a zip or tar archive, as those of
manythings.org, OPUS and Europarl are.
"""

import csv
import gzip
import io
import re
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import PurePath
from typing import IO, NamedTuple
from xml.parsers import expat

from alignoscope.data.encodings import decoded
from alignoscope.data.languages import same_language
from alignoscope.records.damaged import PACKED

BARS = (" ||| ", "\t")
FORMS = (
    "source TAB target, source ||| target, CSV, TMX, or two files with one sentence per line; also "
    "packed (.gz, .zip, .tgz)"
)
_HEAD = 200  # the lines by which a form is recognised
_MOST_MEMBERS = 10_000  # files in an archive
_ABOUT = re.compile(r"(?i)_?(about|readme|licen[cs]e|copying)\b.*|.*\.(xml|ids|scores|md)|\..*")
_CODE = re.compile(r"[a-z]{2,3}")
_NO_CODES = ("src", "trg", "tgt", "txt", "tsv", "csv", "tmx", "tok", "bpe", "tar", "bz")
_PAIR = re.compile(r"(?:.*[._])?([a-z]{2,3})-([a-z]{2,3})(?=\.|$)")
# Names of columns: of languages, of the sides of a pair, and of what is beside them.
_NAMED = (
    "english:en french:fr german:de spanish:es italian:it portuguese:pt dutch:nl russian:ru "
    "turkish:tr hindi:hi chinese:zh japanese:ja arabic:ar"
)
_CODED = "en fr de es it pt nl ru tr hi zh ja ar eng fra deu spa ita por nld rus tur hin"
_LANGUAGES = {code: code for code in _CODED.split()} | dict(
    name.split(":") for name in _NAMED.split()
)
_SIDES = (("source", "src", "original", "input"), ("target", "trg", "tgt", "translation", "output"))
_BESIDE = ("id", "ids", "index", "score", "scores", "sentence", "text", "reference")
_HEADINGS = {*_LANGUAGES, *_SIDES[0], *_SIDES[1], *_BESIDE}
_CODES_OF_TMX = ("bpt", "ept", "it", "ph", "ut")  # elements that hold formatting codes, no text


class NamedFile(NamedTuple):
    """The name and the bytes of a file."""

    name: str
    data: bytes


class Row(NamedTuple):
    """A line's number, from 1, with its two sides, which may be empty, and its other columns."""

    number: int
    source: str
    target: str
    others: tuple[str, ...] = ()


class Rows(NamedTuple):
    """The rows of a parallel text, the languages of its sides if it names them, and notes."""

    rows: list[Row]
    languages: tuple[str, str] | None
    notes: tuple[str, ...]


def read_rows(files: Sequence[NamedFile], most: int, most_bytes: int) -> Rows:
    """Read the rows of a parallel text.

    Args:
        files: one file with both sides, or two files with one each, source first.
        most: the maximum number of rows; further ones are left out with a note.
        most_bytes: the maximum size of a file, unpacked.

    Raises:
        ValueError: if a file is damaged or too large, or they are of none of the forms.
    """
    names = ", ".join(file.name for file in files)
    texts = [text for file in files for text in unpacked(file, most_bytes)]
    if len(texts) == 1 and b"<tmx" in texts[0].data[:4_000].replace(b"\0", b""):
        notes: list[str] = []
        languages: tuple[str, str] | None
        rows, languages = _of_tmx(texts[0], files[0].name, most + 1)
    elif 1 <= len(texts) <= 2:
        both = [decoded(text.data, text.name) for text in texts]
        notes = [note for _, note in both if note]
        languages = _languages(texts) if len(texts) == 2 else None
        if len(texts) == 2:
            found = _of_two(texts, [text for text, _ in both])
        else:
            found, languages, named = _of_one(texts[0].name, both[0][0])
            notes += [named] * bool(named)
        rows = list(islice(found, most + 1))
    else:
        inside = f": {', '.join(text.name for text in texts[:5])} ..." if texts else ""
        raise ValueError(
            f"{names or 'No file'} holds {len(texts)} texts{inside}: expected {FORMS}. Unpack it, "
            "and give the two files of the pair."
        )
    if len(rows) > most:
        notes.append(f"Only the first {most:,} lines are read.")
    return Rows(rows[:most], languages, tuple(notes))


def unpacked(file: NamedFile, most_bytes: int) -> list[NamedFile]:
    """Return the texts in a packed file, without those about it; another file as it is.

    Of an archive with more than two texts, those in the pair's languages are returned, by its name.

    Raises:
        ValueError: if the file is damaged, or larger than `most_bytes` unpacked.
    """
    try:
        if file.data[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(file.data)) as packed:
                whole = packed.read(most_bytes + 1)
            name = re.sub(r"(?i)\.gz$", "", re.sub(r"(?i)\.tgz$", ".tar", file.name))
            found = [NamedFile(name, whole)]
            if len(whole) <= most_bytes and whole[257:262] == b"ustar":
                with tarfile.open(fileobj=io.BytesIO(whole)) as tar:
                    found = _texts(_tar_members(tar), most_bytes)
        elif file.data[:4] == b"PK\x03\x04":
            if file.data.count(b"PK\x01\x02") > _MOST_MEMBERS:
                raise zipfile.BadZipFile
            with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
                found = _texts(_zip_members(archive), most_bytes)
        else:
            return [file]
    except (*PACKED, tarfile.TarError) as error:
        raise ValueError(f"{file.name} is damaged or cut off, and cannot be unpacked.") from error
    if sum(len(text.data) for text in found) > most_bytes:
        raise ValueError(f"{file.name} is larger than {most_bytes:,} bytes unpacked.")
    if len(found) > 1 and (pair := _PAIR.match(file.name.lower())):
        chosen = [
            text
            for code in pair.groups()
            for text in found
            if text.name.lower().endswith(f".{code}")
        ]
        found = chosen if len(chosen) == 2 else found
    if len(found) == 2 and (pair := _PAIR.match(found[0].name.lower())):
        first = f".{pair[1]}"
        found.sort(key=lambda text: not text.name.lower().endswith(first))
    return found


def _zip_members(archive: zipfile.ZipFile) -> Iterator[tuple[str, IO[bytes]]]:
    for info in archive.infolist():
        if not info.is_dir() and not _ABOUT.fullmatch(PurePath(info.filename).name):
            with archive.open(info) as member:
                yield info.filename, member


def _tar_members(archive: tarfile.TarFile) -> Iterator[tuple[str, IO[bytes]]]:
    for info in islice(archive, _MOST_MEMBERS):
        member = archive.extractfile(info) if info.isfile() else None
        if member and not _ABOUT.fullmatch(PurePath(info.name).name):
            yield info.name, member


def _texts(members: Iterator[tuple[str, IO[bytes]]], most_bytes: int) -> list[NamedFile]:
    """Read the members of an archive, and stop one byte above `most_bytes` in all."""
    found: list[NamedFile] = []
    left = most_bytes + 1
    for name, member in members:
        found.append(NamedFile(PurePath(name).name, member.read(left)))
        left -= len(found[-1].data)
        if left == 0:
            break
    return found


class PairColumns(NamedTuple):
    """The columns of source and target, from 0, and the languages that a heading names."""

    source: int = 0
    target: int = 1
    languages: tuple[str, str] | None = None


def heading(columns: Sequence[str]) -> PairColumns | None:
    """Return the columns of a pair that a first line names, or None if it is no heading."""
    words = [word.strip().casefold() for word in columns]
    if len(words) < 2 or not {*words[:2]} <= _HEADINGS:
        return None
    spoken = [i for i, word in enumerate(words) if word in _LANGUAGES]
    if len(spoken) == 2:
        first, second = spoken
        return PairColumns(first, second, (_LANGUAGES[words[first]], _LANGUAGES[words[second]]))
    source, target = ([i for i, word in enumerate(words) if word in names] for names in _SIDES)
    return PairColumns(source[0], target[0]) if len(source) == len(target) == 1 else PairColumns()


def _lines(text: str) -> Iterator[str]:
    """Yield the lines one by one, since a list of all of them is much larger than the text."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    if start < len(text):
        yield text[start:]


def _of_one(name: str, text: str) -> tuple[Iterator[Row], tuple[str, str] | None, str]:
    """Return the rows of a file with both sides, its languages, and a note on its heading, or "".

    The sides are separated by a tab, ` ||| `, or as in CSV. A heading is no row; it may name the
    languages.
    """
    head = [line for line in islice(_lines(text), 5 * _HEAD) if line.strip()][:_HEAD]
    mark = _delimiter(head) if name.lower().endswith(".csv") else "\t" if _is_quoted(text) else ""
    bar = max(BARS, key=lambda bar: sum(bar in line for line in head))
    lines = _of_csv(name, text, mark) if mark else _split(text, bar)
    first = next(lines, None)
    named = heading(first[1]) if first else None
    if first and not named:
        lines = chain([first], lines)
    which = named or PairColumns()
    rows = (_row(name, number, columns, which) for number, columns in lines)
    note = ""
    if first and named:
        note = (
            f"Line {first[0]} is a heading, no pair: the source is column {which.source + 1}, "
            f"“{first[1][which.source].strip()}”, the target column {which.target + 1}, "
            f"“{first[1][which.target].strip()}”."
        )
    return rows, which.languages, note


def _split(text: str, bar: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the number and the columns of each line."""
    for number, line in enumerate(_lines(text), start=1):
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


def _of_csv(name: str, text: str, mark: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the line number and the columns of each record of a CSV file."""
    reader = csv.reader((f"{line}\n" for line in _lines(text)), delimiter=mark, strict=True)
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


def _is_quoted(text: str) -> bool:
    """Return whether a TSV file has quotes as CSV has them: doubled, or around a line break.

    A file of sentences that begin with a quotation mark has them, too, but not all of its lines
    follow the rules of CSV.
    """
    if '"' not in text or ('""' not in text and not re.search(r'(?m)(?:^|\t)"[^"\t\n]*$', text)):
        return False
    reader = csv.reader((f"{line}\n" for line in _lines(text)), delimiter="\t", strict=True)
    try:
        return all(
            len(columns) > 1 and not any("\t" in column for column in columns)
            for columns in reader
            if columns
        )
    except csv.Error:
        return False


def _of_two(files: Sequence[NamedFile], texts: Sequence[str]) -> Iterator[Row]:
    counts = [text.count("\n") + (not text.endswith("\n")) for text in texts]
    if counts[0] != counts[1]:  # Empty lines at the end of one file are no lines.
        texts = [text.rstrip("\n") for text in texts]
        counts = [text.count("\n") + 1 for text in texts]
    if counts[0] != counts[1]:
        raise ValueError(
            f"{files[0].name} has {counts[0]:,} lines and {files[1].name} {counts[1]:,}: expected "
            "a translation for each line."
        )
    both = zip(*map(_lines, texts), strict=True)
    return (Row(number, *sides) for number, sides in enumerate(both, start=1))


def _languages(files: Sequence[NamedFile]) -> tuple[str, str] | None:
    """Return the languages of two files named as `x.de` and `x.en`, or None."""
    codes = [PurePath(file.name).suffix[1:].lower() for file in files]
    if any(code in _NO_CODES or not _CODE.fullmatch(code) for code in codes):
        return None
    return codes[0], codes[1]


class _EnoughError(Exception):
    """Ends the parsing of a TMX file."""


class _Units:
    """The translation units of a TMX file: the texts of each by language.

    The parser's own handlers hold only one unit at a time, and no entity may be declared, since
    entities can expand to gigabytes.
    """

    def __init__(self, most: int) -> None:
        self.found: list[dict[str, str]] = []
        self._most = most
        self._language, self._codes, self._inside = "", 0, False
        self._text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "tu":
            self.found.append({})
        elif tag == "tuv":
            said = attributes.get("xml:lang") or attributes.get("lang", "")
            self._language = re.split("[-_]", said.lower())[0]
        elif tag == "seg":
            self._inside, self._text = True, []
        elif tag in _CODES_OF_TMX:
            self._codes += 1

    def text(self, text: str) -> None:
        if self._inside and not self._codes:
            self._text.append(text)

    def end(self, tag: str) -> None:
        if tag == "seg" and self.found:
            self.found[-1][self._language] = "".join(self._text)
            self._inside = False
        elif tag in _CODES_OF_TMX:
            self._codes -= 1
        elif tag == "tu" and len(self.found) >= self._most:
            raise _EnoughError

    def refuse(self, *_: object) -> None:
        raise ValueError("it declares entities, which are not read")


def _of_tmx(file: NamedFile, outer: str, most: int) -> tuple[list[Row], tuple[str, str]]:
    """Return the rows of a TMX file, in the languages of its name or of its first unit.

    Args:
        file: the file.
        outer: the name of the archive that it is from, or its own.
        most: the maximum number of rows.
    """
    units = _Units(most)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = units.start, units.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = units.text, units.refuse
    try:
        parser.Parse(file.data, True)
    except _EnoughError:
        pass
    except (expat.ExpatError, ValueError) as error:
        raise ValueError(f"{file.name} is no TMX file that can be read: {error}.") from error
    spoken = list(dict.fromkeys(code for unit in units.found[:_HEAD] for code in unit))
    both = (file.name.lower(), outer.lower())
    named = next((pair for name in both if (pair := _PAIR.match(name))), None)
    codes = named.groups() if named else ()
    chosen = [one for code in codes for one in spoken if same_language(code, one)]
    if len(chosen) != 2:
        chosen = spoken
    if len(chosen) != 2:
        raise ValueError(
            f"{file.name} is TMX in {len(spoken)} languages ({', '.join(spoken[:9])}): expected "
            "two, or a name that tells which, such as de-en.tmx."
        )
    first, second = chosen
    rows = [
        Row(number, " ".join(unit.get(first, "").split()), " ".join(unit.get(second, "").split()))
        for number, unit in enumerate(units.found, start=1)
    ]
    return rows, (first, second)
