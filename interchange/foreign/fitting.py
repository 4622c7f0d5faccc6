"""Fitting of maps to words: which entries belong to which tokens, and what is odd about them.

`axes` has the rules for one axis.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from alignoscope.analysis.doctor.rules import unread_tokens
from alignoscope.interchange.foreign.axes import TINY, Axis, fit_columns, fit_rows, plain_axes
from alignoscope.interchange.foreign.remarks import Remark
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.sentence import END, ENDS, PADS

END_ADDED = Remark(
    "The model adds </s> to the source itself (add_source_eos), and CTranslate2 leaves out its "
    "column. Here it has what each row lacks of 1: also the weight on <s>, if the model adds that "
    "as well (add_source_bos).",
    expected=True,
)
TOKENS = "Give the tokens that the model read and wrote, pieces and marks included."


def map_sizes(one: RawSentence, source_rows: bool, *, filled: bool) -> tuple[int, int]:
    """Return the number of source and of target places of a map.

    With `filled`, empty places after the last one that holds weight do not count.
    """
    numbers = one.target_rows(source_rows)
    if not filled:
        return numbers.shape[-1], numbers.shape[-2]
    used = (numbers != 0).any(axis=(0, 1))
    source, target = (np.flatnonzero(used.any(axis=axis)).max(initial=0) for axis in (0, 1))
    return int(source) + 1, int(target) + 1


def fit_axes(one: RawSentence, source_rows: bool, form: Format) -> tuple[Axis, Axis] | None:
    """Return the source and the target axis of a map, or None if its words do not fit."""
    if plain := plain_axes(one, source_rows):
        return plain
    source, target = one.words
    numbers = one.target_rows(source_rows)
    used = ~(np.abs(numbers) <= TINY).all(axis=(0, 1))  # NaN counts as used.
    columns = fit_columns(source, used.any(axis=0), form)
    rows = columns and fit_rows(target, used.any(axis=1), form, columns)
    return (columns, rows) if columns and rows else None


def fit_map(one: RawSentence, source_rows: bool, form: Format) -> tuple[np.ndarray, Axis, Axis]:
    """Return the maps [layers, heads, target, source] of a sentence, its source and target axes.

    Raises:
        ValueError: if its words do not fit, or its maps are of several sentences.
    """
    axes = fit_axes(one, source_rows, form)
    if axes is None:
        raise ValueError(misfit(one, source_rows, form))
    columns, rows = axes
    numbers = one.target_rows(source_rows)[..., rows.entries, columns.entries]
    _refuse_batch(one, numbers)
    odd = _on_padding(numbers, columns.tokens)
    if not (one.sums and one.sums.least > 0):
        odd += _unread(numbers, columns.tokens)
    return numbers, columns._replace(remarks=(*columns.remarks, *odd)), rows


def with_end_column(system: System) -> tuple[System, list[Remark]]:
    """Return a system whose source has an end mark, with the weight that each row lacks of 1.

    Sentences whose words have an end mark, or do not fit, are not changed; a remark says that some
    were.
    """
    sentences = list(map(_with_end_column, system.sentences))
    changed = any(new is not old for new, old in zip(sentences, system.sentences, strict=True))
    return replace(system, sentences=sentences), [END_ADDED] * changed


def _with_end_column(one: RawSentence) -> RawSentence:
    source, _ = one.words
    assert one.numbers is not None
    if not one.numbers.shape[-1] == len(source) > 0 or source[-1] in ENDS:
        return one
    rest = np.maximum(1 - one.numbers.sum(axis=-1, keepdims=True), 0)
    numbers = np.concatenate([one.numbers, rest], axis=-1)
    return replace(one, source=(*source, END), numbers=numbers)


def fit_self_attention(
    one: RawSentence, source_rows: bool
) -> tuple[np.ndarray, tuple[str, ...], list[Remark]]:
    """Return the self-attention [layers, heads, tokens, tokens] of a sentence without padding.

    Return its tokens and remarks as well.

    Raises:
        ValueError: if there is not one row and one column per token.
    """
    tokens, _ = one.words
    numbers = one.target_rows(source_rows)
    rows, columns = numbers.shape[-2:]
    if not rows == columns == len(tokens):
        raise ValueError(
            f"{one.where}: a map of {rows} x {columns} for {len(tokens)} tokens: self-attention "
            "has one row and one column for each token."
        )
    transposed = Remark("only columns sum to 1: the map was transposed")
    real = [i for i, token in enumerate(tokens) if token not in PADS]
    kept = slice(real[0], real[-1] + 1) if real else slice(None)
    if numbers[..., kept, kept].sum() + TINY < numbers[..., kept, :].sum():
        kept = slice(None)  # Padding with weight stays.
    numbers, tokens = numbers[..., kept, kept], tokens[kept]
    _refuse_batch(one, numbers)
    remarks = [transposed] * source_rows + _on_padding(numbers, tokens)
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


def _on_padding(numbers: np.ndarray, tokens: Sequence[str]) -> list[Remark]:
    """Return a remark on the largest weight of a row on padding, if there is any."""
    if PADS.isdisjoint(tokens):
        return []
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


def misfit(one: RawSentence, source_rows: bool, form: Format) -> str:
    """Return the message that a map has no entry for each of its words."""
    assert one.numbers is not None
    source, target = one.words
    rows, columns = one.numbers.shape[-2:]
    return (
        f"{one.where}: a map of {rows} x {columns} for {len(target)} target and {len(source)} "
        "source tokens: a side may have one number more, for an end mark. "
        f"{_weight_behind(one, source_rows) or form.hint or TOKENS}"
    ).strip()


def _weight_behind(one: RawSentence, source_rows: bool) -> str:
    """Return what to do about weight after the source tokens and an end mark, or ""."""
    numbers, count = one.target_rows(source_rows), len(one.words[0])
    most = numbers[..., count:].sum(axis=-1).max(initial=0)
    if numbers.shape[-1] <= count + 1 or not most > TINY:
        return ""
    return (
        f"Up to {most:.2g} of a row is after the last source token. If that is padding, mask it, "
        'or list it as "<pad>" among the source tokens; if the words were joined from pieces, give '
        "the pieces. "
    )
