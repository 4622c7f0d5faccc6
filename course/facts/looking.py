"""Facts about queries, timings and windows."""

from functools import cache
from pathlib import Path

import numpy as np

from alignoscope.analysis.links import alignment_error, extract_links
from alignoscope.analysis.normalising import gaussian
from alignoscope.analysis.words import SHIFTS, word_weights
from alignoscope.course.facts.sentences import CATS, GIRL
from alignoscope.data.gold import GoldPair, read_gold_tsv
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import Trace

GOLD = Path(__file__).parents[2] / "data" / "gold" / "eng-fra.tsv"
SWAPPED, TARGET = "The little apple is eating a red girl.", "La petite fille mange une pomme rouge."


def asks(timing: str) -> str:
    """Return the name of the decoder state that is the query under a timing."""
    return TIMINGS[timing].asks


def input_size(checkpoint: Checkpoint) -> int:
    """Return the input size of the decoder's RNN."""
    return checkpoint.model.decoder.rnn.input_size


def input_and_state(checkpoint: Checkpoint) -> int:
    """Return the input size of an RNN that also reads a fed vector and its own state."""
    return input_size(checkpoint) + 2 * checkpoint.model.config.hidden_size


def best_shift(checkpoint: Checkpoint) -> int:
    """Return the shift of the rows with the lowest alignment error on the dev gold pairs."""
    traces = forced_gold(checkpoint)
    return min(SHIFTS, key=lambda shift: shift_error(traces, shift))


def forced_gold(checkpoint: Checkpoint) -> list[Trace]:
    """Return the traces of the dev gold pairs, forced to their targets."""
    pairs = gold_pairs()
    return force(checkpoint, [pair.source for pair in pairs], [pair.target for pair in pairs])


def shift_error(traces: list[Trace], shift: int) -> float:
    """Return the alignment error of these traces with their rows shifted."""
    pairs = gold_pairs()
    maps = (
        word_weights(trace, pair.source_words, pair.target_words, shift=shift)
        for trace, pair in zip(traces, pairs, strict=True)
    )
    return alignment_error([extract_links(one) for one in maps], pairs).aer


@cache
def gold_pairs() -> list[GoldPair]:
    """Return the gold pairs of the dev part."""
    return [pair for pair in read_gold_tsv(GOLD) if pair.part == "dev"]


def largest_weight(checkpoint: Checkpoint) -> float:
    """Return the mean of the largest weights of the rows of `CATS`, to two decimals."""
    weights = translate(checkpoint, [CATS])[0].weights
    assert weights is not None
    return round(float(weights.max(axis=1).mean()), 2)


def center(checkpoint: Checkpoint) -> float:
    """Return p_t of the first step of local-p, to two decimals."""
    found = translate(checkpoint, [GIRL])[0].steps[0].center
    assert found is not None
    return round(found, 2)


def first_row_sum(checkpoint: Checkpoint) -> float:
    """Return the sum of the first row of weights, to two decimals."""
    weights = translate(checkpoint, [GIRL])[0].weights
    assert weights is not None
    return round(float(weights[0].sum()), 2)


def factor(distance: float, reach: int) -> float:
    """Return local-p's Gaussian factor at a distance from its center, to two decimals.

    `reach` is D, the half-width of the window.
    """
    return round(float(gaussian(distance, reach, 1)[0]), 2)


def moved_by_swap(checkpoint: Checkpoint) -> float:
    """Return the mean of half the L1 distance of rows when *girl* and *apple* swap places."""
    one, other = force(checkpoint, [GIRL, SWAPPED], [TARGET, TARGET])
    assert one.weights is not None
    assert other.weights is not None
    return round(float(np.abs(one.weights - other.weights).sum(axis=1).mean() / 2), 2)
