"""Parallel texts as units of translation: TMX, XLIFF and PO; and the segments of SGML."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from typing import Any
from xml.parsers import expat

from alignoscope.data.named_files import NamedFile
from alignoscope.records.extras import require

# The elements of TMX and XLIFF 1.2 that hold formatting codes, no text.
_CODES = ("bpt", "ept", "it", "ph", "ut")
_CHUNK = 1 << 16
_MOST_LOCALISED = 50_000_000  # bytes of XLIFF or PO, which are read whole
_SEGMENT = re.compile(r"<seg\b[^>]*>(.*?)</seg>", re.DOTALL | re.IGNORECASE)
_ENTITIES = "it declares entities, which are not read"
_PO = re.compile(rb'(?m)^msgid ".*"\s*\n(".*"\s*\n)*msgstr')
_CHARSET = re.compile(rb"charset=([\w-]+)")
Unit = dict[str, str]  # a sentence by the code of its language


def reader_of_units(file: NamedFile) -> Callable[[], Iterator[Unit]] | None:
    """Return what yields the units of a file from the start, or None if it has none.

    What is yielded raises ValueError if the file is damaged, or a package is missing.
    """
    start = file.head(100_000).replace(b"\0", b"")  # A PO file may begin with a long comment.
    if b"<tmx" in start[:4_000]:
        return lambda: _of_tmx(file)
    if b"<xliff" in start[:4_000]:
        return lambda: _of_xliff(file)
    if _PO.search(start.replace(b"\r", b"")):
        return lambda: _of_po(file)
    return None


def is_sgml(file: NamedFile) -> bool:
    """Return whether a file is the segments of one side, as in the test sets of WMT."""
    start = file.head(4_000).replace(b"\0", b"").lower()
    return start.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<") and b"<seg" in start


def segments(lines: Iterator[str]) -> Iterator[str]:
    """Yield the text of each segment of SGML."""
    left = ""
    for line in lines:
        left += f"{line}\n"
        end = 0
        for found in _SEGMENT.finditer(left):
            yield " ".join(unescape(re.sub(r"<[^>]*>", "", found[1])).split())
            end = found.end()
        left = left[end:] if "<seg" in left[end:].lower() else ""


class _Units:
    """The translation units of a TMX file: the texts of each by language.

    The parser's own handlers hold only a few units at a time, and no entity may be declared, since
    entities can expand to gigabytes.
    """

    def __init__(self) -> None:
        self.found: list[Unit] = []
        self._unit: Unit | None = None
        self._language, self._codes, self._inside = "", 0, False
        self._text: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "tu":
            self._unit = {}
        elif tag == "tuv":
            said = attributes.get("xml:lang") or attributes.get("lang", "")
            self._language = re.split("[-_]", said.lower())[0]
        elif tag == "seg":
            self._inside, self._text = True, []
        elif tag in _CODES:
            self._codes += 1

    def text(self, text: str) -> None:
        if self._inside and not self._codes:
            self._text.append(text)

    def end(self, tag: str) -> None:
        if tag == "seg" and self._unit is not None:
            self._unit[self._language] = " ".join("".join(self._text).split())
            self._inside = False
        elif tag in _CODES:
            self._codes -= 1
        elif tag == "tu" and self._unit is not None:
            self.found.append(self._unit)
            self._unit = None

    def refuse(self, *_: object) -> None:
        raise ValueError(_ENTITIES)


def _of_tmx(file: NamedFile) -> Iterator[Unit]:
    units = _Units()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = units.start, units.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = units.text, units.refuse
    with file.open() as stream:
        more = True
        while more:
            chunk = stream.read(_CHUNK)
            more = bool(chunk)
            try:
                parser.Parse(chunk, not more)
            except (expat.ExpatError, ValueError) as error:
                raise ValueError(
                    f"{file.name} is no TMX file that can be read: {error}."
                ) from error
            yield from units.found
            units.found.clear()


def _of_xliff(file: NamedFile) -> Iterator[Unit]:
    require("localisation")
    data = _whole(file)
    from translate.storage.xliff import xlifffile
    from translate.storage.xliff2 import Xliff2File

    kind = Xliff2File if re.search(rb"<xliff[^>]*version=.2", data) else xlifffile
    if b"<!ENTITY" in data.replace(b"\0", b""):
        raise ValueError(f"{file.name} is no XLIFF file that can be read: {_ENTITIES}.")
    found = _parsed(kind, data, file)
    for code in [*found.document.getroot().iter(*(f"{{*}}{one}" for one in _CODES))]:
        for child in [*code]:
            code.remove(child)
        code.text = None
    yield from _localised(found, file, (found.sourcelanguage, found.targetlanguage))


def _of_po(file: NamedFile) -> Iterator[Unit]:
    require("localisation")
    from translate.storage.po import pofile

    data = _whole(file)
    if (charset := _CHARSET.search(data)) and charset[1].lower() != b"utf-8":
        with suppress(LookupError, UnicodeDecodeError):  # An odd or wrong name: it may be UTF-8.
            text = data.decode(charset[1].decode())
            data = text.replace(charset[1].decode(), "UTF-8", 1).encode()
    found = _parsed(pofile, data, file)
    found.units = [unit for unit in found.units if not unit.isfuzzy()]
    yield from _localised(found, file, ("", found.gettargetlanguage()))


def _whole(file: NamedFile) -> bytes:
    with file.open() as stream:
        data = stream.read(_MOST_LOCALISED + 1)
    if len(data) > _MOST_LOCALISED:
        raise ValueError(f"{file.name} is larger than {_MOST_LOCALISED:,} bytes.")
    return data


def _parsed(kind: Any, data: bytes, file: NamedFile) -> Any:
    try:
        return kind.parsestring(data)
    except Exception as error:  # translate-toolkit and lxml raise any for a damaged file
        raise ValueError(f"{file.name} is damaged, or not what its start says.") from error


def _localised(
    found: Any, file: NamedFile, languages: tuple[str | None, str | None]
) -> Iterator[Unit]:
    """Yield the units of a file of translate-toolkit, by its languages or "source" and "target"."""
    codes = [re.split("[-_]", (code or "").lower())[0] for code in languages]
    first, second = (code or side for code, side in zip(codes, ("source", "target"), strict=True))
    try:
        for unit in found.units:
            if unit.istranslatable():
                sides = (str(text or "").split() for text in (unit.source, unit.target))
                yield dict(zip((first, second), map(" ".join, sides), strict=True))
    except Exception as error:  # as above
        raise ValueError(f"{file.name} is damaged, or not what its start says.") from error
