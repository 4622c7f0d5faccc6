"""What-ifs: decoding that continues from other tokens or other weights than the model's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from alignoscope.data.corpus import normalise
from alignoscope.data.tokenizer import END_ID, SPACE, UNKNOWN_ID, Tokenizer
from alignoscope.decoding.loop import decode, length_limit
from alignoscope.decoding.oracle import (
    HeadRow,
    Oracle,
    edited_heads,
    edited_rows,
    under_alpha_from,
)
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace

JOIN = "+"  # typed before a token that continues the preceding word


def continue_from(
    checkpoint: Checkpoint,
    source: Sentence,
    *,
    prefix: Sequence[int] = (),
    edits: Mapping[int, np.ndarray] | None = None,
    heads: Mapping[HeadRow, np.ndarray] | None = None,
    target: Sentence | None = None,
) -> Trace:
    """Decode greedily after a prefix of token ids, or force a whole target, with edited weights.

    An edited row replaces the computed weights in the context and in what later steps know of past
    weights; the scores stay the model's. Rows are used unchanged (`analysis.edits` makes rows that
    keep the total). An edit at a step that is never reached has no effect.

    The trace's mode is `edited` if an edit is reached, else `branch` with a prefix, `forced` with a
    target, and `free` with neither. Its `given` is the length of the prefix or of the edited
    trace's target, and its `edited` lists the edits that were reached.

    Args:
        checkpoint: the model and its tokenizer.
        source: the tokenised source.
        prefix: the ids of the first target tokens.
        edits: rows [src_len] by step, from 0.
        heads: of a Transformer, whose steps read no such row, rows [src_len] by step, layer and
            head, all from 0.
        target: the whole target to force, instead of a prefix.

    Raises:
        ValueError: if an edit is not valid (see `decoding.oracle.edited_rows` and `given_heads`),
            or the prefix has an id outside of the vocabulary, goes on after the end mark, or is
            longer than a translation may be, or comes with a target.
    """
    oracle = edited_rows(checkpoint, source, edits or {})
    if heads:
        oracle = edited_heads(checkpoint, source, heads)
    return _continue(checkpoint, source, prefix, oracle, target)


def rows_under_alpha(
    checkpoint: Checkpoint,
    source: Sentence,
    alpha: float,
    start: int,
    *,
    prefix: Sequence[int] = (),
    edits: Mapping[int, np.ndarray] | None = None,
    target: Sentence | None = None,
) -> dict[int, np.ndarray]:
    """Return the weights [src_len] of each step from `start` on, with scores under alpha-entmax.

    Each row takes effect before the next step computes its scores. Passed to `continue_from` as
    `edits`, together with the edits before `start`, the rows decode the same translation again.

    Args:
        checkpoint: the model and its tokenizer.
        source: the tokenised source.
        alpha: the alpha of alpha-entmax.
        start: the first step that is renormalised, from 0.
        prefix, edits, target: as in `continue_from`; edits from `start` on are ignored.

    Raises:
        ValueError: as `continue_from`.
    """
    rows: dict[int, np.ndarray] = {}
    before = edited_rows(checkpoint, source, edits or {})
    oracle = under_alpha_from(checkpoint, start, alpha, before, rows)
    _continue(checkpoint, source, prefix, oracle, target)
    return rows


def _continue(
    checkpoint: Checkpoint,
    source: Sentence,
    prefix: Sequence[int],
    oracle: Oracle,
    target: Sentence | None,
) -> Trace:
    if target is not None and prefix:
        raise ValueError("A whole target and a branch: give one of the two.")
    if target is None:
        _check_prefix(prefix, length_limit(source), len(checkpoint.tokenizer))
    mode = "branch" if prefix else "free" if target is None else "forced"
    targets = None if target is None else [target]
    trace = decode(checkpoint, [source], mode, oracle, targets, prefix)[0]
    return replace(trace, given=len(prefix)) if prefix else trace


def token_id(checkpoint: Checkpoint, text: str) -> int:
    """Return the id of the single token that a person typed.

    The text is read as a word or the start of one if there is such a token (`rouge`, or `▁rouge` as
    lists of tokens show it), else as a token that continues the preceding word (`s`, or `+s` if
    both exist). Special tokens are typed as shown: `</s>` ends the sentence.

    Raises:
        ValueError: if the text is empty, has unknown characters, or falls into several tokens.
    """
    marked = text.strip().startswith(SPACE)
    typed = normalise(text.strip().removeprefix(SPACE))
    tokenizer = checkpoint.tokenizer
    ids = {piece: i for i, piece in enumerate(tokenizer.pieces)}
    readings = [SPACE + typed] if marked or typed else []
    if not marked:
        readings += [typed, typed.removeprefix(JOIN)]
    for piece in readings:
        if piece in ids:
            return ids[piece]
    raise ValueError(_why_not_one(tokenizer, typed))


def _check_prefix(prefix: Sequence[int], limit: int, vocab_size: int) -> None:
    for token in prefix:
        if not 0 <= token < vocab_size:
            raise ValueError(
                f"There is no token {token}: the vocabulary has {vocab_size:,}, counted from 0."
            )
    if END_ID in prefix[:-1]:
        raise ValueError(
            f"A branch after the end: step {list(prefix).index(END_ID) + 1} wrote the end mark. "
            "Branch off at that step or before it."
        )
    if len(prefix) > limit:
        raise ValueError(
            f"The branch starts after {len(prefix)} tokens: a translation of this sentence has at "
            f"most {limit}."
        )


def _why_not_one(tokenizer: Tokenizer, typed: str) -> str:
    sentence = tokenizer.encode(typed)
    ids, pieces = sentence.ids[:-1], sentence.pieces[:-1]
    if not ids:
        return "Type a word, or the start of one."
    if UNKNOWN_ID in ids:
        unknown = sentence.words[sentence.word_of[ids.index(UNKNOWN_ID)]]
        return f"The model has no token for {unknown!r}, which was not in its training data."
    first = pieces[0].removeprefix(SPACE) or SPACE
    return (
        f"{typed!r} is not one token but {len(pieces)}: {' · '.join(pieces)}. Type the first one, "
        f"{first!r}, and branch again after it."
    )
