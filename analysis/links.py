"""Hard word alignments: links read off weights, and their error against gold links.

A map of weights is [target words + 1, source words + 1] here (`analysis.words`): the end marks
are its last row and column. Links join words only, as (source position, target position) from 0.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.analysis.words import merge_words, merging, shift_rows
from alignoscope.data.gold import GoldPair
from alignoscope.records.links import Links
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace

METHODS = ("argmax", "threshold")
THRESHOLD = 0.2


class AlignmentScore(NamedTuple):
    """The error of the links of `pairs` pairs; `skipped` more were not aligned."""

    pairs: int
    skipped: int
    aer: float
    precision: float
    recall: float


def alignment_error(found: Sequence[Links | None], gold: Sequence[GoldPair]) -> AlignmentScore:
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


def swap(links: Links) -> Links:
    """Return (target, source) links as (source, target), or the other way round."""
    return frozenset((second, first) for first, second in links)


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


def trace_links(trace: Trace) -> Links:
    """Return the arg-max links of a trace's weights over its own words."""
    assert trace.weights is not None
    measure = merging(trace, "weights")
    weights = merge_words(trace.weights, trace.source, trace.target, measure)
    absent = [sentence.words[-1] != END for sentence in (trace.target, trace.source)]
    return extract_links(np.pad(weights, [(0, int(one)) for one in absent]))
