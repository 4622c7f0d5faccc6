"""Hard word alignments from attention weights, and their error against gold links.

A map of weights is [target words + 1, source words + 1] here (`analysis.words`): the end marks
are its last row and column. Links join words only, as (source position, target position) from 0.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import SHIFTS, shift_rows, word_weights
from alignoscope.data.gold import GoldPair, Links
from alignoscope.decoding.loop import force
from alignoscope.evaluation.batches import length_batches
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_TOKENS

METHODS = ("argmax", "threshold")
THRESHOLD = 0.2
BATCH = 32


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


def gold_error(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    *,
    backward: Checkpoint | None = None,
    symmetrisation: str = "grow-diag-final-and",
    method: str = "argmax",
    threshold: float = THRESHOLD,
    shift: int = 0,
) -> AlignmentScore:
    """Align gold pairs by a model's attention, and measure the error.

    With `backward`, a model of the other direction, the links of both are symmetrised. See
    `attention_links` for the other options.

    Raises:
        ValueError: if an option is unknown, a model has no attention, or every pair is too long.
    """
    options = {"method": method, "threshold": threshold, "shift": shift}
    if symmetrisation not in SYMMETRISATIONS:
        raise ValueError(
            f"Unknown symmetrisation {symmetrisation!r}: expected one of "
            f"{', '.join(SYMMETRISATIONS)}."
        )
    found = attention_links(checkpoint, gold, **options)
    if backward is not None:
        join = SYMMETRISATIONS[symmetrisation]
        others = attention_links(backward, gold, backward=True, **options)
        found = [
            None if one is None or other is None else join(one, other)
            for one, other in zip(found, others, strict=True)
        ]
    score = alignment_error(found, gold)
    if not score.pairs:
        raise ValueError(
            f"None of {len(gold)} gold pairs has at most {MAX_TOKENS} tokens on both sides."
        )
    return score


def attention_links(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    *,
    method: str = "argmax",
    threshold: float = THRESHOLD,
    shift: int = 0,
    backward: bool = False,
) -> list[Links | None]:
    """Force every gold pair and extract its links; None for a pair longer than `MAX_TOKENS`.

    `shift` shifts the steps (`word_weights`). `backward` reads the target and is forced to the
    source, for a model of the other direction; its links are (source, target) all the same.

    Raises:
        ValueError: if an option is unknown, or the model has no attention.
    """
    maps = gold_weights(checkpoint, gold, shifts=(shift,), backward=backward)
    found = [m and extract_links(m[shift], method=method, threshold=threshold) for m in maps]
    return [links if links is None or not backward else swap(links) for links in found]


def gold_weights(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    *,
    shifts: Sequence[int] = SHIFTS,
    backward: bool = False,
) -> list[dict[int, np.ndarray] | None]:
    """Force every gold pair; return its `word_weights` by shift, or None if it is too long.

    With `backward`, a model of the other direction is forced, and rows are the source's words.

    Raises:
        ValueError: if a shift is unknown, or the model has no attention.
    """
    sources = [(pair.source, pair.source_words) for pair in gold]
    targets = [(pair.target, pair.target_words) for pair in gold]
    if backward:
        sources, targets = targets, sources
    texts = [(source, target) for (source, _), (target, _) in zip(sources, targets, strict=True)]
    found: list[dict[int, np.ndarray] | None] = [None] * len(gold)
    for batch in length_batches(checkpoint.tokenizer, texts, BATCH, f"{checkpoint.variant} gold"):
        traces = force(checkpoint, [texts[i][0] for i in batch], [texts[i][1] for i in batch])
        for i, trace in zip(batch, traces, strict=True):
            words = sources[i][1], targets[i][1]
            found[i] = {shift: word_weights(trace, *words, shift=shift) for shift in shifts}
    return found


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
