"""Edits of one row of weights; each returns a row with the same total. No torch here.

A row is [src_len], the weights of one step over the source pieces and the end mark. Its total is 1,
or below 1 in `local-p`. In monotonic attention it may be 0: then all weights are equal before the
edit, with a total of 1. An edit may put weight on any piece, even outside a window. Columns are
indices of pieces; a word consists of one or several.
"""

from collections.abc import Sequence

import numpy as np

from alignoscope.records.links import Links
from alignoscope.records.sentence import Sentence


def check_row(row: np.ndarray) -> np.ndarray:
    """Check a row [src_len], and return it in double precision.

    Raises:
        ValueError: if it is no row, or holds NaN, an infinite or a negative number, or only zeros.
    """
    row = np.asarray(row, dtype=np.float64)
    if row.ndim != 1 or not len(row):
        raise ValueError(
            f"A row of weights of shape {row.shape}: expected one weight for each source token."
        )
    if not np.isfinite(row).all():
        raise ValueError("A row of weights holds something that is not a number: use 0 to 1.")
    if (row < 0).any():
        raise ValueError(f"A weight is {row.min():g}: expected 0 or more.")
    if not row.sum() > 0:
        raise ValueError("All weights of the row are 0: leave some weight on at least one token.")
    return row


def renormalised(row: np.ndarray, total: float) -> np.ndarray:
    """Return the row [src_len] scaled to a total: a_j total / sum_k a_k.

    Raises:
        ValueError: if the row is not valid (`check_row`), or the total is not above 0.
    """
    row = check_row(row)
    if not 0 < total < np.inf:
        raise ValueError(f"The total of a row is {total:g}: expected a number above 0.")
    row = row / row.max()  # keeps precision if the sum is tiny or huge
    return row * (total / row.sum())


def uniform(row: np.ndarray) -> np.ndarray:
    """Return equal weights on all tokens: [src_len]."""
    row = _full(row)
    return np.full_like(row, row.sum() / len(row))


def only(row: np.ndarray, columns: Sequence[int]) -> np.ndarray:
    """Return the row [src_len] with all its weight on the columns, in their former proportions."""
    return give(row, columns, _full(row).sum())


def give(row: np.ndarray, columns: Sequence[int], weight: float) -> np.ndarray:
    """Return the row [src_len] with a total of `weight` on the columns and the rest on the others.

    Proportions within both groups are kept; a group without any weight shares evenly.

    Raises:
        ValueError: if the weight is not between 0 and the row's total, or there is no column left
            to take the rest.
    """
    row = _full(row)
    chosen = _chosen(row, columns)
    total = row.sum()
    if not 0 <= weight <= total * (1 + 1e-6):
        raise ValueError(f"The weight is {weight:g}: expected 0 to {total:.3g}, the row's total.")
    rest = max(total - weight, 0.0)
    if chosen.all() and rest > 1e-6 * total:
        raise ValueError("Every token is chosen. Leave at least one for the rest of the weight.")
    edited = np.empty_like(row)
    edited[chosen] = _shared(row[chosen], total - rest)
    edited[~chosen] = _shared(row[~chosen], rest)
    return edited


def forget(row: np.ndarray, columns: Sequence[int]) -> np.ndarray:
    """Return the row [src_len] with zero weight on the columns and the others scaled up.

    Raises:
        ValueError: if no other column has any weight.
    """
    row = _full(row)
    left = np.where(_chosen(row, columns), 0.0, row)
    if not left.sum() > 0:
        raise ValueError(
            "All the weight of this step is on the ignored words, so nothing is "
            "left. Choose fewer words."
        )
    return renormalised(left, row.sum())


def swap(row: np.ndarray, a: Sequence[int], b: Sequence[int]) -> np.ndarray:
    """Return the row [src_len] with the weights of two words, columns `a` and `b`, exchanged.

    The pieces of a word share its new weight in their former proportions.

    Raises:
        ValueError: if the words overlap.
    """
    row = _full(row)
    first, second = _chosen(row, a), _chosen(row, b)
    if (first & second).any():
        raise ValueError("These are the same word. Choose two different ones to swap.")
    edited = row.copy()
    edited[first] = _shared(row[first], row[second].sum())
    edited[second] = _shared(row[second], row[first].sum())
    return edited


def sharpen(row: np.ndarray, power: float = 2.0) -> np.ndarray:
    """Return the row [src_len] sharpened: a_j^power, scaled to the same total.

    This divides the scores by a temperature of 1 / power. A weight of 0 stays 0.

    Raises:
        ValueError: if the power is not above 0.
    """
    row = _full(row)
    if not 0 < power < np.inf:
        raise ValueError(f"The power is {power:g}: expected a number above 0.")
    return renormalised((row / row.max()) ** power, row.sum())


def flatten(row: np.ndarray, power: float = 0.5) -> np.ndarray:
    """Return the row [src_len] flattened: a_j^power with a power below 1, see `sharpen`."""
    return sharpen(row, power)


def put(row: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Replace a row by other values [src_len], scaled to the row's total.

    Raises:
        ValueError: if their number differs, or they are no valid row (`check_row`).
    """
    row, values = _full(row), check_row(values)
    if len(values) != len(row):
        raise ValueError(f"{len(values)} weights for {len(row)} source tokens: give one for each.")
    return renormalised(values, row.sum())


def spread(words_row: np.ndarray, row: np.ndarray, sentence: Sentence) -> np.ndarray:
    """Return weights of words [words] as weights of pieces [src_len], scaled to the row's total.

    The pieces of a word share its weight as they share it in `row`, evenly if they have none.

    Raises:
        ValueError: if the numbers do not fit the sentence, or are no valid rows (`check_row`).
    """
    row, words_row = _full(row), check_row(words_row)
    if (len(words_row), len(row)) != (len(sentence.words), len(sentence.pieces)):
        raise ValueError(
            f"{len(words_row)} weights of words and {len(row)} of pieces: the sentence has "
            f"{len(sentence.words)} words and {len(sentence.pieces)} pieces."
        )
    pieces = np.empty_like(row)
    for span, weight in zip(sentence.spans, words_row, strict=True):
        pieces[span] = _shared(row[span], weight)
    return renormalised(pieces, row.sum())


def gold_row(links: Links, row: np.ndarray, sentence: Sentence, word: int) -> np.ndarray:
    """Return the row [src_len] that follows the gold links of one target word.

    The source words linked to it share the weight evenly.

    Args:
        links: the gold links, between words.
        row: the row to replace, whose total is kept.
        sentence: the source.
        word: the index of the target word.

    Raises:
        ValueError: if the target word has no link to a word of the source.
    """
    words_row = np.zeros(len(sentence.words))
    words_row[[i for i, j in links if j == word and i < len(words_row)]] = 1
    if not words_row.any():
        raise ValueError("The gold alignment links this word to no source word.")
    return spread(words_row, row, sentence)


def _full(row: np.ndarray) -> np.ndarray:
    """Return a row [src_len] in double precision, even if it has only zeros; see `check_row`."""
    row = np.asarray(row, dtype=np.float64)
    return check_row(row if row.any() or row.ndim != 1 else np.full(len(row), 1 / max(len(row), 1)))


def _chosen(row: np.ndarray, columns: Sequence[int]) -> np.ndarray:
    """Return a boolean mask [src_len] of the columns."""
    if not len(columns) or not all(0 <= column < len(row) for column in columns):
        raise ValueError(
            f"Source tokens {list(columns)}: expected at least one, from 0 to {len(row) - 1}."
        )
    chosen = np.zeros(len(row), dtype=bool)
    chosen[list(columns)] = True
    return chosen


def _shared(parts: np.ndarray, total: float) -> np.ndarray:
    """Return a total divided in proportion to parts [n], evenly if they are all 0."""
    if parts.sum() > 0:
        return parts * (total / parts.sum())
    return np.full_like(parts, total / max(len(parts), 1))
