"""Checks of numbers, sizes and words, before a sentence is shown."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from alignoscope.interchange.foreign.fitting import map_sizes
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.foreign.words import marked_sentence
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import SIDES, RawSentence, System
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import (
    MAX_IMPORT_NUMBERS,
    MAX_IMPORT_SENTENCES,
    MAX_IMPORT_WORDS,
    MAX_NUMBER,
    MAX_TRACE_CELLS,
    MAX_TRACE_WORD,
)
from alignoscope.records.limits import WEIGHT_SLACK as SLACK
from alignoscope.records.progress import tick
from alignoscope.records.trace import SHARES

ROUGH = 0.05  # The tolerated difference of a row's sum from 1, for example after rounding.
SCORES = "Are these scores, before softmax?"


class TooLongError(ValueError):
    """A sentence that has more tokens than can be shown."""


def check_systems(systems: Sequence[System]) -> None:
    """Refuse a file without sentences, or with too many sentences or numbers.

    Raises:
        ValueError: if it is one of these.
    """
    count = max((len(system.sentences) for system in systems), default=0)
    if not count:
        raise ValueError("there is no sentence in it.")
    if count > MAX_IMPORT_SENTENCES:
        raise ValueError(f"{count:,} sentences: at most {MAX_IMPORT_SENTENCES:,} are read.")
    maps = [one.numbers for system in systems for one in system.sentences]
    check_count(sum(numbers.size for numbers in maps if numbers is not None))


def check_count(total: int) -> None:
    """Refuse too many numbers, in one file or in all files that are opened together.

    Raises:
        ValueError: if there are more than `MAX_IMPORT_NUMBERS`.
    """
    if total > MAX_IMPORT_NUMBERS:
        raise ValueError(f"The maps hold {total:,} numbers: at most {MAX_IMPORT_NUMBERS:,}.")


def check_typed(system: System, source_rows: bool, form: Format) -> None:
    """Check that a person typed a word for each place; that of an end mark may be left out.

    Raises:
        ValueError: if a side has another number of words than places.
    """
    for one in system.sentences:
        places = map_sizes(one, source_rows, filled=len(system.sentences) > 1)
        for side, size, words in zip(SIDES, places, one.words, strict=True):
            if not size - form.ends <= len(words) <= size:
                raise ValueError(
                    f"{one.where}: the {side} has {size} places, but {len(words)} words. Type a "
                    "word for each place, separated by spaces."
                )


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the softmax of scores [..., src_len]; a score of -inf has no weight."""
    with np.errstate(invalid="ignore"):  # A row of only -inf becomes NaN, which is refused later.
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def are_weights(numbers: np.ndarray) -> bool:
    """Return whether each row [..., src_len] sums to 1 or is empty, and no number is below 0."""
    sums = numbers.sum(axis=-1)
    return bool(numbers.min(initial=0) >= 0 and (np.abs(sums[sums != 0] - 1) < ROUGH).all())


def are_whole_weights(one: RawSentence, numbers: np.ndarray, *, source_rows: bool) -> bool:
    """Return whether a map is all of a sentence's numbers, and `check_numbers` leaves it as it is.

    Args:
        one: the sentence.
        numbers: its map [layers, heads, target, source] or a part of it.
        source_rows: whether source tokens are rows.
    """
    if not one.sums or one.numbers is None or numbers.size != one.numbers.size:
        return False
    least, most = one.sums.columns if source_rows else one.sums.rows
    return least > 1 - ROUGH and most < 1 + SLACK


def check_numbers(numbers: np.ndarray, where: str, kind: str) -> tuple[np.ndarray, list[Remark]]:
    """Check numbers [layers, heads, target, source], and scale rows of weights slightly above 1.

    Return them with a remark if they were changed or are unusual.

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
            f"below 0. {SCORES}"
        )
    if kind not in SHARES:
        return numbers, []
    sums = numbers.sum(axis=-1)
    if sums.max(initial=0) > 1 + ROUGH:
        *_, row = first = tuple(np.argwhere(sums > 1 + ROUGH)[0])
        raise ValueError(
            f"{where}: row {row + 1} sums to {sums[first]:g}: the weights of a target token sum to "
            "1. Is the map transposed, or are these scores or percentages?"
        )
    if sums.max(initial=0) > 1 + SLACK:
        scaled = Remark("rows with a sum slightly above 1 were scaled to 1")
        return numbers / np.maximum(sums, 1)[..., None], [scaled]
    if sums.min(initial=1) < 1 - ROUGH:
        *_, row = first = tuple(np.argwhere(sums < 1 - ROUGH)[0])
        return numbers, [Remark(f"row {row + 1} sums to {sums[first]:.2g}, not to 1", key="sum")]
    return numbers, []


def check_size(one: RawSentence, source: Sequence[str], target: Sequence[str]) -> None:
    """Refuse a sentence whose map is too large.

    Raises:
        TooLongError: if a side has too many tokens, or the map too many cells.
    """
    tick()
    for side, words in zip(SIDES, (source, target), strict=True):
        if len(words) > MAX_IMPORT_WORDS + 1:
            raise TooLongError(
                f"{one.where}: the {side} has {len(words):,} tokens: expected 1 to "
                f"{MAX_IMPORT_WORDS:,}."
            )
    if len(source) * len(target) > MAX_TRACE_CELLS:
        raise TooLongError(
            f"{one.where}: a map of {len(target):,} x {len(source):,} tokens: at most "
            f"{MAX_TRACE_CELLS:,} cells can be shown."
        )


def sentence_of(
    one: RawSentence, numbers: np.ndarray, source: tuple[str, ...], target: tuple[str, ...]
) -> ForeignSentence:
    """Return the record of a sentence with its numbers [layers, heads, target, source].

    Raises:
        ValueError: if a side is empty or too long, or has an empty token.
    """
    for side, words in zip(SIDES, (source, target), strict=True):
        if max(map(len, words), default=0) > MAX_TRACE_WORD:
            raise ValueError(
                f"{one.where}: the {side} has a word of {max(map(len, words)):,} letters: at most "
                f"{MAX_TRACE_WORD:,} are read."
            )
        if "" in words:
            raise ValueError(
                f"{one.where}: {side} token {words.index('') + 1} is empty: give it a text, "
                "such as '▁'."
            )
        if not words:
            raise ValueError(
                f"{one.where}: the {side} has 0 tokens: expected 1 to {MAX_IMPORT_WORDS:,}."
            )
    check_size(one, source, target)
    return ForeignSentence(
        number=one.number,
        source=marked_sentence(source),
        target=marked_sentence(target),
        maps=np.ascontiguousarray(numbers, np.float32),
        rank=one.rank,
        log_prob=one.log_prob,
    )


@contextmanager
def leaving_out(system: System, one: RawSentence, done: list[tuple[Remark, str]]) -> Iterator[None]:
    """Leave out a sentence that is too long, with a remark, unless it is the only one."""
    try:
        yield
    except TooLongError as error:
        if len(system.sentences) == 1:
            raise
        done.append((Remark(f"left out: {error}".rstrip("."), key="left out"), one.where))
