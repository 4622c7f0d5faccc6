"""Matching of maps with words: which axis is the target, and which end marks are missing.

`axes` has the rules for one axis.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from alignoscope.analysis.doctor.rules import unread_tokens
from alignoscope.interchange.foreign.axes import Axis, Remark, fit_columns, fit_rows
from alignoscope.interchange.foreign.words import marked_sentence
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.foreign import ForeignSentence
from alignoscope.records.limits import (
    MAX_IMPORT_WORDS,
    MAX_NUMBER,
    MAX_TRACE_CELLS,
    MAX_TRACE_WORD,
)
from alignoscope.records.limits import WEIGHT_SLACK as SLACK
from alignoscope.records.progress import tick
from alignoscope.records.sentence import END, ENDS, PADS
from alignoscope.records.trace import SHARES

ROUGH = 0.05  # The tolerated difference of a row's sum from 1, for example after rounding.
EXACT = 1e-4  # The difference of a sum from 1 that rounding of float32 explains.
SUMS = 0.02  # The largest difference from 1 of a sum that indicates a distribution.
TINY = 1e-6  # Numbers up to this are no weights: some masks leave numbers slightly above 0.
SCORES = "Are these scores, before softmax?"
END_ADDED = Remark(
    "The model adds </s> to the source itself (add_source_eos), and CTranslate2 leaves out its "
    "column. Here it has what each row lacks of 1: also the weight on <s>, if the model adds that "
    "as well (add_source_bos).",
    expected=True,
)
TOKENS = "Give the tokens that the model read and wrote, pieces and marks included."
FittedWords = Sequence[tuple[str, ...]]


def orientation(
    system: System, source: FittedWords, target: FittedWords, form: Format
) -> tuple[bool, Remark]:
    """Return whether the rows of a system's maps are source tokens, and on what evidence.

    The evidence is the axis that sums to 1, or else the lengths, or else the format.

    Args:
        system: the maps.
        source: the source tokens of each sentence.
        target: the target tokens of each sentence.
        form: the format of the file.

    Raises:
        ValueError: if neither way fits a sentence, or sentences, or sums and lengths, contradict
            each other.
    """
    sums = _sums(system)
    way = sums[True] > sums[False]
    told = "only columns sum to 1" if way else "only rows sum to 1"
    only: dict[bool, int] = {}  # The first sentence that fits in one way only.
    for i, one in enumerate(system.sentences):
        fits = [each for each in (False, True) if _axes(one, source[i], target[i], each, form)]
        if not fits:
            raise ValueError(_misfit(one, source[i], target[i], form, way))
        if len(fits) == 1:
            only.setdefault(fits[0], i)
    if sums[True] == sums[False]:
        if len(only) == 2:
            where = [system.sentences[only[each]].where for each in (True, False)]
            raise ValueError(
                f"{where[0]}: by their lengths, the rows are source tokens here and target "
                f"tokens at {where[1]}. All maps of a file must have the same orientation."
            )
        way, told = True in only, "inferred from the lengths"
        if not only:
            way = form.rows == "source"
            told = "as usual for this format; neither the lengths nor the sums show it"
    elif (not way) in only:
        i = only[not way]
        one, axes = (
            system.sentences[i],
            _axes(system.sentences[i], source[i], target[i], not way, form),
        )
        if axes and any(axis.remarks for axis in axes):
            raise ValueError(_misfit(one, source[i], target[i], form, way))
        raise ValueError(
            f"{one.where}: rows are {'target' if way else 'source'} tokens by their lengths, but "
            f"{told}. Is the softmax over the wrong axis, or are these the words of another map?"
        )
    return way, _rows_are(way, told, form)


def orientation_by_sums(system: System, form: Format) -> tuple[bool, Remark]:
    """Return whether the rows of a system's maps are source tokens, without regard to lengths.

    The evidence is the axis that sums to 1, or else the format.
    """
    sums = _sums(system)
    way = sums[True] > sums[False]
    told = f"only {'columns' if way else 'rows'} sum to 1"
    if sums[True] == sums[False]:
        way, told = form.rows == "source", "as is usual; the sums do not show it"
    remark = _rows_are(way, told, form)
    if form.labelled:  # Words are turned with their axis, so nothing but a doubt is a warning.
        remark = remark._replace(expected=sums[True] != sums[False])
    return way, remark


def _sums(system: System) -> Counter[bool]:
    """Count the maps whose columns (True), or rows (False), are distributions."""
    return Counter(way for one in system.sentences for way in _transposed_by_sums(one.numbers))


def _rows_are(way: bool, told: str, form: Format) -> Remark:
    rows = "source tokens, so the maps were transposed" if way else "target tokens"
    return Remark(f"Rows are {rows} ({told}).", not way or form.rows == "source")


def turned(system: System) -> System:
    """Return maps with rows and columns exchanged, and the words beside them as well."""
    found = [
        replace(one, source=one.target, target=one.source, numbers=_rows_first(one, True))
        for one in system.sentences
    ]
    return replace(system, sentences=found)


def map_sizes(one: RawSentence, way: bool, *, filled: bool) -> tuple[int, int]:
    """Return the number of source and of target places of a map.

    With `filled`, empty places after the last one that holds weight do not count.
    """
    numbers = _rows_first(one, way)
    if not filled:
        return numbers.shape[-1], numbers.shape[-2]
    used = (numbers != 0).any(axis=(0, 1))
    source, target = (np.flatnonzero(used.any(axis=axis)).max(initial=0) for axis in (0, 1))
    return int(source) + 1, int(target) + 1


def fit_map(
    one: RawSentence, source: tuple[str, ...], target: tuple[str, ...], way: bool, form: Format
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
        raise ValueError(_misfit(one, source, target, form, way))
    columns, rows = axes
    numbers = _rows_first(one, way)[..., rows.entries, columns.entries]
    _refuse_batch(one, numbers)
    padding = _on_padding(numbers, columns.tokens)
    unread = _unread(numbers, columns.tokens)
    return numbers, columns._replace(remarks=(*columns.remarks, *padding, *unread)), rows


def with_end_column(system: System, source: FittedWords) -> tuple[System, list[tuple[str, ...]]]:
    """Return a system and its source words with an end mark, whose weight is 1 minus a row's sum.

    Sentences whose words have an end mark, or do not fit, are not changed.
    """
    sentences, words = [], []
    for one, tokens in zip(system.sentences, source, strict=True):
        assert one.numbers is not None
        lacks = one.numbers.shape[-1] == len(tokens) > 0 and tokens[-1] not in ENDS
        if lacks:
            rest = np.maximum(1 - one.numbers.sum(axis=-1, keepdims=True), 0)
            one = replace(one, numbers=np.concatenate([one.numbers, rest], axis=-1))
        sentences.append(one)
        words.append((*tokens, END) if lacks else tokens)
    return replace(system, sentences=sentences), words


def fit_self_attention(
    one: RawSentence, tokens: tuple[str, ...]
) -> tuple[np.ndarray, tuple[str, ...], list[Remark]]:
    """Return the self-attention [layers, heads, tokens, tokens] of a sentence without padding.

    Return its tokens and remarks as well.

    Raises:
        ValueError: if there is not one row and one column per token.
    """
    assert one.numbers is not None
    rows, columns = one.numbers.shape[-2:]
    if not rows == columns == len(tokens):
        raise ValueError(
            f"{one.where}: a map of {rows} x {columns} for {len(tokens)} tokens: self-attention "
            "has one row and one column for each token."
        )
    remarks = []
    way = _transposed_by_sums(one.numbers) == [True]
    if way:
        remarks.append(Remark("only columns sum to 1: the map was transposed"))
    real = [i for i, token in enumerate(tokens) if token not in PADS]
    kept = slice(real[0], real[-1] + 1) if real else slice(None)
    numbers = _rows_first(one, way)
    if numbers[..., kept, kept].sum() + TINY < numbers[..., kept, :].sum():
        kept = slice(None)  # Padding with weight stays.
    numbers, tokens = numbers[..., kept, kept], tokens[kept]
    _refuse_batch(one, numbers)
    remarks += _on_padding(numbers, tokens)
    if len(tokens) > 1 and not np.triu(numbers, 1).any():
        causal = "causal, the half above the diagonal is empty: no token attends to a later one"
        remarks.append(Remark(causal, expected=True))
    return numbers, tokens, remarks


def _refuse_batch(one: RawSentence, numbers: np.ndarray) -> None:
    if _are_masked_apart(numbers) or _are_masked_apart(numbers.swapaxes(0, 1)):
        raise ValueError(
            f"{one.where}: its layers or heads are masked at different tokens, "
            "so they are sentences of a batch: give the maps of one sentence."
        )


def _on_padding(numbers: np.ndarray, tokens: Sequence[str]) -> list[Remark]:
    """Return a remark on the largest weight of a row on padding, if there is any."""
    padding = numbers[..., [token in PADS for token in tokens]].sum(axis=-1)
    if padding.max(initial=0) <= TINY:
        return []
    *_, row = np.unravel_index(padding.argmax(), padding.shape)
    return [Remark(f"{padding.max():.2g} of row {row + 1} is on padding of the source", key="on")]


def _unread(numbers: np.ndarray, tokens: Sequence[str]) -> list[Remark]:
    """Return a remark on the last source tokens if none has any weight."""
    if not (count := unread_tokens(numbers, tokens)):
        return []
    which = f"{count} source tokens have" if count > 1 else "source token has"
    why = "the tool cut the source (CTranslate2 at max_input_length), or these are other words"
    return [Remark(f"the last {which} no weight: {why}", key="unread")]


def _are_masked_apart(numbers: np.ndarray) -> bool:
    """Return whether the maps on the first axis have no zeros but at rows and columns of their own.

    A softmax has zeros only where it is masked, and all heads of a sentence have one mask.
    """
    if len(numbers) == 1:
        return False
    cells = numbers != 0
    rows, columns = cells.any(axis=(1, 3)), cells.any(axis=(1, 2))
    masked = cells == (rows[:, None, :, None] & columns[:, None, None, :])
    return bool(masked.all() and ((rows != rows[0]).any() or (columns != columns[0]).any()))


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the softmax of scores over their last axis; a score of -inf has no weight."""
    with np.errstate(invalid="ignore"):  # A row of only -inf becomes NaN, which is refused later.
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def are_weights(numbers: np.ndarray) -> bool:
    """Return whether no number is below 0, and each row sums to 1 or is empty."""
    sums = numbers.sum(axis=-1)
    return bool(numbers.min(initial=0) >= 0 and (np.abs(sums[sums != 0] - 1) < ROUGH).all())


def _axes(
    one: RawSentence, source: tuple[str, ...], target: tuple[str, ...], way: bool, form: Format
) -> tuple[Axis, Axis] | None:
    used = ~(np.abs(_rows_first(one, way)) <= TINY).all(axis=(0, 1))  # NaN counts as used.
    columns = fit_columns(source, used.any(axis=0), form)
    rows = columns and fit_rows(target, used.any(axis=1), form, columns)
    return (columns, rows) if columns and rows else None


def _rows_first(one: RawSentence, way: bool) -> np.ndarray:
    """Return the maps [layers, heads, target, source]; with `way`, their rows are the source."""
    assert one.numbers is not None
    return one.numbers.swapaxes(-1, -2) if way else one.numbers


def _transposed_by_sums(numbers: np.ndarray | None) -> list[bool]:
    """Return whether columns rather than rows are distributions, or nothing if that is unclear."""
    assert numbers is not None
    with np.errstate(invalid="ignore"):  # Infinities, which are refused later with their place.
        sums = [numbers.sum(axis=axis) for axis in (-1, -2)]
    for near in (EXACT, SUMS):  # In a small map, sums of both axes can be near 1.
        rows, columns = (
            (np.abs(one[one != 0] - 1) < near).sum() / max(1, (one != 0).sum()) for one in sums
        )
        most, least = max(rows, columns), min(rows, columns)
        if most == 1 > least or most > 0.5 >= least:
            return [bool(columns > rows)]
    return []


def _misfit(
    one: RawSentence,
    source: tuple[str, ...],
    target: tuple[str, ...],
    form: Format,
    way: bool,
) -> str:
    assert one.numbers is not None
    rows, columns = one.numbers.shape[-2:]
    return (
        f"{one.where}: a map of {rows} x {columns} for {len(target)} target and {len(source)} "
        "source tokens: a side may have one number more, for an end mark. "
        f"{_weight_behind(one, source, way) or form.hint or TOKENS}"
    ).strip()


def _weight_behind(one: RawSentence, source: tuple[str, ...], way: bool) -> str:
    """Return what to do about weight after the source tokens and an end mark, or ""."""
    most = _rows_first(one, way)[..., len(source) :].sum(axis=-1).max(initial=0)
    if _rows_first(one, way).shape[-1] <= len(source) + 1 or not most > TINY:
        return ""
    return (
        f"Up to {most:.2g} of a row is after the last source token. If that is padding, mask it, "
        'or list it as "<pad>" among the source tokens; if the words were joined from pieces, give '
        "the pieces. "
    )


def check_numbers(numbers: np.ndarray, where: str, kind: str) -> tuple[np.ndarray, Remark | None]:
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
    sums = numbers.sum(axis=-1)
    if kind in SHARES and sums.max(initial=0) > 1 + ROUGH:
        *_, row = first = tuple(np.argwhere(sums > 1 + ROUGH)[0])
        raise ValueError(
            f"{where}: row {row + 1} sums to {sums[first]:g}: the weights of a target token sum to "
            "1. Is the map transposed, or are these scores or percentages?"
        )
    if kind in SHARES and sums.max(initial=0) > 1 + SLACK:
        return numbers / np.maximum(sums, 1)[..., None], Remark(
            "rows with a sum slightly above 1 were scaled to 1"
        )
    if kind in SHARES and sums.min(initial=1) < 1 - ROUGH:
        *_, row = first = tuple(np.argwhere(sums < 1 - ROUGH)[0])
        return numbers, Remark(f"row {row + 1} sums to {sums[first]:.2g}, not to 1", key="sum")
    return numbers, None


class TooLongError(ValueError):
    """A sentence that has more tokens than can be shown."""


def check_size(one: RawSentence, source: Sequence[str], target: Sequence[str]) -> None:
    """Refuse a sentence whose map is too large.

    Raises:
        TooLongError: if a side has too many tokens, or the map too many cells.
    """
    tick()
    for side, words in (("source", source), ("target", target)):
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
    for side, words in (("source", source), ("target", target)):
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


def summarise(remarks: Sequence[tuple[Remark, str]], count: int) -> list[Remark]:
    """Return each remark once: in how many of `count` sentences, and where first."""
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
