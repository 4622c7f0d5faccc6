"""Hard word alignments: links extracted from weights, and their error against gold links.

Here, a map of weights is [target words + 1, source words + 1] (`analysis.words`), with the end
marks last. Links join words only, as (source position, target position) from 0.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from alignoscope.analysis.words import own_map, shift_rows
from alignoscope.records.links import Links
from alignoscope.records.trace import Trace

METHODS = ("argmax", "threshold")
NONE, SURE, POSSIBLE = 0, 1, 2  # states of a link that is set by hand
Changes = tuple[tuple[int, int, int], ...]  # (source, target, new state)
THRESHOLD = 0.2


class Gold(Protocol):
    """The gold-standard links of one pair; `possible` includes `sure`."""

    @property
    def sure(self) -> Links: ...
    @property
    def possible(self) -> Links: ...


class LinkOptions(NamedTuple):
    """The options for extracting links from the maps of a pair; see `extract_links`."""

    measure: str = "weights"
    shift: int = 0
    method: str = "argmax"
    threshold: float = THRESHOLD
    balanced: bool = False


class AlignmentScore(NamedTuple):
    """The alignment error over `pairs` pairs; `skipped` others had no alignment."""

    pairs: int
    skipped: int
    aer: float
    precision: float
    recall: float


def alignment_error(found: Sequence[Links | None], gold: Sequence[Gold]) -> AlignmentScore:
    """Return the alignment error of links against gold links; a pair with None is skipped.

    AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|), precision |A ∩ P| / |A|, recall |A ∩ S| / |S|, with
    A the links found, S the sure and P the possible ones (which include S), each counted over the
    whole corpus first (Och and Ney 2003, section 5). Precision is 1 if no links are found, recall
    is 1 if no links are sure, and AER is 0 if both hold.

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
    """Return a map whose columns, and then rows, are scaled to sum to 1.

    b_tj = (a_tj / c_j) / sum_k (a_tk / c_k), c_j = sum_t a_tj: one round of Sinkhorn and Knopp
    1967. Rows of weights are independent, so a source token that receives some weight in every row,
    often the end mark, can be the largest in many. Balancing makes target words compete for it.
    `weights` is [tgt_len, src_len]; rows of zeros stay zero. Dou and Neubig 2021 also combine
    shares of rows and of columns.
    """
    # One round is enough: two or three lower AER by only 0.002 more.
    for axis in (0, 1):
        sums = weights.sum(axis=axis, keepdims=True)
        weights = weights / np.where(sums > 0, sums, 1)
    return weights


def extract_links(
    weights: np.ndarray, *, method: str = "argmax", threshold: float = THRESHOLD, shift: int = 0
) -> Links:
    """Extract links from weights [target words + 1, source words + 1].

    Args:
        weights: the map.
        method: `argmax` links each target word to the column with the largest weight (the first of
            equals), or to no word if that is the end mark or the row is empty; `threshold` links it
            to every word with at least the weight `threshold`.
        threshold: the least weight of a link, used by the method `threshold`.
        shift: target word t takes row t + shift of this map; to shift a model's steps, which are
            pieces of words, see `word_weights`.

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


def read_links(maps: Mapping[tuple[str, int], np.ndarray], extraction: LinkOptions) -> Links:
    """Extract links from one of the maps [target words, source words] of a pair.

    The maps are keyed by measure and shift.
    """
    weights = read_map(maps, extraction)
    return extract_links(weights, method=extraction.method, threshold=extraction.threshold)


def read_map(maps: Mapping[tuple[str, int], np.ndarray], extraction: LinkOptions) -> np.ndarray:
    """Select a map [target words, source words] of a pair, and balance it if required.

    The maps are keyed by measure and shift. They are already shifted by steps, because a shift by
    words would differ.
    """
    weights = maps[extraction.measure, extraction.shift]
    return balance(weights) if extraction.balanced else weights


def corrected(found: Links, changes: Changes) -> tuple[Links, Links]:
    """Apply manual changes to the links found; return the sure links and the possible links."""
    kinds = dict.fromkeys(found, SURE) | {(s, t): kind for s, t, kind in changes}
    sure, possible = (
        frozenset(link for link, one in kinds.items() if one == kind) for kind in (SURE, POSSIBLE)
    )
    return sure, possible


def trace_links(trace: Trace, measure: str = "weights") -> Links:
    """Return the arg-max links of a trace's weights, or of another measure, over words.

    Raises:
        ValueError: if the trace has no such numbers.
    """
    return extract_links(own_map(trace, measure=measure))
