"""Which entries of a map's axis belong to which tokens: marks without numbers, and padding.

The row of a token is the step that wrote it, so a start mark has none. No column with weight is
cut off; rows are only those of named padding, and those after the target in arrays of a batch.
"""

import re
from typing import NamedTuple

import numpy as np

from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import RawSentence
from alignoscope.records.sentence import END, ENDS, PADS, STARTS, real_tokens

Tokens = tuple[str, ...]
# A language code or another token of a prompt, such as fr_XX, fra_Latn, __fr__, >>fra<<, <|fr|>.
_CODE = re.compile(r"[a-z]{2,3}_[A-Z][A-Za-z]{1,3}|__\w+__|>>\S+<<|<\|\w+\|>|<2\w+>")
TINY = 1e-6  # Numbers up to this are no weights: some masks leave numbers slightly above 0.
_FIRST = STARTS | ENDS | PADS  # Some models start from the last two.
_NOT_KNOWN = (
    "which has a row. Not known: whether a step wrote it, as in BART, or the decoder read it. Then "
    "each row belongs to the next token: give the tokens that it wrote"
)
_READ = (
    "start mark of the target left out and an end mark added: the tokens were taken for those that "
    "the decoder read, and each row belongs to the token that its step wrote"
)


_OFTEN = 4  # How many times as many rows as words make it doubtful that these are the words.


class Axis(NamedTuple):
    """The tokens of an axis, the entries that belong to them, and remarks."""

    tokens: Tokens
    entries: slice
    remarks: tuple[Remark, ...] = ()


def plain_axes(one: RawSentence, source_rows: bool) -> tuple[Axis, Axis] | None:
    """Return the axes of a map with one row and one column for each word, as most have, or None.

    No word is padding or a mark at the start, and each has some weight, so there is nothing to cut,
    to add or to remark: `fit_columns` and `fit_rows` return the same, but take longer.

    Args:
        one: a sentence with its words.
        source_rows: whether source tokens are rows.
    """
    source, target = one.words
    numbers = one.target_rows(source_rows)
    if numbers.shape != (1, 1, len(target), len(source)) or not numbers.size:
        return None
    for tokens in (source, target):
        if tokens[0] in _FIRST or tokens[-1] in PADS or not ENDS.isdisjoint(tokens[-2:-1]):
            return None
    # If each sum is above this, one of its numbers is above `TINY`.
    if not (one.sums and one.sums.least > TINY * max(numbers.shape)):
        used = np.abs(numbers[0, 0]) > TINY
        if not (used.any(axis=0).all() and used.any(axis=1).all()):
            return None
    return Axis(source, slice(len(source))), Axis(target, slice(len(target)))


def fit_columns(tokens: Tokens, used: np.ndarray, form: Format) -> Axis | None:
    """Return the source tokens that the columns belong to, or None if they do not fit.

    Args:
        tokens: the source tokens, with or without padding.
        used: whether each column holds weight [columns].
        form: the format of the file.
    """
    real, start, end = _marks(tokens)
    n, size, last = len(real), len(used), _last(used)
    marked = form.ends and not end and size == n + 1  # The tool's last column is of its end mark.
    if not marked and (before := _padding_before(used, n)):
        fit = fit_columns(tokens, used[before:], form)
        return fit and _after(before, fit, "source")
    cut = (Remark("padding of the source cut off", form.padded or form.ends),)
    if n < last <= len(tokens) <= size:  # Named padding holds weight.
        return Axis(tokens, slice(len(tokens)), cut * (size > len(tokens)))
    if n and last <= n <= size:
        doubt = (
            Remark(f"the first column was taken for {real[0]!r} of the source, not for a word"),
        )
        shifted = form.ends and start and not end and last == n  # Or the last is of an end mark.
        # A softmax leaves no token without any weight.
        alone = (Remark(f"no weight is on {real[0]!r}, the first source token", key="first"),)
        empty = not start and n > 1 and not used[0] and used[1:n].all()
        return Axis(
            real, slice(n), doubt * shifted + alone * bool(empty) + cut * (size > len(tokens))
        )
    if last == n + 1 and not end:
        added = Remark("end mark added to the source", form.ends)
        return Axis((*real, END), slice(last), (added, *cut * (size > last)))
    if end and not start and _leading(real):
        return None  # The column of the end mark is missing, or that of a language code.
    return _without_marks(real, "source") if 0 < n - size == start + end else None


def fit_rows(tokens: Tokens, used: np.ndarray, form: Format, source: Axis) -> Axis | None:
    """Return the target tokens that the rows belong to, or None if they do not fit.

    Args:
        tokens: the target tokens, with or without padding.
        used: whether each row holds weight [rows].
        form: the format of the file.
        source: the source axis, which shows whether the model has end marks.
    """
    real, start, end = _marks(tokens)
    n, size, last = len(real), len(used), _last(used)
    if form.steps:
        return Axis(real, slice(n)) if size in (n, len(tokens)) else None
    if before := _padding_before(used, n):
        fit = fit_rows(tokens, used[before:], form, source)
        return fit and _after(before, fit, "target")
    if start and size > 1 and last and not used[0]:
        fit = fit_rows(tokens[1:], used[1:], form, source)
        empty = Remark("start mark of the target left out: its row is empty")
        return fit and _moved(1, fit._replace(remarks=(empty, *fit.remarks)))
    cut = (Remark("padding of the target cut off", form.padded or form.ends),)
    ended = any(token in ENDS for token in source.tokens[-1:])
    padding = form.padded and not ended and any("padding" in one.text for one in source.remarks)
    for most in (size - len(tokens) + n, size, last):  # Named padding may have rows.
        count = min(most, last) if start else most
        fit = _fit_count(real, count, form)
        if fit and not (count > n and (padding or count > last)):
            return fit._replace(remarks=(*fit.remarks, *cut * (count == last < size)))
    if last <= n <= size and not start:
        return Axis(real, slice(n), cut)
    if form.padded and size > n:
        words = (*real[start:], *(END,) * (ended and not end))
        if last > _OFTEN * len(words):  # Decoders go on for a while after the end mark.
            said = (
                f"{len(words)} of {last} rows with weight kept: are these the words of the target?"
            )
            cut = (Remark(said, key="rows cut"),)
        cut = (cut[0]._replace(weak=last > len(words)),)
        return Axis(words, slice(len(words)), cut)
    return None


def _fit_count(tokens: Tokens, count: int, form: Format) -> Axis | None:
    """Return the target tokens that the first `count` rows belong to, or None."""
    _, start, end = _marks(tokens)
    n, rows = len(tokens), slice(count)
    if count == n and not start:
        return Axis(tokens, rows)
    if count == n and end:
        return Axis(tokens, rows, (Remark(f"the target starts with {tokens[0]!r}, {_NOT_KNOWN}"),))
    if count == n:
        return Axis((*tokens[1:], END), rows, (Remark(_READ),))
    if count == n + 1 and not start and not end:
        return Axis((*tokens, END), rows, (Remark("end mark added to the target", form.ends),))
    missing = n - count
    if 0 < missing <= _leading(tokens):  # No step wrote what the decoder began with.
        which = "start mark" if missing == 1 else f"first {missing} marks"
        left = Remark(f"{which} of the target left out: no step wrote {tokens[missing - 1]!r}")
        return Axis(tokens[missing:], rows, (left,))
    return _without_marks(tokens, "target") if 0 < missing == start + end else None


def _leading(tokens: Tokens) -> int:
    """Return the number of start marks and language codes before the first word."""
    marks = _FIRST
    return next(
        (i for i, one in enumerate(tokens) if one not in marks and not _CODE.fullmatch(one)), 0
    )


def _without_marks(tokens: Tokens, side: str) -> Axis:
    _, start, end = _marks(tokens)
    kept = tokens[start : len(tokens) - end]
    which = "start and end mark" if start and end else "start mark" if start else "end mark"
    done = (
        f"{which} of the {side} left out: {'they have' if start and end else 'it has'} no numbers"
    )
    return Axis(kept, slice(len(kept)), (Remark(done),))


def _padding_before(used: np.ndarray, count: int) -> int:
    """Return how many entries before those of `count` tokens are padding, as of a batch.

    They are empty, the others are as many as the tokens, and the last token has weight.
    """
    before = len(used) - count
    return before if before > 0 and used[-1] and not used[:before].any() else 0


def _after(before: int, fit: Axis, side: str) -> Axis:
    entries = f"{before} empty {'entry' if before == 1 else 'entries'}"
    cut = Remark(f"{entries} cut off before the {side}, as padding", key=f"before {side}")
    return _moved(before, fit._replace(remarks=(cut, *fit.remarks)))


def _moved(by: int, fit: Axis) -> Axis:
    first, last = fit.entries.start or 0, fit.entries.stop
    return fit._replace(entries=slice(first + by, last + by))


def _marks(tokens: Tokens) -> tuple[Tokens, bool, bool]:
    """Return tokens without padding, and whether they begin and end with a mark."""
    real = real_tokens(tokens)
    several = len(real) > 1
    start = several and real[0] in _FIRST
    return real, start, any(token in ENDS for token in real[-1:])


def _last(used: np.ndarray) -> int:
    """Return the number of entries up to the last one that holds weight."""
    return int(np.flatnonzero(used).max(initial=-1)) + 1
