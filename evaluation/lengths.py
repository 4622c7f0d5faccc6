"""BLEU by the length of the source, which shows where a fixed context fails."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import split_words
from alignoscope.evaluation.translation import group_references, score_texts, translate_sources
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.measured_rows import LengthScore

LENGTHS = tuple(range(5, 51, 5))
REAL_LENGTHS = (*LENGTHS, 55, 60)
PAIRS = 100
FEWEST = 20  # The smallest number of single sentences of a range that are scored.


class Joined(NamedTuple):
    """A pair made by concatenating `sentences` pairs, with spaces between them."""

    pair: Pair
    sentences: int


def measure_lengths(
    checkpoint: Checkpoint, pairs: Sequence[Pair], part: str, *, join: bool, limit: int = PAIRS
) -> list[LengthScore]:
    """Translate sources of 1 to 5, 6 to 10, ... 46 to 50 words greedily, and score each range.

    After Bahdanau et al. 2015, figure 2. A range without pairs has no row.

    Args:
        checkpoint: the model.
        pairs: the pairs of the part.
        part: the name of the part.
        join: whether sentences may be concatenated; see `pairs_of_length`.
        limit: the largest number of pairs of a range.
    """
    step = LENGTHS[1] - LENGTHS[0]
    sets = {
        longest: pairs_of_length(pairs, longest - step + 1, longest, limit=limit, join=join)
        for longest in LENGTHS
    }
    return _score(checkpoint, sets, part)


def measure_real_lengths(
    checkpoint: Checkpoint, pairs: Sequence[Pair], part: str, *, limit: int = 2 * PAIRS
) -> list[LengthScore]:
    """Score single sentences of up to 60 words as `measure_lengths` does, without joining any.

    A range of fewer than `FEWEST` sentences has no row.

    Args:
        checkpoint: the model.
        pairs: the pairs.
        part: the name of the part or file.
        limit: the largest number of pairs of a range.
    """
    step = LENGTHS[1] - LENGTHS[0]
    sets = {
        longest: pairs_of_length(pairs, longest - step + 1, longest, limit=limit, join=False)
        for longest in REAL_LENGTHS
    }
    return _score(checkpoint, {n: one for n, one in sets.items() if len(one) >= FEWEST}, part)


def _score(
    checkpoint: Checkpoint, sets: Mapping[int, Sequence[Joined]], part: str
) -> list[LengthScore]:
    """Return the score of each set, by the largest number of words of its sources."""
    step = LENGTHS[1] - LENGTHS[0]
    if not sets:
        return []
    sources = [item.pair.source for items in sets.values() for item in items]
    written = translate_sources(checkpoint, sources)
    rows = []
    for longest, items in sets.items():
        kept = [item for item in items if item.pair.source in written]
        if not kept:
            continue
        texts = [written[item.pair.source] for item in kept]
        words = sum(len(split_words(item.pair.source)) for item in kept)
        score = score_texts(texts, [[item.pair.target] for item in kept])
        rows.append(
            LengthScore(
                part=part,
                shortest=longest - step + 1,
                longest=longest,
                pairs=len(kept),
                joined=any(item.sentences > 1 for item in kept),
                sentences=round(sum(item.sentences for item in kept) / len(kept), 2),
                words=round(words / len(kept), 2),
                bleu=score.bleu,
                bleu_low=score.bleu_low,
                bleu_high=score.bleu_high,
            )
        )
    return rows


def pairs_of_length(
    pairs: Sequence[Pair], shortest: int, longest: int, *, limit: int, join: bool
) -> list[Joined]:
    """Return up to `limit` pairs whose source has `shortest` to `longest` words (`split_words`).

    One pair per source is taken, in a shuffled order with a fixed seed, since neighbours in a
    sorted corpus are often similar. If fewer than `limit` fit and `join` is set, all pairs are
    instead made by concatenating consecutive sentences of that order.

    Args:
        pairs: the pairs of a part.
        shortest: the smallest number of words of a source.
        longest: the largest number of words of a source.
        limit: the largest number of returned pairs.
        join: whether sentences may be concatenated.
    """
    distinct = [Pair(source, targets[0]) for source, targets in group_references(pairs).items()]
    random.Random(0).shuffle(distinct)
    fitting = [p for p in distinct if shortest <= len(split_words(p.source)) <= longest]
    if len(fitting) >= limit or not join:
        return [Joined(pair, 1) for pair in fitting[:limit]]
    return join_pairs(distinct, shortest, longest)[:limit]


def join_pairs(pairs: Sequence[Pair], shortest: int, longest: int) -> list[Joined]:
    """Return concatenations of consecutive pairs whose source has `shortest` to `longest` words.

    If the next sentence would make a source too long, the sentences collected so far are dropped,
    and collecting starts again with that sentence.
    """
    joined: list[Joined] = []
    run: list[Pair] = []
    size = 0
    for pair in pairs:
        words = len(split_words(pair.source))
        if size + words > longest:
            run, size = [], 0
        if words > longest:
            continue
        run.append(pair)
        size += words
        if size >= shortest:
            sides = (" ".join(side) for side in zip(*run, strict=True))
            joined.append(Joined(Pair(*sides), len(run)))
            run, size = [], 0
    return joined
