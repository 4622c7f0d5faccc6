"""Attention from other Python code: arrays, and outputs of Hugging Face transformers."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np

from alignoscope.api.capture import as_array
from alignoscope.api.display import ShownTrace
from alignoscope.interchange.foreign.opening import foreign_of
from alignoscope.interchange.foreign.words import ENDS
from alignoscope.interchange.readers.given import Format, FoundMaps, System
from alignoscope.records.foreign import TOGETHER, Heads, foreign_trace

PADS = ("<pad>", "[PAD]")
FORMAT = Format("Arrays", lambda _: False, lambda _: [])
EAGER = (
    'There are no cross-attentions in it. Load the model with attn_implementation="eager" (other '
    "kinds return empty tuples), and ask for them: model(..., output_attentions=True), or "
    "model.generate(..., output_attentions=True, return_dict_in_generate=True)."
)


class Tokens(Protocol):
    """The part of a transformers tokenizer that is used here."""

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        """Return the tokens of ids."""


def from_arrays(
    weights: object,
    source: Sequence[str],
    target: Sequence[str],
    *,
    name: str = "mine",
    layer: int | None = None,
    head: int | None = None,
    together: str = "mean",
) -> ShownTrace:
    """Return the trace of weights that another program computed, to show, measure and save.

    Transposed maps are transposed back, with a warning.

    Args:
        weights: an array [tgt_len, src_len], [heads, tgt_len, src_len] or [layers, heads, tgt_len,
            src_len]. Either side may have one more entry than tokens, for the end mark.
        source: the source tokens.
        target: the target tokens.
        name: the label of the trace.
        layer: the layer to use, from 0; all by default.
        head: the head to use, from 0; all by default.
        together: how several maps are merged: "mean" or "max".

    Raises:
        ValueError: if words and numbers do not fit, or the numbers are no weights.
    """
    found = FoundMaps(where=name, number=0, source=tuple(source), target=tuple(target))
    return _shown(found, as_array(weights), name, _heads(layer, head, together))


def from_huggingface(
    output: object,
    source: Sequence[Sequence[str]] | Sequence[Sequence[int]] | np.ndarray,
    target: Sequence[Sequence[str]] | Sequence[Sequence[int]] | np.ndarray | None = None,
    *,
    tokenizer: Tokens | None = None,
    name: str = "transformers",
    layer: int | None = None,
    head: int | None = None,
    together: str = "mean",
) -> list[ShownTrace]:
    """Return one trace per sequence from the output of a transformers encoder-decoder.

    Row t of the weights is the step that writes token t.

    Args:
        output: the output of a forward pass or of `generate`, greedy or with beam search.
        source: the source tokens of each sentence of the batch, or ids [batch, src_len] with a
            `tokenizer`.
        target: the same for the targets: the labels of a forward pass. It may be left out for
            `generate` if there is a `tokenizer`.
        tokenizer: converts ids into tokens.
        name: the label of the traces.
        layer: the layer to use, from 0; all by default.
        head: the head to use, from 0; all by default.
        together: how several maps are merged: "mean" or "max".

    Raises:
        ValueError: if there is no attention in it, or words and numbers do not fit.
    """
    crosses = getattr(output, "cross_attentions", None)
    if not crosses or any(part is None or len(part) == 0 for part in crosses):
        raise ValueError(EAGER)
    sequences = getattr(output, "sequences", None)
    if isinstance(crosses[0], tuple | list):
        if sequences is None:
            raise ValueError("The output has steps and no sequences: pass what generate returned.")
        maps = _gathered(crosses, as_array(sequences), getattr(output, "beam_indices", None))
        written = as_array(sequences)[:, 1:] if target is None else target
    else:
        maps = list(np.stack([as_array(part) for part in crosses]).swapaxes(0, 1))
        if target is None:
            raise ValueError("A forward pass needs the target: the tokens or ids of its labels.")
        written = target
    sources, targets = _words(source, tokenizer), _words(written, tokenizer)
    each = len(maps) // len(sources) if sources else 0
    if len(targets) != len(maps) or not each or len(maps) % len(sources):
        raise ValueError(
            f"{len(maps)} maps for {len(sources)} sources and {len(targets)} targets: give the "
            "tokens of every sentence of the batch, as a list of lists."
        )
    heads, shown = _heads(layer, head, together), []
    for i, numbers in enumerate(maps):
        words = (_unpadded(sources[i // each]), _unpadded(targets[i]))
        rows = numbers[..., : len(words[1]), : len(words[0])]
        label = name if len(maps) == 1 else f"{name}, no. {i + 1}"
        found = FoundMaps(where=label, number=0, source=words[0], target=words[1])
        shown.append(_shown(found, rows, label, heads))
    return shown


def _gathered(crosses: Sequence, sequences: np.ndarray, beams: object) -> list[np.ndarray]:
    """Return the weights [layers, heads, steps, src_len] of each sequence from `generate`.

    Row t of a sequence is the row of its beam at step t: beam_indices[sequence, t].
    """
    steps = [np.stack([as_array(layer)[:, :, -1] for layer in step]) for step in crosses]
    indices = (
        np.tile(np.arange(len(sequences))[:, None], len(steps))
        if beams is None
        else as_array(beams).astype(int)
    )
    found = []
    for row in indices:
        kept = row[row >= 0][: len(steps)]
        found.append(np.stack([steps[t][:, beam] for t, beam in enumerate(kept)], axis=2))
    return found


def _words(given: object, tokenizer: Tokens | None) -> list[tuple[str, ...]]:
    """Return the tokens of each sentence of a batch, given as tokens or as ids."""
    rows = as_array(given).tolist() if hasattr(given, "shape") else list(cast(Sequence, given))
    if rows and isinstance(rows[0], str):
        rows = [rows]
    words = []
    for row in rows:
        row = as_array(row).tolist() if hasattr(row, "shape") else list(row)
        if row and not isinstance(row[0], str):
            if tokenizer is None:
                raise ValueError("These are ids: give the tokenizer as well.")
            row = tokenizer.convert_ids_to_tokens([int(one) for one in row if int(one) >= 0])
        words.append(tuple(row))
    return words


def _unpadded(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tokens without trailing padding; some models pad with end marks."""
    kept = list(words)
    while len(kept) > 1 and (kept[-1] in PADS or {kept[-1], kept[-2]} <= {*ENDS}):
        kept.pop()
    return tuple(kept)


def _heads(layer: int | None, head: int | None, together: str) -> Heads:
    if together not in TOGETHER:
        raise ValueError(f"together is {together!r}: expected one of {', '.join(TOGETHER)}.")
    return Heads(layer=layer, head=head, together=together)


def _shown(found: FoundMaps, numbers: np.ndarray, name: str, heads: Heads) -> ShownTrace:
    if not 2 <= numbers.ndim <= 4:
        raise ValueError(
            f"{name}: the weights have {numbers.ndim} axes, {numbers.shape}: expected [target, "
            "source], or heads, or layers and heads before them, of one sentence."
        )
    maps = numbers.astype(np.float32).reshape(*(1,) * (4 - numbers.ndim), *numbers.shape)
    system = System(found=[FoundMaps(**(vars(found) | {"numbers": maps}))])
    file = foreign_of(name, FORMAT, system)
    for note in file.notes:
        if "turned" in note:
            warnings.warn(note, stacklevel=3)
    for given, count, what in (
        (heads.layer, maps.shape[0], "layer"),
        (heads.head, maps.shape[1], "head"),
    ):
        if given is not None and not 0 <= given < count:
            raise ValueError(f"{what} is {given}: there are {count}, from 0.")
    return ShownTrace.of(foreign_trace(file, file.sentences[0], heads))
