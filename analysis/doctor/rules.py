"""The rules for maps of weights: one function per rule, with the usual cause of a violation."""

from collections.abc import Callable, Sequence

import numpy as np

from alignoscope.analysis.doctor.findings import Examined
from alignoscope.records.sentence import ENDS, PADS, STARTS, real_tokens

NEAR = 0.02  # tolerance of a sum of 1, as numbers may be rounded
TINY = 1e-6
SAME = 1e-4  # tolerance between weights of two runs, or of a batch and a batch of one


# A rule returns the violation in numbers, "" if it is kept, or None if it cannot be checked.
Said = str | None


def _finite(one: Examined) -> Said:
    wrong = np.argwhere(~np.isfinite(one.numbers))
    return f"{_at(wrong[0])} is {one.numbers[tuple(wrong[0])]}" if len(wrong) else ""


def _weights(one: Examined) -> Said:
    wrong = np.argwhere((one.numbers < 0) | (one.numbers > 1 + NEAR))
    return f"{_at(wrong[0])} is {one.numbers[tuple(wrong[0])]:.4g}" if len(wrong) else ""


def _target_rows(one: Examined) -> Said:
    if one.source is None or one.target is None:
        return None
    rows, columns = one.numbers.shape[-2:]
    least = len(real_tokens(one.source))  # columns of padding may follow
    direct = _fits(rows, one.target) and columns >= least
    turned = _fits(columns, one.target) and rows >= least
    padded = rows >= len(real_tokens(one.target)) and columns >= least  # rows of padding may follow
    if turned and padded:  # Only the sums could tell.
        by_rows, by_columns = _off_by_axis(one.numbers)
        if direct:
            return "" if by_rows.max() < NEAR <= by_columns.max(initial=0) else None
        if by_columns.max(initial=0) >= NEAR:
            return None
    if direct or not turned:
        return "" if direct else None
    words = f"{len(one.target)} target and {len(one.source)} source tokens"
    return f"{rows} rows and {columns} columns for {words}"


def _right_axis(one: Examined) -> Said:
    numbers = _turned(one)
    if numbers.shape[-1] > 1 and (numbers == 1).all():
        return "every number is 1, as of a softmax over an axis of length 1"
    rows, columns = _off_by_axis(numbers)
    if (rows < NEAR).mean() >= 0.5:
        return ""
    if columns.size and (columns < NEAR).mean() > 0.9:
        return f"columns sum to 1, rows by {rows.max():.2g} not"
    total = one.batch.total[one.batch.total != 0] if one.batch else np.zeros(0)
    if total.size and (_off(total) < NEAR).all():
        return "the maps of the batch sum to 1 in each cell, as of a softmax over the batch"
    return None


def _sums(one: Examined) -> Said:
    sums = _step_rows(one).sum(axis=-1)
    wrong = np.argwhere(~(np.abs(sums - 1) < NEAR))
    if not len(wrong):
        return ""
    return f"row {wrong[0][-1] + 1} sums to {sums[tuple(wrong[0])]:.4g}, {len(wrong):,} rows do not"


def _steps(one: Examined) -> Said:
    if one.target is None:
        return None
    rows, count = _turned(one).shape[-2], len(one.target)
    first = one.target[0] if count > 1 else ""
    started = first in (*STARTS, *PADS)
    if _fits(rows, one.target) and not started:
        return ""
    mark = f", the start mark {first!r} among them, which no step writes" if started else ""
    return f"{rows} rows for {count} target tokens" + (mark or _with_end(one.target))


def _columns(one: Examined) -> Said:
    if one.source is None:
        return None
    numbers, real = _turned(one), real_tokens(one.source)
    columns = numbers.shape[-1]
    longest = max(len(real), one.batch.longest if one.batch else 0)
    more = np.abs(numbers[..., max(len(one.source), longest + 1) :]).max(initial=0) > TINY
    if columns >= len(real) and not more:
        unread = unread_tokens(numbers, real)
        return f"no weight is on the last {unread} of {len(real)} source tokens" if unread else ""
    return f"{columns} columns for {len(real)} source tokens" + _with_end(real)


def _padding(one: Examined) -> Said:
    padding = _padded(one)
    if padding is None or not padding.size or _weights(one):
        return None
    weight = padding.sum(axis=-1)
    wrong = np.argwhere(weight > TINY)
    return f"{weight[tuple(wrong[0])]:.4g} of row {wrong[0][-1] + 1}" if len(wrong) else ""


def _mask_first(one: Examined) -> Said:
    padding = _padded(one)
    if padding is None or not padding.size or padding.any() or _weights(one):
        return None
    sums = _step_rows(one).sum(axis=-1)
    wrong = np.argwhere(sums < 1 - NEAR)
    if len(wrong) and sums.max() < 1 + NEAR:
        return f"row {wrong[0][-1] + 1} sums to {sums[tuple(wrong[0])]:.4g}, and its padding is 0"
    return ""


def _no_dropout(one: Examined) -> Said:
    if one.again is not None:
        if one.again.shape != one.numbers.shape:
            return f"a second run has the shape {one.again.shape}, not {one.numbers.shape}"
        if (found := _difference(one.numbers, one.again)) is None:
            return None
        return "" if found[0] <= SAME else f"a second run differs by {found[0]:.2g}"
    if _weights(one._replace(numbers=np.minimum(one.numbers, 1))) or _right_axis(one):
        return None  # rows of scores, or of a softmax over the wrong axis, have no fixed sum
    numbers = _step_rows(one)
    sums = numbers.sum(axis=-1)
    if sums.max() > 1 + NEAR and sums.min() < 1 - NEAR and (numbers == 0).any() and sums.max() < 4:
        return f"rows sum to {sums.min():.2g} to {sums.max():.2g}, and single weights are 0"
    return None  # one run shows no dropout of other layers


def _rows_differ(one: Examined) -> Said:
    rows = _steps_with_weight(one)
    if rows is None or rows.shape[-2] < 2:
        return None
    if np.ptp(rows, axis=-2).max() > SAME:
        return ""
    even = np.ptp(rows[rows > 0]) < SAME
    return f"all {rows.shape[-2]} rows are alike" + (
        f", with {rows.max():.2g} on each token" if even else ""
    )


def _words_have_weight(one: Examined) -> Said:
    rows = _steps_with_weight(one)
    if rows is None or rows.shape[-2] < 2:
        return None
    last = min(len(real_tokens(one.source or ())) or rows.shape[-1], rows.shape[-1])
    least = rows[..., last - 1].min()
    return f"each row has at least {least:.2g} on the last token" if least > 0.9 else ""


def _alone(one: Examined) -> Said:
    if one.alone is None:
        return None
    rows, columns = one.alone.shape[-2:]
    pads = _named_pads(one) if columns < one.numbers.shape[-1] else []
    within = np.delete(one.numbers, pads, axis=-1)[..., :rows, :columns]
    if within.shape != one.alone.shape:
        return f"alone it has the shape {one.alone.shape}"
    if (found := _difference(within, one.alone)) is None:
        return None
    return "" if found[0] <= SAME else f"{_at(found[1])} differs by {found[0]:.2g}"


def _turned(one: Examined) -> np.ndarray:
    return one.numbers.swapaxes(-1, -2) if _target_rows(one) else one.numbers


def _step_rows(one: Examined) -> np.ndarray:
    """Return the rows of steps, without those of padding that the target names."""
    numbers = _turned(one)
    if one.target is None or len(one.target) != numbers.shape[-2]:
        return numbers
    return numbers[..., : len(real_tokens(one.target)), :]


def _difference(numbers: np.ndarray, others: np.ndarray) -> tuple[float, np.ndarray] | None:
    """Return the largest difference, NaN if one of two is, and its place; None if all are NaN."""
    neither = np.isnan(numbers) & np.isnan(others)
    if neither.all():
        return None
    with np.errstate(invalid="ignore"):  # Two infinities are equal.
        moved = np.where(neither | (numbers == others), 0, np.abs(numbers - others))
    place = np.unravel_index(int(moved.argmax()), moved.shape)
    return float(moved[place]), np.array(place)


def _steps_with_weight(one: Examined) -> np.ndarray | None:
    """Return the rows that are not 0, or None if they are no weights or have only one token."""
    numbers = _step_rows(one)
    words = numbers.shape[-1]
    if one.source is not None:
        words = min(words, sum(token not in PADS for token in real_tokens(one.source)))
    if words < 2 or _finite(one) or _weights(one) or numbers.sum(axis=-1).max() > 1 + NEAR:
        return None
    return numbers[:, :, numbers.any(axis=(0, 1, 3))]


def _off_by_axis(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far rows and columns are from a sum of 1, without those that sum to 0: padding."""
    sums = numbers.sum(axis=-1), numbers.sum(axis=-2)
    rows, columns = (_off(one[one != 0]) for one in sums)
    return (rows if rows.size else np.ones(1)), columns


def _padded(one: Examined) -> np.ndarray | None:
    """Return the columns of padding, [layers, heads, rows, any]; None if the source is unknown."""
    if one.source is None:
        return None
    real, numbers = real_tokens(one.source), _step_rows(one)
    # If no padding token is listed, the first further column may belong to an unlisted end mark.
    unnamed = len(real) == len(one.source) and not (real and real[-1] in ENDS)
    after = range(len(real) + unnamed, numbers.shape[-1])
    return numbers[..., [*_named_pads(one), *after]]


def _named_pads(one: Examined) -> list[int]:
    """Return the columns of padding that the source names before its last token."""
    real = real_tokens(one.source or ())[: _turned(one).shape[-1]]
    return [i for i, token in enumerate(real) if token in PADS]


def unread_tokens(numbers: np.ndarray, source: Sequence[str]) -> int:
    """Return how many of the last source tokens have no weight at all, as if they were cut off.

    A softmax gives each token some weight: it is 0 if most other weights are, or if a token before
    the last ones has none. An end mark may follow. `numbers` is [layers, heads, rows, columns].
    """
    real = real_tokens(source)
    if len(real) == numbers.shape[-1] and numbers[..., -1].any() and numbers[..., -2:-1].any():
        return 0
    words = min(len(real) - len(ENDS.intersection(real[-1:])), numbers.shape[-1])
    used = np.any(numbers[..., :words], axis=(0, 1, 2))
    read = int(np.flatnonzero(used).max(initial=-1)) + 1
    whole = read > 0 and used[:read].all() and (numbers[..., :read] != 0).mean() > 0.5
    return words - read if whole else 0


def _fits(size: int, words: Sequence[str]) -> bool:
    """Return whether an axis has the size of these words, or one more for an unlisted end mark."""
    real = real_tokens(words)
    return size in (len(words), len(real)) or (
        size == len(real) + 1 and not ENDS.intersection(real[-1:])
    )


def _with_end(words: Sequence[str]) -> str:
    ended = words and words[-1] in ENDS
    return ", the end mark among them" if ended else ", no end mark among them"


def _off(sums: np.ndarray) -> np.ndarray:
    return np.nan_to_num(np.abs(sums - 1), nan=np.inf)


def _at(place: np.ndarray) -> str:
    return f"row {place[-2] + 1}, column {place[-1] + 1}"


WEIGHTS = "These are weights, from 0 to 1"
RULES: dict[str, tuple[Callable[[Examined], Said], str]] = {
    "Every number is finite": (
        _finite,
        "Usual cause: a row with every score masked, since the softmax of -inf alone is NaN.",
    ),
    WEIGHTS: (
        _weights,
        "Usual cause: these are the scores, before the softmax; or, if the columns are not the "
        "source tokens, the context or a layer's output.",
    ),
    "Rows are target tokens, columns source tokens": (
        _target_rows,
        "Usual cause: the map is transposed.",
    ),
    "The softmax is over the source": (
        _right_axis,
        "Usual cause: softmax(dim=1) where the source is the last axis, or dim=-1 where it is not; "
        "or the map is transposed.",
    ),
    "Rows sum to 1": (
        _sums,
        "See the other rules; local attention may sum to less, and CTranslate2 leaves out the "
        "column of an end mark that it adds itself (add_source_eos).",
    ),
    "Rows are steps": (
        _steps,
        "Usual cause: the words have a start mark, or there is a row for it (the row of step t "
        "writes token t + 1 of a sequence that starts with it), or padded steps were not cut off.",
    ),
    "Columns are the source tokens": (
        _columns,
        "Usual cause: the column of the end mark was cut off, the tool cut the source (CTranslate2 "
        "at max_input_length), the words and the map are of other tokens, or this is the context: "
        "its columns are hidden units.",
    ),
    "No weight lies on padding": (
        _padding,
        "Usual cause: no mask, or one that is True where False is meant.",
    ),
    "The mask comes before the softmax": (
        _mask_first,
        "Usual cause: weights were multiplied by the mask: set the scores to -inf instead.",
    ),
    "Rows differ": (
        _rows_differ,
        "Usual cause: the scores do not depend on the decoder's state, or one step was stored for "
        "all; rows of equal weights are those of scores of 0.",
    ),
    "Weight is on more than the last token": (
        _words_have_weight,
        "Usual cause: a mask that hides all other tokens, or an encoder whose last state has "
        "everything.",
    ),
    "Dropout is off": (_no_dropout, "Usual cause: the model is in training mode: call eval()."),
    "A sentence in a batch is as it is alone": (
        _alone,
        "Usual cause: the encoder reads the padding (pack it, or mask it), or rows of other beams "
        "or sentences were taken.",
    ),
}
