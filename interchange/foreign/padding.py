"""Padding that is no number: rows and columns of NaN at the ends of a map are cut off."""

from dataclasses import replace

import numpy as np

from alignoscope.interchange.foreign.remarks import Remark, summarise
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.sentence import PADS

_CUT = Remark("rows and columns of NaN cut off, as padding", key="nan")


def without_nan(system: System) -> tuple[System, list[Remark]]:
    """Return maps without the rows and columns at their ends that are NaN, and a remark on it.

    Other numbers that are none stay, and are refused later with their place.
    """
    found = [_without_nan(one) for one in system.sentences]
    pairs = zip(found, system.sentences, strict=True)
    placed = [(_CUT, one.where) for one, old in pairs if one is not old]
    return replace(system, sentences=found), summarise(placed, len(found))


def _without_nan(one: RawSentence) -> RawSentence:
    if one.numbers is None or one.sums or not np.isnan(one.numbers).any():
        return one
    there = ~np.isnan(one.numbers).all(axis=(0, 1))
    rows, columns = (_span(there.any(axis=axis)) for axis in (1, 0))
    if (
        rows is None
        or columns is None
        or (rows, columns) == tuple(slice(0, size) for size in there.shape)
    ):
        return one
    *_, height, width = one.numbers.shape
    if min(height, width) < 2:
        return one  # One row shares its NaN with no other.
    target, source = _kept(one.target, rows, height), _kept(one.source, columns, width)
    left = {*(one.target or ())} - {*(target or ())} | {*(one.source or ())} - {*(source or ())}
    if left - {"", *PADS}:
        return one  # NaN stands at a word.
    numbers = one.numbers[..., rows, columns]
    return replace(one, numbers=numbers, target=target, source=source)


def _kept(words: tuple[str, ...] | None, entries: slice, size: int) -> tuple[str, ...] | None:
    """Return the words of entries, if there was one for each; others are those of the rest."""
    return words[entries] if words is not None and len(words) == size else words


def _span(there: np.ndarray) -> slice | None:
    """Return the entries from the first to the last that is there, or None if none is."""
    found = np.flatnonzero(there)
    return slice(int(found[0]), int(found[-1]) + 1) if len(found) else None
