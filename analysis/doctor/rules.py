"""The rules for maps of weights: one function per rule, with the usual cause of a violation."""

from collections.abc import Callable, Sequence

import numpy as np

from alignoscope.analysis.doctor.findings import Examined
from alignoscope.records.sentence import ENDS, real_tokens

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
    if direct or not (_fits(columns, one.target) and rows >= least):
        return ""
    words = f"{len(one.target)} target and {len(one.source)} source tokens"
    return f"{rows} rows and {columns} columns for {words}"


def _right_axis(one: Examined) -> Said:
    numbers = _turned(one)
    sums = numbers.sum(axis=-2)
    # Columns of masked padding sum to 0 and are left out.
    rows, columns = _off(numbers.sum(axis=-1)), _off(sums[sums != 0])
    if (rows < NEAR).mean() < 0.5 and columns.size and (columns < NEAR).mean() > 0.9:
        return f"columns sum to 1, rows by {rows.max():.2g} not"
    return ""


def _sums(one: Examined) -> Said:
    sums = _turned(one).sum(axis=-1)
    wrong = np.argwhere(~(np.abs(sums - 1) < NEAR))
    if not len(wrong):
        return ""
    return f"row {wrong[0][-1] + 1} sums to {sums[tuple(wrong[0])]:.4g}, {len(wrong):,} rows do not"


def _steps(one: Examined) -> Said:
    if one.target is None:
        return None
    rows, count = _turned(one).shape[-2], len(one.target)
    if _fits(rows, one.target):
        return ""
    return f"{rows} rows for {count} target tokens" + _with_end(one.target)


def _end_mark(one: Examined) -> Said:
    if one.source is None:
        return None
    columns, real = _turned(one).shape[-1], real_tokens(one.source)
    if columns >= len(real):
        return ""
    return f"{columns} columns for {len(real)} source tokens" + _with_end(real)


def _padding(one: Examined) -> Said:
    padding = _padded(one)
    if padding is None or not padding.size:
        return None
    weight = padding.sum(axis=-1)
    wrong = np.argwhere(weight > TINY)
    return f"{weight[tuple(wrong[0])]:.4g} of row {wrong[0][-1] + 1}" if len(wrong) else ""


def _mask_first(one: Examined) -> Said:
    padding = _padded(one)
    if padding is None or not padding.size or padding.any():
        return None
    sums = _turned(one).sum(axis=-1)
    wrong = np.argwhere(sums < 1 - NEAR)
    if len(wrong) and sums.max() < 1 + NEAR:
        return f"row {wrong[0][-1] + 1} sums to {sums[tuple(wrong[0])]:.4g}, and its padding is 0"
    return ""


def _no_dropout(one: Examined) -> Said:
    if one.again is not None:
        if one.again.shape != one.numbers.shape:
            return f"a second run has the shape {one.again.shape}, not {one.numbers.shape}"
        moved = float(np.nanmax(np.abs(one.again - one.numbers)))
        return f"a second run differs by {moved:.2g}" if moved > SAME else ""
    if _right_axis(one):
        return None  # rows have no fixed sum if the softmax was over the wrong axis
    numbers = _turned(one)
    sums = numbers.sum(axis=-1)
    both = sums.max() > 1 + NEAR and sums.min() < 1 - NEAR and (numbers == 0).any()
    scattered = numbers.min(initial=0) >= 0 and sums.max() < 4
    return (
        f"rows sum to {sums.min():.2g} to {sums.max():.2g}, and single weights are 0"
        if both and scattered
        else ""
    )


def _alone(one: Examined) -> Said:
    if one.alone is None:
        return None
    rows, columns = one.alone.shape[-2:]
    within = one.numbers[..., :rows, :columns]
    if within.shape != one.alone.shape:
        return f"alone it has the shape {one.alone.shape}"
    moved = np.abs(within - one.alone)
    place = np.unravel_index(int(np.nanargmax(moved)), moved.shape)
    return f"{_at(np.array(place))} differs by {moved[place]:.2g}" if moved[place] > SAME else ""


def _turned(one: Examined) -> np.ndarray:
    return one.numbers.swapaxes(-1, -2) if _target_rows(one) else one.numbers


def _padded(one: Examined) -> np.ndarray | None:
    """Return the columns of padding, [layers, heads, rows, any]; None if the source is unknown."""
    if one.source is None:
        return None
    real = real_tokens(one.source)
    # If no padding token is listed, the first further column may belong to an unlisted end mark.
    unnamed = len(real) == len(one.source) and not (real and real[-1] in ENDS)
    return _turned(one)[..., len(real) + unnamed :]


def _fits(size: int, words: Sequence[str]) -> bool:
    """Return whether an axis has the size of these words, or one more for an unlisted end mark."""
    real = real_tokens(words)
    return size in (len(words), len(real)) or (size == len(real) + 1 and real[-1] not in ENDS)


def _with_end(words: Sequence[str]) -> str:
    ended = words and words[-1] in ENDS
    return ", the end mark among them" if ended else ", no end mark among them"


def _off(sums: np.ndarray) -> np.ndarray:
    return np.nan_to_num(np.abs(sums - 1), nan=np.inf)


def _at(place: np.ndarray) -> str:
    return f"row {place[-2] + 1}, column {place[-1] + 1}"


RULES: dict[str, tuple[Callable[[Examined], Said], str]] = {
    "Every number is finite": (
        _finite,
        "Usual cause: a row with every score masked, since the softmax of -inf alone is NaN.",
    ),
    "These are weights, from 0 to 1": (
        _weights,
        "Usual cause: these are the scores, before the softmax.",
    ),
    "Rows are target tokens, columns source tokens": (
        _target_rows,
        "Usual cause: the map is transposed.",
    ),
    "The softmax is over the source": (
        _right_axis,
        "Usual cause: softmax(dim=1) where the source is the last axis; or the map is transposed.",
    ),
    "Rows sum to 1": (_sums, "See the other rules; local attention may sum to less."),
    "Rows are steps": (
        _steps,
        "Usual cause: a row for the start mark (the row of step t writes token t + 1 of a sequence "
        "that starts with it), or padded steps that were not cut off.",
    ),
    "The end mark of the source has its column": (
        _end_mark,
        "Usual cause: the column was cut off, or the words and the map are of other tokens.",
    ),
    "No weight lies on padding": (
        _padding,
        "Usual cause: no mask, or one that is True where False is meant.",
    ),
    "The mask comes before the softmax": (
        _mask_first,
        "Usual cause: weights were multiplied by the mask: set the scores to -inf instead.",
    ),
    "Dropout is off": (_no_dropout, "Usual cause: the model is in training mode: call eval()."),
    "A sentence in a batch is as it is alone": (
        _alone,
        "Usual cause: the encoder reads the padding (pack it, or mask it), or rows of other beams "
        "or sentences were taken.",
    ),
}
