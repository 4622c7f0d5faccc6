"""The text of a file's bytes: UTF-8, UTF-16, or Windows-1252, of which Latin-1 is a part."""

import codecs
import io
from collections.abc import Iterator
from typing import IO, NamedTuple

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LOOK = 100_000  # bytes by which UTF-16 without a byte order mark is recognised
_CHUNK = 1_000_000  # bytes that are decoded together
_FEW = 0.3  # the largest part of letters beyond ASCII in a language of Western Europe
_UNUSED = b"\x81\x8d\x8f\x90\x9d"  # no characters of Windows-1252


class Encoding(NamedTuple):
    """The encoding of a text, its line end, and a note on it, or ""."""

    name: str
    end: str = "\n"  # "\r" if the text has no other one; "\r\n" counts as "\n"
    note: str = ""

    def text(self, data: bytes) -> str:
        """Return the text of a whole file, with "\\n" as line ends."""
        text = data.decode(self.name).replace("\r\n", "\n")
        return text if self.end == "\n" else text.replace("\r", "\n")

    def lines(self, stream: IO[bytes]) -> Iterator[str]:
        """Yield the lines of a stream one by one, without their ends."""
        with io.TextIOWrapper(stream, self.name, newline=self.end) as text:
            for line in text:
                yield line.removesuffix(self.end).removesuffix("\r")


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """Return the text of a file with "\\n" as line ends, and a note on its encoding, or "".

    Raises:
        ValueError: if it is not text in one of these encodings.
    """
    encoding = encoding_of(io.BytesIO(data), name)
    return encoding.text(data), encoding.note


def encoding_of(stream: IO[bytes], name: str) -> Encoding:
    """Return the encoding of a stream that can be read twice, and of which little is held.

    Raises:
        ValueError: if it is not text in one of these encodings.
    """
    head = chunk = stream.read(_LOOK)
    wide = _wide(head)
    coding = wide or "utf-8-sig"
    decoder = codecs.getincrementaldecoder(coding)()
    lines = beyond = wrong = 0  # line ends; characters beyond ASCII, and those that are damaged
    damaged, unused, zeros = 0, False, False
    while True:
        unused = unused or len(chunk.translate(None, _UNUSED)) < len(chunk)
        state = decoder.getstate()
        try:
            text = decoder.decode(chunk, not chunk)
        except UnicodeDecodeError as error:
            damaged = lines + error.object.count(b"\n", 0, error.start) + 1
            decoder = codecs.getincrementaldecoder(coding)("replace")
            decoder.setstate(state)
            text = decoder.decode(chunk, not chunk)
        zeros = zeros or (chunk is head and "\0" in text)
        wrong += text.count("\ufffd") if damaged else 0
        beyond += 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))
        lines += text.count("\n")
        if not chunk:
            break
        chunk = stream.read(_CHUNK)
    end = "\n" if lines else "\r"
    # Of a text in another encoding, hardly anything is UTF-8.
    if damaged and not wide and beyond > 2 * wrong:
        raise ValueError(f"{name}, line {damaged}: damaged, since only the rest is UTF-8.")
    if damaged and (wide or unused or not _is_western(head)):
        raise ValueError(f"{name} is not UTF-8 text: save it as UTF-8.")
    if zeros:
        raise ValueError(f"{name} is not text: it contains zero bytes.")
    if not damaged:
        return Encoding(coding, end)
    note = f"{name} is not UTF-8 and was read as Windows-1252 (Latin-1): look at its accents."
    return Encoding("cp1252", end, note)


def _wide(head: bytes) -> str:
    """Return which UTF-16 a text begins like, or ""."""
    if head.startswith(_UTF16):
        return "utf-16"
    if head.count(0) * 5 > 2 * len(head):
        return "utf-16-be" if head[0] == 0 else "utf-16-le"
    return ""


def _is_western(head: bytes) -> bool:
    """Return whether a text is likely Windows-1252 by its first letters.

    Every file of Cyrillic or Greek letters is Windows-1252, too, but its letters are all accented.
    """
    letters = [c for c in head.decode("cp1252", "replace") if c.isalpha()]
    return sum(c > "\x7f" for c in letters) < _FEW * len(letters)
