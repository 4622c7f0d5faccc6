"""The alignment error rate of a model: links from forced decoding, compared with gold links."""

from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.likelihoods import with_posterior
from alignoscope.analysis.links import (
    AlignmentScore,
    LinkOptions,
    alignment_error,
    read_links,
)
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import SHIFTS, word_weights
from alignoscope.data.gold import GoldPair
from alignoscope.decoding.forced import force
from alignoscope.evaluation.batches import length_batches
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.single_source_readout import has_posterior
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.links import Links, swap
from alignoscope.records.measured_rows import ALIGNED_BY

BATCH = 32
PLAIN = LinkOptions()

EvaluatedMaps = dict[tuple[str, int], np.ndarray]


def gold_error(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    extraction: LinkOptions = PLAIN,
    *,
    backward: Checkpoint | None = None,
    symmetrisation: str = "grow-diag-final-and",
) -> AlignmentScore:
    """Align gold pairs by a model's attention, and measure the alignment error.

    Args:
        checkpoint: the model.
        gold: the gold pairs.
        extraction: how links are extracted from a map.
        backward: a model of the other direction whose links are symmetrised with the model's.
        symmetrisation: the name of the symmetrisation.

    Raises:
        ValueError: if an option is unknown, a model has no attention, both models are of one
            direction, or every pair is too long.
    """
    if symmetrisation not in SYMMETRISATIONS:
        raise ValueError(
            f"Unknown symmetrisation {symmetrisation!r}: expected one of "
            f"{', '.join(SYMMETRISATIONS)}."
        )
    pair = checkpoint.record.pair
    if backward is not None and pair and backward.record.pair == pair:
        raise ValueError(
            f"Both models are of {pair}: to align two ways, give one of each direction."
        )
    found = attention_links(checkpoint, gold, extraction)
    if backward is not None:
        join = SYMMETRISATIONS[symmetrisation]
        others = attention_links(backward, gold, extraction, backward=True)
        found = [
            None if one is None or other is None else join(one, other)
            for one, other in zip(found, others, strict=True)
        ]
    score = alignment_error(found, gold)
    if not score.pairs:
        raise ValueError(
            f"None of {len(gold)} gold pairs has at most {MAX_MEASURED} tokens on both sides."
        )
    return score


def attention_links(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    extraction: LinkOptions = PLAIN,
    *,
    backward: bool = False,
) -> list[Links | None]:
    """Extract links from forced decoding of every gold pair.

    The result is None for a pair longer than `MAX_MEASURED`; links are (source, target).

    Args:
        checkpoint: the model.
        gold: the gold pairs.
        extraction: how links are extracted from a map; its shift is one of steps (`word_weights`).
        backward: whether the model is of the other direction: it reads the target and is forced to
            the source.

    Raises:
        ValueError: if an option is unknown, or the model has no attention.
    """
    maps = gold_maps(
        checkpoint,
        gold,
        measures=(extraction.measure,),
        shifts=(extraction.shift,),
        backward=backward,
    )
    found = [None if one is None else read_links(one, extraction) for one in maps]
    return [links if links is None or not backward else swap(links) for links in found]


def measures_of(checkpoint: Checkpoint | None) -> tuple[str, ...]:
    """Return the measures that links can be read off in a model's traces; without one, all."""
    every = checkpoint is None or has_posterior(checkpoint.model)
    return ALIGNED_BY if every else ("weights",)


def gold_maps(
    checkpoint: Checkpoint,
    gold: Sequence[GoldPair],
    *,
    measures: Sequence[str] | None = None,
    shifts: Sequence[int] = SHIFTS,
    backward: bool = False,
) -> list[EvaluatedMaps | None]:
    """Return the maps over words from forced decoding of each gold pair, or None if it is too long.

    The maps are the `word_weights` by measure and shift.

    Args:
        checkpoint: the model.
        gold: the gold pairs.
        measures: the measures to return; by default all that the model has.
        shifts: the shifts to return.
        backward: whether the model is of the other direction; the rows are then source words.

    Raises:
        ValueError: if a shift is unknown, or the model has no attention.
    """
    measures = measures_of(checkpoint) if measures is None else measures
    sources = [(pair.source, pair.source_words) for pair in gold]
    targets = [(pair.target, pair.target_words) for pair in gold]
    if backward:
        sources, targets = targets, sources
    texts = [(source, target) for (source, _), (target, _) in zip(sources, targets, strict=True)]
    found: list[EvaluatedMaps | None] = [None] * len(gold)
    for batch in length_batches(checkpoint.tokenizer, texts, BATCH, f"{checkpoint.variant} gold"):
        traces = force(checkpoint, [texts[i][0] for i in batch], [texts[i][1] for i in batch])
        for i, trace in zip(batch, traces, strict=True):
            if "posterior" in measures:
                trace = with_posterior(checkpoint, trace)
            found[i] = {
                (measure, shift): word_weights(
                    trace, sources[i][1], targets[i][1], shift=shift, measure=measure
                )
                for measure in measures
                for shift in shifts
            }
    return found
