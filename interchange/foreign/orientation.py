"""Orientation of maps: whether their rows are target or source tokens, and how that is known."""

from collections import Counter
from dataclasses import replace

import numpy as np

from alignoscope.interchange.foreign.fitting import fit_axes, misfit
from alignoscope.interchange.foreign.options import ROWS
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import RawSentence, System

EXACT = 1e-4  # The difference of a sum from 1 that rounding of float32 explains.
SUMS = 0.02  # The largest difference from 1 of a sum that indicates a distribution.


def orientation(system: System, form: Format) -> tuple[bool, Remark]:
    """Return whether the rows of a system's maps are source tokens, and on what evidence.

    The evidence is the axis that sums to 1, or else the lengths, or else the format.

    Raises:
        ValueError: if neither way fits a sentence, or sentences, or sums and lengths, contradict
            each other.
    """
    by_sums = _by_sums(system)
    only: dict[bool, RawSentence] = {}  # The first sentence that fits in one way only.
    for one in system.sentences:
        if by_sums is not None and fit_axes(one, by_sums, form):
            continue  # Whether it fits the other way as well decides nothing.
        fits = [way for way in (False, True) if fit_axes(one, way, form)]
        if not fits:
            raise ValueError(misfit(one, bool(by_sums), form))
        if len(fits) == 1:
            only.setdefault(fits[0], one)
    if by_sums is None:
        if len(only) == 2:
            raise ValueError(
                f"{only[True].where}: by their lengths, the rows are source tokens here and target "
                f"tokens at {only[False].where}. All maps of a file must have the same orientation."
            )
        if only:
            return _rows_are(True in only, "inferred from the lengths", form)
        told = "as usual for this format; neither the lengths nor the sums show it"
        return _rows_are(form.rows == "source", told, form)
    told = _told_by_sums(by_sums)
    if other := only.get(not by_sums):
        axes = fit_axes(other, not by_sums, form)
        if axes and any(axis.remarks for axis in axes):
            raise ValueError(misfit(other, by_sums, form))
        raise ValueError(
            f"{other.where}: rows are {'target' if by_sums else 'source'} tokens by their lengths, "
            f"but {told}. Is the softmax over the wrong axis, or are these the words of another "
            "map?"
        )
    return _rows_are(by_sums, told, form)


def orientation_without_words(system: System, form: Format, rows: str) -> tuple[bool, Remark]:
    """Return whether the rows of a system's maps are source tokens, without regard to lengths.

    The evidence is what a person chose, or else the axis that sums to 1, or else the format.

    Args:
        system: the maps.
        form: the format of the file.
        rows: one of `ROWS`, which a person chose.
    """
    if rows != ROWS[0]:
        return rows == ROWS[2], Remark(f"Rows are {rows}, as you chose.", expected=True)
    by_sums = _by_sums(system)
    if by_sums is None:
        told = "as is usual; the sums do not show it"
        source_rows, remark = _rows_are(form.rows == "source", told, form)
    else:
        source_rows, remark = _rows_are(by_sums, _told_by_sums(by_sums), form)
    if form.labelled:  # Words are turned with their axis, so nothing but a doubt is a warning.
        remark = remark._replace(expected=by_sums is not None)
    return source_rows, remark


def _by_sums(system: System) -> bool | None:
    """Return whether columns rather than rows are distributions in most maps, or None if unclear.

    Then the rows are source tokens.
    """
    sums = Counter(way for one in system.sentences for way in transposed_by_sums(one))
    return None if sums[True] == sums[False] else sums[True] > sums[False]


def _told_by_sums(source_rows: bool) -> str:
    return f"only {'columns' if source_rows else 'rows'} sum to 1"


def _rows_are(source_rows: bool, told: str, form: Format) -> tuple[bool, Remark]:
    rows = "source tokens, so the maps were transposed" if source_rows else "target tokens"
    usual = not source_rows or form.rows == "source"
    return source_rows, Remark(f"Rows are {rows} ({told}).", usual)


def transposed_by_sums(one: RawSentence) -> list[bool]:
    """Return whether columns rather than rows are distributions, or nothing if that is unclear."""
    assert one.numbers is not None
    if (found := one.sums) and found.least > 0:
        rows, columns = (
            abs(least - 1) < EXACT > abs(most - 1) for least, most in (found.rows, found.columns)
        )
        if rows != columns:
            return [columns]
    with np.errstate(invalid="ignore"):  # Infinities, which are refused later with their place.
        sums = [one.numbers.sum(axis=axis) for axis in (-1, -2)]
    distances = [np.abs(each[each != 0] - 1) for each in sums]
    for near in (EXACT, SUMS):  # In a small map, sums of both axes can be near 1.
        rows, columns = (np.count_nonzero(each < near) / max(1, each.size) for each in distances)
        most, least = max(rows, columns), min(rows, columns)
        if most == 1 > least or most > 0.5 >= least:
            return [bool(columns > rows)]
    return []


def turned(system: System) -> System:
    """Return maps with rows and columns exchanged, and the words beside them as well."""
    found = [
        replace(one, source=one.target, target=one.source, numbers=one.target_rows(True))
        for one in system.sentences
    ]
    return replace(system, sentences=found)
