"""Damage of text that is certain by its form, and is undone: HTML entities, a second decoding."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import chain, islice
from typing import NamedTuple

MANY = 0.02  # the fraction of lines above which damage is undone, or a problem is reported
HEAD = 1_000  # the lines by which it is found
ENTITY = re.compile(r"&(?:amp|quot|apos|lt|gt|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_BYTES = {chr(i): i for i in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}  # no characters of Windows-1252
_BYTES |= {bytes([i]).decode("cp1252"): i for i in range(256) if chr(i) not in _BYTES}
_LEAD = re.compile("[Â-ô][^\x00-\x7f]")  # how a character of UTF-8 looks in Windows-1252


class Row(NamedTuple):
    """A line's number, from 1, with its two sides, which may be empty, and its other columns."""

    number: int
    source: str
    target: str
    others: tuple[str, ...] = ()


def without_entities(text: str) -> str:
    """Return a text with the characters that its HTML entities stand for, also of `&amp;quot;`."""
    if "&" not in text:
        return text
    once = ENTITY.sub(lambda found: unescape(found[0]), text)
    return ENTITY.sub(lambda found: unescape(found[0]), once)


def decoded_again(text: str) -> str:
    """Return the text of bytes of UTF-8 that were read as Windows-1252, or another text as it is.

    All of the text must be such bytes: hardly any other text is.
    """
    if text.isascii() or not _LEAD.search(text):
        return text
    try:
        return bytes(_BYTES[letter] for letter in text).decode()
    except (KeyError, UnicodeDecodeError):
        return text


_UNDONE: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("were decoded twice", decoded_again),
    ("have HTML entities", without_entities),
)


def repaired(rows: Iterator[Row]) -> tuple[Iterator[Row], list[str]]:
    """Return rows without the damage that the first of them show, and a note on each kind."""
    head, notes = list(islice(rows, HEAD)), []
    for what, undo in _UNDONE:
        texts = [(side, undo(side)) for row in head for side in row[1:3]]
        changed = [pair for pair in texts if pair[0] != pair[1]]
        undone = [_undone(row, undo) for row in head]
        count = sum(one != row for one, row in zip(undone, head, strict=True))
        if count <= MANY * len(head):
            continue
        before, after = (_around(*changed[0], i) for i in (0, 1))
        notes.append(
            f"{count:,} of the first {len(head):,} lines {what}: “{before}” is read as “{after}”, "
            "and so in the others."
        )
        head, rows = undone, _all_undone(rows, undo)
    return chain(head, rows), notes


def _all_undone(rows: Iterator[Row], undo: Callable[[str], str]) -> Iterator[Row]:
    return (_undone(row, undo) for row in rows)


def _undone(row: Row, undo: Callable[[str], str]) -> Row:
    return row._replace(source=undo(row.source), target=undo(row.target))


def _around(before: str, after: str, which: int) -> str:
    """Return the first word of one of two texts that differs in the other."""
    pairs = zip(before.split(), after.split(), strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), (before, after))[which][:40]
