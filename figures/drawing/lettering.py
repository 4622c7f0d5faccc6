"""Text in drawings: how wide it is, where it may be cut, which way it runs."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html import escape

JOINER = "\u200d"
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NARROW, _WIDE, _BROAD = (
    frozenset("iIjl.,:;'’‘|! "),
    frozenset("mwMW@%…—ШЩЖЮшщжю"),
    frozenset("#&+<=>~_"),
)
_VIRAMA = 9  # the combining class of the sign that joins two Indic consonants
_JAMO = range(0x1160, 0x1200)  # vowels and finals, which join the Hangul letter before them
_FLAGS = range(0x1F1E6, 0x1F200)  # letters that make a flag two by two
_SKIN = range(0x1F3FB, 0x1F400)


def legal(text: str) -> str:
    """Return text escaped for XML; characters that no XML may hold become U+FFFD."""
    return escape(_ILLEGAL.sub("\ufffd", text))


def clusters(text: str) -> list[str]:
    """Cut text into what people see as single letters: marks stay with the letter they sit on.

    A short form of the grapheme clusters of Unicode's annex 29.
    """
    found: list[str] = []
    for letter in text:
        if found and _joins(found[-1], letter):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide text is at most in a common sans serif face, estimated letter by letter."""
    return sum(map(_em, text)) * size * (1.12 if bold else 1)


def shortened(text: str, limit: float, size: float, longest: int | None = None) -> str:
    """Return text at most `limit` wide and `longest` letters long, an ellipsis where it was cut."""
    letters = clusters(text)
    if width(text, size) <= limit and len(letters) <= (longest or len(letters)):
        return text

    def cut(kept: int) -> str:
        return "".join(letters[:kept]) + "…"

    kept = range(1, min(len(letters), longest or len(letters)))
    longer = bisect_right(kept, limit, key=lambda kept: width(cut(kept), size))
    return cut(max(1, longer))


def wrapped(text: str, limit: float, size: float) -> list[str]:
    """Break text into lines of at most `limit`, at spaces, or between letters in a long word."""
    lines = [""]
    for part in _parts(text, limit, size):
        if lines[-1] and width(lines[-1] + part.rstrip(), size) > limit:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return [line.rstrip() for line in lines]


def runs_left(text: str) -> bool:
    """Say whether text is written from right to left: what its first letter with a direction is."""
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind in ("R", "AL") for kind in kinds if kind in ("L", "R", "AL")), False)


def mostly_leftwards(words: Iterable[str]) -> bool:
    """Say whether most letters of the words are of a script that runs from right to left."""
    letters = [c for word in words for c in word if unicodedata.category(c).startswith("L")]
    return 2 * sum(unicodedata.bidirectional(c) in ("R", "AL") for c in letters) > len(letters)


def _joins(cluster: str, letter: str) -> bool:
    last, code = cluster[-1], ord(letter)
    if unicodedata.category(letter).startswith("M") or letter in (JOINER, "\u200c"):
        return True
    if last == JOINER or code in _SKIN or code in _JAMO:
        return True
    if unicodedata.combining(last) == _VIRAMA and unicodedata.category(letter) == "Lo":
        return True
    return code in _FLAGS and len(cluster) == 1 and ord(cluster) in _FLAGS


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
    for word in re.findall(r"\S+\s*|\s+", text):
        yield from [word] if width(word.rstrip(), size) <= limit else clusters(word)
