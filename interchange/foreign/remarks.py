"""Remarks on what was done to sentences, each said once."""

from collections.abc import Sequence
from typing import NamedTuple


class Remark(NamedTuple):
    """What was done to a sentence, and whether that is usual for its tool.

    Remarks with the same `key`, or else the same text, are counted as one. With `weak`, rows with
    weight were left out, so other words may fit better.
    """

    text: str
    expected: bool = False
    key: str = ""
    weak: bool = False


def summarise(remarks: Sequence[tuple[Remark, str]], count: int) -> list[Remark]:
    """Return each remark once: in how many of `count` sentences, and where first.

    Args:
        remarks: remarks, with the places of their sentences in the file.
        count: the number of sentences of the file.
    """
    grouped: dict[str, list[tuple[Remark, str]]] = {}
    for remark, where in remarks:
        grouped.setdefault(remark.key or remark.text, []).append((remark, where))
    notes = []
    for group in grouped.values():
        (first, place), times = group[0], len(group)
        share = "in every sentence" if times == count else f"in {times:,} of {count:,} sentences"
        where = place if count == 1 else f"{share}; first: {place}"
        text = f"{first.text[0].upper()}{first.text[1:]} ({where})."
        notes.append(Remark(text, first.expected))
    return notes
