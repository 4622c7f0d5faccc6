"""Attention from elsewhere: files, arrays, and outputs of Hugging Face transformers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, cast

import numpy as np

from alignoscope.api.capture import as_array, as_tokens
from alignoscope.api.display import ShownTrace
from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.foreign.opening import foreign_of
from alignoscope.interchange.readers.arrays import without_single_axes
from alignoscope.interchange.readers.format import Format
from alignoscope.interchange.readers.named_bytes import read_paths
from alignoscope.interchange.readers.systems import RawSentence, System
from alignoscope.records.foreign import TOGETHER, Heads, foreign_trace
from alignoscope.records.sentence import PAD, STARTS
from alignoscope.records.trace import SELF

FORMAT = Format("Arrays", lambda _: False, lambda _: [], writers=(), ends=False)
EAGER = (
    'There is no attention in it. Load the model with attn_implementation="eager" (other '
    "kinds return empty tuples), and ask for them: model(..., output_attentions=True), or "
    "model.generate(..., output_attentions=True, return_dict_in_generate=True)."
)


class TokenConverter(Protocol):
    """The part of a transformers tokenizer that is used here."""

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        """Return the tokens of ids."""


def read(
    *paths: str | Path, layer: int | None = None, head: int | None = None, together: str = "mean"
) -> list[ShownTrace]:
    """Return the traces of saved trace files, and of files of other tools with their texts.

    All files of a call belong together, as in `alignoscope open`. Whatever is turned, left out,
    added or cut is warned of.

    Args:
        paths: the files.
        layer: the layer to use of maps of several layers, from 0; all by default.
        head: the head to use of maps of several heads, from 0; all by default.
        together: how several maps are merged: "mean" or "max".

    Raises:
        ValueError: if there is no file, one cannot be read, or there is no such layer or head.
    """
    if not paths:
        raise ValueError("There is nothing to read: give at least one file.")
    heads = _heads(layer, head, together)
    opened = open_files(read_paths(paths))
    for note in dict.fromkeys(note for file in opened.files for note in file.changes):
        warnings.warn(note, stacklevel=2)
    sizes = [file.heads for file in opened.files] or [(0, 0)]  # Saved traces have no heads.
    _check_there(heads, min(layers for layers, _ in sizes), min(count for _, count in sizes))
    foreign = [foreign_trace(file, one, heads) for file in opened.files for one in file.sentences]
    return [ShownTrace.of(trace) for trace in (*opened.traces, *foreign)]


def from_arrays(
    weights: object,
    source: Iterable[str],
    target: Iterable[str] | None = None,
    *,
    name: str = "mine",
    layer: int | None = None,
    head: int | None = None,
    together: str | None = None,
) -> ShownTrace:
    """Return the trace of weights that another program computed, to show, measure and save.

    Whatever is turned, left out, added or cut is warned of.

    Args:
        weights: an array [tgt_len, src_len], [heads, tgt_len, src_len] or [layers, heads, tgt_len,
            src_len] of one sentence, or a list with the row of each step. Either side may have one
            more entry than tokens, for the end mark.
        source: the source tokens.
        target: the target tokens; without them, the weights are the self-attention of the source,
            with one row and one column for each token.
        name: the label of the trace.
        layer: the layer to use, from 0; all by default.
        head: the head to use, from 0; all by default.
        together: how several maps are merged: "mean" or "max"; by default their mean, with a
            warning that they are taken for layers or heads.

    Raises:
        ValueError: if words and numbers do not fit, or the numbers are no weights, or of several
            sentences.
    """
    _check_name(name)
    self_attention = target is None
    source = _tokens("source", source)
    target = source if target is None else _tokens("target", target)
    found = RawSentence(where=name, number=0, source=source, target=target)
    if not self_attention and source == target and {*source[:1]} & {*STARTS}:
        raise ValueError(
            f"Source and target are the same tokens and begin with {source[0]!r}. For "
            "self-attention, leave the target out; else leave out the mark, which no step wrote."
        )
    numbers = without_single_axes(as_array(_as_rows(weights, len(target))), len(target))
    count = numbers.shape[0] if numbers.ndim in (3, 4) else 1
    if numbers.ndim == 3 and layer is not None:
        raise ValueError(f"layer is {layer}, but the first axis is heads: give head=.")
    kind, chosen = ("head", head) if numbers.ndim == 3 else ("layer", layer)
    if together is None and chosen is None and count > 1:
        warnings.warn(
            f"The first axis is taken for {count} {kind}s of one sentence, whose mean is shown. "
            f"Choose one with {kind}=0, or set together; if it is a batch, give weights[i].",
            stacklevel=2,
        )
    heads = _heads(layer, head, together or "mean")
    return _shown(found, numbers, name, heads, FORMAT, SELF if self_attention else "weights")


def from_huggingface(
    output: object,
    source: Sequence[Sequence[str]] | Sequence[Sequence[int]] | np.ndarray | None,
    target: Sequence[Sequence[str]] | Sequence[Sequence[int]] | np.ndarray | None = None,
    *,
    tokenizer: TokenConverter | None = None,
    name: str = "transformers",
    layer: int | None = None,
    head: int | None = None,
    together: str = "mean",
) -> list[ShownTrace]:
    """Return one trace per sequence from the output of a model of transformers.

    Row t of an encoder-decoder's weights is the step that writes token t. A model of one sequence
    (decoder-only, or an encoder) has self-attention, whose row t is the token t that attends.
    Whatever is left out, added or cut is warned of, and so is weight on padding.

    Args:
        output: the output of a forward pass or of `generate`, greedy or with beam search.
        source: the source tokens of each sentence of the batch, or ids [batch, src_len] with a
            `tokenizer`, or the batch with `input_ids` itself. None: the source has no tokens but
            frames, such as those of audio, which are named by their numbers.
        target: the same for the targets: the labels of a forward pass. It may be left out for
            `generate` if there is a `tokenizer`. A model of one sequence has none.
        tokenizer: converts ids into tokens.
        name: the label of the traces.
        layer: the layer to use, from 0; all by default.
        head: the head to use, from 0; all by default.
        together: how several maps are merged: "mean" or "max".

    Raises:
        ValueError: if there is no attention in it, or words and numbers do not fit.
    """
    _check_name(name)
    self_attention = not (crosses := getattr(output, "cross_attentions", None))
    attentions = getattr(output, "attentions", None) if self_attention else crosses
    if self_attention and hasattr(output, "global_attentions"):
        raise ValueError(
            "The columns of this attention are places in a window around each token, as those of "
            "Longformer are, and no tokens: it is no map."
        )
    sequences, form = getattr(output, "sequences", None), FORMAT
    generated = isinstance((attentions or [None])[0], tuple | list)
    steps, layer = _with_attention((generated and attentions) or [attentions], layer)
    attentions = steps if generated else steps[0]
    if generated:
        if sequences is None:
            raise ValueError("The output has steps and no sequences: pass what generate returned.")
        maps = _gathered(attentions, as_array(sequences), getattr(output, "beam_indices", None))
        if target is None:
            target = as_array(sequences)[:, 0 if self_attention else 1 :]
            form = FORMAT._replace(steps=True)
    else:
        maps = list(as_array(attentions).swapaxes(0, 1))
        if target is None and not self_attention:
            raise ValueError("A forward pass needs the target: the tokens or ids of its labels.")
    given = source if target is None else target
    if given is None:
        raise ValueError("A model of one sequence needs its source: the tokens or ids.")
    targets = _words(given, tokenizer)
    if self_attention:  # The last token that was generated attended to nothing.
        targets = [words[: one.shape[-2]] for words, one in zip(targets, maps, strict=False)]
        sources = targets
    elif source is None:
        sources = [tuple(map(str, range(1, one.shape[-1] + 1))) for one in maps]
    else:
        sources = _words(source, tokenizer)
    each = len(maps) // len(sources) if sources else 0
    several = each > 1 and not generated  # Only `generate` returns several of one source.
    if len(targets) != len(maps) or not each or len(maps) % len(sources) or several:
        raise ValueError(
            f"{len(maps)} maps for {len(sources)} sources and {len(targets)} targets: give the "
            "tokens of every sentence of the batch, as a list of lists."
        )
    heads, shown = _heads(layer, head, together), []
    for i, numbers in enumerate(maps):
        label = name if len(maps) == 1 else f"{name}, no. {i + 1}"
        found = RawSentence(where=label, number=0, source=sources[i // each], target=targets[i])
        shown.append(
            _shown(found, numbers, label, heads, form, SELF if self_attention else "weights")
        )
    return shown


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise ValueError(f"name is {name!r}: expected a text.")


def _as_rows(weights: object, tgt_len: int) -> object:
    """Return one row for each step of a list with arrays [..., 1, src_len], else the weights.

    A decoder that keeps its weights keeps [batch, 1, src_len] at each step. For a single target
    token, such a list may be of layers.
    """
    if not isinstance(weights, list | tuple) or len(weights) not in (tgt_len, tgt_len + 1):
        return weights
    parts = [as_array(part) for part in weights]
    steps = tgt_len > 1 and all(part.ndim and part.size == part.shape[-1] for part in parts)
    return [part.reshape(-1) for part in parts] if steps else weights


def _tokens(side: str, given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise ValueError(f"The {side} is one text: give its tokens, such as {side}.split().")
    if (tokens := as_tokens(given)) is None:
        raise ValueError(
            f"The {side} is no list of tokens, each a text. Of ids, give the tokens; of a "
            "batch, one sentence: from_arrays(weights[i], source[i], target[i])."
        )
    return tuple(tokens)


def _with_attention(
    steps: Sequence[Sequence | None], layer: int | None
) -> tuple[list[list], int | None]:
    """Return the layers of each step that have attention, and the place of `layer` among them.

    In a hybrid model, some layers have no attention: the output has None for them. A warning names
    these layers.

    Raises:
        ValueError: if no layer has attention, or that layer has none.
    """
    layers = steps[0] or ()
    first = [i for i, part in enumerate(layers) if part is not None and len(part)]
    if not first or not all(steps):
        raise ValueError(EAGER)
    if without := [str(i) for i in range(len(layers)) if i not in first]:
        many = len(without) > 1
        said = f"Layer{'s' * many} {', '.join(without)} {'have' if many else 'has'} no attention"
        if layer is not None and str(layer) in without:
            raise ValueError(f"{said}: choose one of {', '.join(map(str, first))}.")
        if layer is None:
            warnings.warn(f"{said} and {'are' if many else 'is'} left out.", stacklevel=3)
        layer = first.index(layer) if layer in first else layer
    return [[step[i] for i in first] for step in steps if step], layer


def _gathered(attentions: Sequence, sequences: np.ndarray, beams: object) -> list[np.ndarray]:
    """Return the weights [layers, heads, steps, src_len] of each sequence from `generate`.

    Row t of a sequence is the row of its beam at step t: beam_indices[sequence, t]. The first step
    has a row for each token of a forced beginning (`decoder_input_ids`) or of the prompt of a model
    of one sequence, and all of them are used. Each step of the latter has one more column.
    """
    first, *others = map(as_array, attentions)  # [layers, beams, heads, rows, src_len]
    steps = [first, *(step[:, :, :, -1:] for step in others)]
    if beams is None and first.shape[1] != len(sequences):
        raise ValueError(
            f"The output has {first.shape[1]} rows per step for {len(sequences)} sequences and no "
            "beam_indices, so the rows of a sequence are not known. Call generate with "
            "output_scores=True."
        )
    indices = (
        np.tile(np.arange(len(sequences))[:, None], len(steps))
        if beams is None
        else as_array(beams).astype(int)
    )
    found = []
    for row in indices:
        kept = row[row >= 0][: len(steps)]
        parts = [steps[t][:, beam] for t, beam in enumerate(kept)]
        missing = [parts[-1].shape[-1] - part.shape[-1] for part in parts]
        padded = [
            np.pad(part, [*[(0, 0)] * 3, (0, most)])
            for part, most in zip(parts, missing, strict=True)
        ]
        found.append(np.concatenate(padded, axis=2))
    return found


def _words(given: object, tokenizer: TokenConverter | None) -> list[tuple[str, ...]]:
    """Return the tokens of each sentence of a batch, given as tokens, as ids, or as the batch."""
    if isinstance(given, Mapping):
        if "input_ids" not in given:
            raise ValueError(f"A batch without input_ids: it has {', '.join(map(str, given))}.")
        given = given["input_ids"]
    rows = given if isinstance(given, str) else _listed(given)
    if isinstance(rows, str) or any(isinstance(row, str) and " " in row.strip() for row in rows):
        raise ValueError("This is a text: give its tokens, or the ids that the model read.")
    if rows and not isinstance(rows[0], list):
        rows = [rows]
    words = []
    for row in rows:
        if row and not isinstance(row[0], str):
            if tokenizer is None:
                raise ValueError("These are ids: give the tokenizer as well.")
            ids = [int(one) for one in row]  # Labels have -100 for padding.
            known = iter(tokenizer.convert_ids_to_tokens([one for one in ids if one >= 0]))
            row = [next(known) if one >= 0 else PAD for one in ids]
        words.append(tuple(row))
    return words


def _listed(given: object) -> list:
    """Return an array, or nested sequences of numbers or words, as lists."""
    if hasattr(given, "shape"):
        return as_array(given).tolist()
    return [
        one if isinstance(one, str | int | float) else _listed(one) for one in cast(Sequence, given)
    ]


def _heads(layer: int | None, head: int | None, together: str) -> Heads:
    if together not in TOGETHER:
        raise ValueError(f"together is {together!r}: expected one of {', '.join(TOGETHER)}.")
    return Heads(layer=layer, head=head, together=together)


def _check_there(heads: Heads, layers: int, count: int) -> None:
    """Raise a ValueError if a chosen layer or head is not among these many."""
    for what, given, most in (("layer", heads.layer, layers), ("head", heads.head, count)):
        if given is not None and not 0 <= given < most:
            raise ValueError(f"{what} is {given}: there are {most}, from 0.")


def _shown(
    found: RawSentence, numbers: np.ndarray, name: str, heads: Heads, form: Format, kind: str
) -> ShownTrace:
    if not 2 <= numbers.ndim <= 4:
        raise ValueError(
            f"{name}: the weights have {numbers.ndim} axes, {numbers.shape}: expected [target, "
            "source], or heads, or layers and heads before them, of one sentence."
        )
    maps = numbers.astype(np.float32).reshape(*(1,) * (4 - numbers.ndim), *numbers.shape)
    system = System(sentences=[replace(found, numbers=maps)], kind=kind)
    file = foreign_of(name, form, system)
    for note in file.changes:
        warnings.warn(note, stacklevel=3)
    _check_there(heads, *maps.shape[:2])
    return ShownTrace.of(foreign_trace(file, file.sentences[0], heads))
