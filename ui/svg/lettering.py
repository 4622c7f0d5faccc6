"""Text in drawings: its estimated width, where it may be broken or cut, and its direction."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from html import escape

import regex

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_WORD = re.compile(r"[\S\xa0\u202f]+[^\S\xa0\u202f]*|[^\S\xa0\u202f]+")  # no-break spaces join
BOLD = 1.12  # width of bold letters relative to regular ones
_READ = 1_000  # characters read of a text that is cut to one line: more than any line holds
_NARROW, _WIDE, _BROAD = (
    frozenset("iIjl.,:;'’‘|! "),
    frozenset("mwMW@%…—ШЩЖЮшщжю"),
    frozenset("#&+<=>~_"),
)


def legal(text: str) -> str:
    """Return text escaped for XML; characters that XML forbids become U+FFFD."""
    return escape(_ILLEGAL.sub("\ufffd", text))


def clusters(text: str) -> list[str]:
    """Split text into grapheme clusters, which people see as single letters (Unicode annex 29)."""
    return regex.findall(r"\X", text)


def width(text: str, size: float, bold: bool = False) -> float:
    """Return an upper estimate of a text's width in a common sans-serif font, letter by letter."""
    return sum(map(_em, text)) * size * (BOLD if bold else 1)


def shortened(text: str, limit: float, size: float, longest: int | None = None) -> str:
    """Return text at most `limit` wide and `longest` letters long, with an ellipsis if it was cut.

    Only the first `_READ` characters are read, however long the text is.
    """
    whole, text = len(text) <= _READ, text[:_READ]
    letters = clusters(text)
    if whole and width(text, size) <= limit and len(letters) <= (longest or len(letters)):
        return text

    def cut(kept: int) -> str:
        return "".join(letters[:kept]) + "…"

    kept = range(1, min(len(letters), longest or len(letters)))
    longer = bisect_right(kept, limit, key=lambda kept: width(cut(kept), size))
    return cut(max(1, longer))


def wrapped(text: str, limit: float, size: float) -> list[str]:
    """Break text into lines at most `limit` wide, at spaces or between letters of a long word."""
    lines, long = [""], 0.0
    for part in _parts(text, limit, size):
        if lines[-1] and long + width(part.rstrip(), size) > limit:
            lines.append("")
        part = part if lines[-1] else part.lstrip()
        long = (long if lines[-1] else 0) + width(part, size)
        lines[-1] += part
    return [line.rstrip() for line in lines]


def runs_left(text: str) -> bool:
    """Return whether text runs from right to left: its first letter with a direction decides."""
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind in ("R", "AL") for kind in kinds if kind in ("L", "R", "AL")), False)


@lru_cache(maxsize=10_000)
def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.34
    if letter in _WIDE:
        return 1.0
    if letter in _BROAD:
        return 0.84
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    if kind == "Lu":
        return 0.8
    if kind in ("Lo", "So", "Sm"):
        return 0.9
    return 0.66


def _parts(text: str, limit: float, size: float) -> Iterator[str]:
    for word in _WORD.findall(text):
        yield from [word] if width(word.rstrip(), size) <= limit else clusters(word)
