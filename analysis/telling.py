"""The step of a translation that shows most of what attention does."""

from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.words import merge_words
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace

CLEAR = 0.3  # a row's largest weight below it points at no word; also in ui/flow/reordering.js
LONG = 4  # letters: most words of grammar are shorter, and so is punctuation


def telling_step(found: Sequence[Trace], lead: str = "") -> int:
    """Return the step that begins the telling word of a translation; see `telling_row`.

    It is 0 without attention weights, as of links and self-attention.

    Args:
        found: the traces.
        lead: the id of the trace that counts; the first if none has it.
    """
    trace = next((one for one in found if one.id == lead), found[0])
    if trace.weights is None or trace.kind != "weights" or not len(trace.weights):
        return 0
    merged = merge_words(trace.weights, trace.source, trace.target, "weights")
    row = telling_row(merged, trace.target.words, trace.source.words)
    return trace.target.spans[row].start


def telling_row(weights: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> int:
    """Return the target word at which the order of words changes most.

    That is the reordering that goes furthest back, or the sharper one of two. Without one, it is
    the target word with the largest weight on a source word of at least `LONG` letters.

    Args:
        weights: weights over words, `[target words, source words]`.
        rows: the target words.
        columns: the source words.
    """
    places = weights.argmax(axis=1)
    if turns := reorderings(weights, rows, columns):
        return max(turns, key=lambda row: (places[row - 1] - places[row], weights[row].max()))
    long = [j for j, word in enumerate(columns) if len(word) >= LONG and word != END]
    return int(weights[:, long or slice(None)].max(axis=1).argmax())


def reorderings(weights: np.ndarray, rows: Sequence[str], columns: Sequence[str]) -> list[int]:
    """Return the target words that go back in the source, to a word that was not attended to yet.

    In *un chien noir*, from *a black dog*, it is *noir*: *dog* was attended to before *black*. Both
    words need a weight of at least `CLEAR`, and none is punctuation or the end mark. A word that is
    written twice in a row turns nothing round. `weights` are [rows, columns].
    `ui/flow/reordering.js` says it of a step.
    """
    places = weights.argmax(axis=1)
    clear = [
        bool(weight >= CLEAR) and _is_word(row) and _is_word(columns[place])
        for weight, row, place in zip(weights.max(axis=1), rows, places, strict=True)
    ]
    return [
        row
        for row in range(1, len(rows))
        if clear[row - 1] and clear[row] and rows[row - 1] != rows[row]
        if places[row] < places[row - 1] and places[row] not in places[:row]
    ]


def _is_word(word: str) -> bool:
    return word != END and any(map(str.isalnum, word))
