"""Rows of weights taken from the gold alignment or from another variant."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from alignoscope.analysis.edits import gold_row, spread
from alignoscope.data.corpus import normalise
from alignoscope.data.gold import GoldPair
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Trace
from alignoscope.serving.model_store import gold_pairs
from alignoscope.serving.trace_store import decode
from alignoscope.ui.player.map_view import map_view
from alignoscope.ui.what_if.state import WhatIf


def gold_of(pair: str, trace: Trace) -> GoldPair | None:
    """Return the gold alignment of a trace's source, or None."""
    gold = {one.source: one for one in gold_pairs(pair)}.get(normalise(trace.source.text))
    return gold if gold and gold.source_words == trace.source.words[:-1] else None


def as_gold(gold: GoldPair, trace: Trace, step: int) -> np.ndarray:
    """Return the row [src_len] with the weights on the gold links of the word that `step` wrote.

    Raises:
        ValueError: if the gold translation has not this word, or does not link it.
    """
    word = _same_word(trace, step, gold.target_words)
    if word is None:
        written = trace.target.words[trace.target.word_of[step]]
        raise ValueError(
            f"The gold translation does not contain {written!r}, so it has no links for it."
        )
    links = gold.sure if any(j == word for _, j in gold.sure) else gold.possible
    row = trace.steps[step].weights
    assert row is not None
    return gold_row(links, row, trace.source, word)


def as_looked(path: Path, state: WhatIf, trace: Trace, step: int) -> np.ndarray:
    """Return the corresponding row [src_len] of another checkpoint's translation.

    It is the row of the word that `step` wrote, or of the word at the same position if the other
    translation lacks it.

    Raises:
        ValueError: if the other model has no attention, or another notion of the source's words.
    """
    other = decode(path, stamp(path), state.source, state.target)
    rows = map_view(other, "weights", "words").cells
    if rows is None:
        raise ValueError(f"{path.stem} has no attention, so there is nothing to copy.")
    word = _same_word(trace, step, other.target.words)
    if word is None:
        word = min(trace.target.word_of[step], len(rows) - 1)
    row = trace.steps[step].weights
    assert row is not None
    return spread(rows[word], row, trace.source)


def _same_word(trace: Trace, step: int, words: Sequence[str]) -> int | None:
    """Return the index in `words` of the step's word, the nearest to its position, or None."""
    index = trace.target.word_of[step]
    written = trace.target.words[index].casefold()
    same = [i for i, word in enumerate(words) if word.casefold() == written]
    return min(same, key=lambda i: abs(i - index), default=None)
