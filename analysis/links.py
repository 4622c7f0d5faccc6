"""Hard word alignments: links read off weights, and their error against gold links.

A map of weights is [target words + 1, source words + 1] here (`analysis.words`): the end marks
are its last row and column. Links join words only, as (source position, target position) from 0.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from alignoscope.analysis.words import own_map, shift_rows
from alignoscope.records.links import Links
from alignoscope.records.trace import Trace

METHODS = ("argmax", "threshold")
NONE, SURE, POSSIBLE = 0, 1, 2  # what a pair of words is set to by hand
Changes = tuple[tuple[int, int, int], ...]  # source, target, and what they are from then on
THRESHOLD = 0.2


class Gold(Protocol):
    """Links that are taken for right: `possible` includes `sure`."""

    @property
    def sure(self) -> Links: ...
    @property
    def possible(self) -> Links: ...


class Reading(NamedTuple):
    """How links are read off the maps of a pair; see `extract_links`."""

    measure: str = "weights"
    shift: int = 0
    method: str = "argmax"
    threshold: float = THRESHOLD
    balanced: bool = False


class AlignmentScore(NamedTuple):
    """The error of the links of `pairs` pairs; `skipped` more were not aligned."""

    pairs: int
    skipped: int
    aer: float
    precision: float
    recall: float


def alignment_error(found: Sequence[Links | None], gold: Sequence[Gold]) -> AlignmentScore:
    """Compare the links found for each pair with its gold links; None leaves a pair out.

    AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|), precision |A ∩ P| / |A|, recall |A ∩ S| / |S|, with
    A the links found, S the sure and P the possible ones (S among them), each counted over the
    whole corpus first (Och and Ney 2003, section 5). Nothing found is precision 1 and nothing sure
    is recall 1: no link is wrong, none is missing; where both are so, AER is 0.

    Raises:
        ValueError: if the numbers of pairs differ.
    """
    if len(found) != len(gold):
        raise ValueError(f"Links of {len(found)} pairs for {len(gold)} gold pairs: give one each.")
    kept = [(links, pair) for links, pair in zip(found, gold, strict=True) if links is not None]
    a = sum(len(links) for links, _ in kept)
    s = sum(len(pair.sure) for _, pair in kept)
    a_s = sum(len(links & pair.sure) for links, pair in kept)
    a_p = sum(len(links & pair.possible) for links, pair in kept)
    return AlignmentScore(
        pairs=len(kept),
        skipped=len(gold) - len(kept),
        aer=1 - (a_s + a_p) / (a + s) if a + s else 0.0,
        precision=a_p / a if a else 1.0,
        recall=a_s / s if s else 1.0,
    )


def balance(weights: np.ndarray) -> np.ndarray:
    """Return a map in which target words compete for source words: columns, then rows, sum to 1.

    b_tj = (a_tj / c_j) / sum_k (a_tk / c_k), c_j = sum_t a_tj: one round of Sinkhorn and Knopp
    1967. Each row of weights is a choice of its own, so that a source word which draws some weight
    of all rows, often the end mark, can be the largest in many; here it counts less. `weights`
    [tgt_len, src_len]; rows of zeros stay. Dou and Neubig 2021 read links off shares of rows and
    of columns, too.
    """
    for axis in (0, 1):
        sums = weights.sum(axis=axis, keepdims=True)
        weights = weights / np.where(sums > 0, sums, 1)
    return weights


def extract_links(
    weights: np.ndarray, *, method: str = "argmax", threshold: float = THRESHOLD, shift: int = 0
) -> Links:
    """Turn weights [target words + 1, source words + 1] into links.

    `argmax` links a target word to the column with the most weight (the first of equals), and to
    no word where that is the end mark or the row is empty; `threshold` links every word with at
    least so much weight. With `shift`, target word t takes row t + shift of this map; to shift a
    model's steps, which are pieces of words, see `word_weights`.

    Raises:
        ValueError: if the method or the shift is unknown, or the threshold not in (0, 1].
    """
    if method not in METHODS:
        raise ValueError(f"Unknown method {method!r}: expected one of {', '.join(METHODS)}.")
    if not 0 < threshold <= 1:
        raise ValueError(f"The threshold is {threshold}: expected more than 0 and at most 1.")
    rows = shift_rows(weights, shift)[:-1]
    if method == "threshold":
        linked = rows[:, :-1] >= threshold
    else:
        best = np.arange(rows.shape[1]) == rows.argmax(axis=1)[:, None]
        linked = (best & (rows > 0))[:, :-1]
    return frozenset((int(source), int(target)) for target, source in np.argwhere(linked))


def read_off(maps: Mapping[tuple[str, int], np.ndarray], reading: Reading) -> Links:
    """Return the links of one of the maps of a pair, which are by measure and shift."""
    weights = read_map(maps, reading)
    return extract_links(weights, method=reading.method, threshold=reading.threshold)


def read_map(maps: Mapping[tuple[str, int], np.ndarray], reading: Reading) -> np.ndarray:
    """Return the map that links are read off, of those of a pair, which are by measure and shift.

    The shift is in the map: one of words would not be that of the steps.
    """
    weights = maps[reading.measure, reading.shift]
    return balance(weights) if reading.balanced else weights


def corrected(found: Links, changes: Changes) -> tuple[Links, Links]:
    """Return the sure links and the possible ones among those found and set by hand."""
    kinds = dict.fromkeys(found, SURE) | {(s, t): kind for s, t, kind in changes}
    sure, possible = (
        frozenset(link for link, one in kinds.items() if one == kind) for kind in (SURE, POSSIBLE)
    )
    return sure, possible


def trace_links(trace: Trace, measure: str = "weights") -> Links:
    """Return the arg-max links of a trace's weights, or of what is after the word, over words.

    Raises:
        ValueError: if the trace has no such numbers.
    """
    return extract_links(own_map(trace, measure=measure))
