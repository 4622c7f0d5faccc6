"""Matching of maps with words: which axis is the target, and which end marks are missing.

An axis of n tokens may have n numbers, n + 1 if the tokens lack the end mark, or n - 1 if the
numbers lack it. Zeros after these are padding.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.foreign.words import ENDS, marked_sentence
from alignoscope.interchange.readers.given import Format, FoundMaps, System
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import (
    MAX_IMPORT_WORDS,
    MAX_NUMBER,
    MAX_TRACE_CELLS,
    MAX_TRACE_WORD,
)
from alignoscope.records.limits import WEIGHT_SLACK as SLACK
from alignoscope.records.sentence import END

ROUGH = 0.05  # The tolerated difference of a row's sum from 1, for example after rounding.
SUMS = 0.02  # The largest difference from 1 of a sum that indicates a distribution.
FittedWords = Sequence[tuple[str, ...]]


class Axis(NamedTuple):
    """The tokens of an axis, the number of its entries that belong to them, and a note."""

    tokens: tuple[str, ...]
    size: int
    done: str = ""


def fit_axis(tokens: tuple[str, ...], size: int, used: int, padded: bool) -> Axis | None:
    """Return the tokens of an axis, or None if they do not fit its size.

    Args:
        tokens: the tokens from the file.
        size: the number of entries of the axis.
        used: the number of entries up to the last one that is not zero.
        padded: whether entries after the tokens may have any values.
    """
    n = len(tokens)
    ended = bool(tokens) and tokens[-1] in ENDS
    if size == n:
        return Axis(tokens, n)
    if size == n + 1 and not ended and not padded:
        return Axis((*tokens, END), n + 1, "end mark added to the {}")
    if size == n - 1 and ended:
        return Axis(tokens[:-1], n - 1, "end mark of the {} left out: it has no numbers")
    if size > n and (padded or used <= n + (not ended)):
        if not ended and used == n + 1:
            return Axis((*tokens, END), n + 1, "padding of the {} cut off, and an end mark added")
        if padded or used <= n:
            return Axis(tokens, n, "padding of the {} cut off")
    return None


def turned(
    system: System, source: FittedWords, target: FittedWords, form: Format
) -> tuple[bool, str]:
    """Return whether the rows of a system's maps are source tokens, with a note on the evidence.

    The evidence is the lengths, or else the axis that sums to 1, or else the format.

    Args:
        system: the maps.
        source: the source tokens of each sentence.
        target: the target tokens of each sentence.
        form: the format of the file.

    Raises:
        ValueError: if neither way fits a sentence, or sentences contradict each other.
    """
    lengths: dict[bool, list[FoundMaps]] = {False: [], True: []}
    sums: Counter[bool] = Counter()
    for i, one in enumerate(system.found):
        assert one.numbers is not None
        ways = [way for way in (False, True) if _axes(one, source[i], target[i], way, form)]
        if not ways:
            raise ValueError(_misfit(one, source[i], target[i], form))
        if len(ways) == 1:
            lengths[ways[0]].append(one)
    if lengths[False] and lengths[True]:
        raise ValueError(
            f"{lengths[True][0].where}: the rows are source tokens here, and target tokens at "
            f"{lengths[False][0].where}, by their lengths. All maps of a file are one way round."
        )
    told = "the lengths tell" if lengths[False] or lengths[True] else "only rows sum to 1"
    way = bool(lengths[True])
    if not lengths[False] and not lengths[True]:
        for one in system.found:
            axes = _sums_to_one(one.numbers, -1), _sums_to_one(one.numbers, -2)
            sums.update([axes[1]] if axes[0] != axes[1] else [])
        way = sums[True] > sums[False]
        if sums[True] == sums[False]:
            way, told = form.rows == "source", "so the format has it; neither lengths nor sums tell"
        elif way:
            told = "only columns sum to 1"
    rows = "source tokens: the maps were turned" if way else "target tokens"
    return way, f"Rows are {rows} ({told})."


def fitted(
    one: FoundMaps, source: tuple[str, ...], target: tuple[str, ...], way: bool, form: Format
) -> tuple[np.ndarray, Axis, Axis]:
    """Return the maps [layers, heads, target, source] of a sentence, its source and target axes.

    Args:
        one: the sentence.
        source: its source tokens.
        target: its target tokens.
        way: whether the rows are source tokens.
        form: the format of the file.
    """
    axes = _axes(one, source, target, way, form)
    if axes is None:
        raise ValueError(_misfit(one, source, target, form))
    assert one.numbers is not None
    numbers = one.numbers.swapaxes(-1, -2) if way else one.numbers
    return numbers[..., : axes[1].size, : axes[0].size], *axes


def _axes(
    one: FoundMaps, source: tuple[str, ...], target: tuple[str, ...], way: bool, form: Format
) -> tuple[Axis, Axis] | None:
    assert one.numbers is not None
    numbers = one.numbers.swapaxes(-1, -2) if way else one.numbers
    rows, columns = numbers.shape[-2:]
    ends = (rows, columns)
    if _looks_padded(target, rows, form.padded) or _looks_padded(source, columns, False):
        used = np.asarray((numbers != 0).any(axis=(0, 1)))
        ends = (_last(np.asarray(used.any(axis=1))), _last(np.asarray(used.any(axis=0))))
    # A padded row may hold any numbers, so only the words show it. A padded column is 0.
    second = fit_axis(target, rows, ends[0], form.padded)
    first = fit_axis(source, columns, ends[1], padded=False)
    return None if first is None or second is None else (first, second)


def _looks_padded(tokens: tuple[str, ...], size: int, padded: bool) -> bool:
    """Return whether an axis has more entries than its tokens and an end mark that they lack."""
    ended = tokens[-1:] and tokens[-1] in ENDS
    return size > len(tokens) + (0 if padded or ended else 1)


def _last(used: np.ndarray) -> int:
    return int(np.flatnonzero(used).max(initial=-1)) + 1


def _sums_to_one(numbers: np.ndarray | None, axis: int) -> bool:
    assert numbers is not None
    sums = numbers.sum(axis=axis)
    return bool((np.abs(sums - 1) < SUMS).mean() > 0.5)


def _misfit(one: FoundMaps, source: tuple[str, ...], target: tuple[str, ...], form: Format) -> str:
    assert one.numbers is not None
    rows, columns = one.numbers.shape[-2:]
    return (
        f"{one.where}: a map of {rows} x {columns} for {len(target)} target and {len(source)} "
        f"source tokens: each may have one more, an end mark. {form.hint}"
    ).strip()


def checked(numbers: np.ndarray, where: str, kind: str) -> tuple[np.ndarray, str]:
    """Check numbers [layers, heads, target, source], and scale rows of weights slightly above 1.

    Return them with a note on what was changed or is unusual, or "".

    Raises:
        ValueError: if a number is none, below 0, or a row sums to clearly more than 1.
    """
    finite = np.abs(numbers) <= MAX_NUMBER
    if not finite.all():
        *_, row, column = np.argwhere(~finite)[0]
        raise ValueError(
            f"{where}: row {row + 1}, column {column + 1} is no finite number, or too large."
        )
    if numbers.min(initial=0) < 0:
        *_, row, column = first = tuple(np.argwhere(numbers < 0)[0])
        raise ValueError(
            f"{where}: row {row + 1}, column {column + 1} is {numbers[first]:g}: no weight is "
            "below 0. Are these scores, before softmax?"
        )
    sums = numbers.sum(axis=-1)
    if kind == "weights" and sums.max(initial=0) > 1 + ROUGH:
        *_, row = first = tuple(np.argwhere(sums > 1 + ROUGH)[0])
        raise ValueError(
            f"{where}: row {row + 1} sums to {sums[first]:g}: the weights of a target token sum to "
            "1. Is the map turned, or are these scores?"
        )
    if kind == "weights" and sums.max(initial=0) > 1 + SLACK:
        return numbers / np.maximum(sums, 1)[..., None], "rows above 1 (rounded?) were set to 1"
    if kind == "weights" and sums.min(initial=1) < 1 - ROUGH:
        *_, row = first = tuple(np.argwhere(sums < 1 - ROUGH)[0])
        return numbers, f"row {row + 1} sums to {sums[first]:.2g}, not to 1"
    return numbers, ""


def sentence_of(
    one: FoundMaps, numbers: np.ndarray, source: tuple[str, ...], target: tuple[str, ...]
) -> ForeignSentence:
    """Return the record of a sentence with its numbers [layers, heads, target, source].

    Raises:
        ValueError: if a side is empty or too long.
    """
    for side, words in (("source", source), ("target", target)):
        if max(map(len, words), default=0) > MAX_TRACE_WORD:
            raise ValueError(
                f"{one.where}: the {side} has a word of {max(map(len, words)):,} letters: at most "
                f"{MAX_TRACE_WORD:,} are read."
            )
        if not 1 <= len(words) <= MAX_IMPORT_WORDS + 1:
            raise ValueError(
                f"{one.where}: the {side} has {len(words):,} tokens: expected 1 to "
                f"{MAX_IMPORT_WORDS:,}."
            )
    if numbers.shape[-1] * numbers.shape[-2] > MAX_TRACE_CELLS:
        raise ValueError(
            f"{one.where}: a map of {len(target):,} x {len(source):,} tokens: at most "
            f"{MAX_TRACE_CELLS:,} cells can be shown."
        )
    return ForeignSentence(
        number=one.number,
        source=marked_sentence(source),
        target=marked_sentence(target),
        maps=np.ascontiguousarray(numbers, np.float32),
        rank=one.rank,
        log_prob=one.log_prob,
    )


def summed_up(done: Counter[str], firsts: dict[str, str], count: int) -> list[str]:
    """Return notes on what was done, in how many of `count` sentences, and where first.

    `done` counts the sentences by what was done, `firsts` has the first place.
    """
    notes = []
    for what, times in done.items():
        where = "in every sentence" if times == count else f"in {times:,} of {count:,} sentences"
        notes.append(f"{what[0].upper()}{what[1:]} ({where}; first: {firsts[what]}).")
    return notes
