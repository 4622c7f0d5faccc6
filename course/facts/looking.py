"""Facts about queries, timings, windows and places."""

from functools import cache
from pathlib import Path

import numpy as np

from alignoscope.analysis.links import alignment_error, extract_links
from alignoscope.analysis.normalising import gaussian, weights_under
from alignoscope.analysis.words import SHIFTS, plain_words, word_weights
from alignoscope.course.facts.sentences import FILLE, GIRL, HOUSE, MAISON
from alignoscope.data.gold import GoldPair, read_gold_tsv
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.base import RecurrentDecoder
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import Trace

GOLD = Path(__file__).parents[2] / "data" / "gold" / "eng-fra.tsv"
SLACK = 0.005  # A sum this near to 1 is 1.
FAR = "vide"  # It translates *empty*, which is out of reach.
SWAPPED = "The little apple is eating a red girl."


def asks(timing: str) -> str:
    """Return the name of the decoder state that is the query under a timing."""
    return TIMINGS[timing].asks


def input_size(checkpoint: Checkpoint) -> int:
    """Return the input size of the decoder's RNN."""
    decoder = checkpoint.model.decoder
    assert isinstance(decoder, RecurrentDecoder)
    return decoder.rnn.input_size


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
    """Return the mean of the largest weights of the rows of the dev gold pairs, to two decimals."""
    maps = [trace.weights for trace in forced_gold(checkpoint)]
    return round(float(np.mean([row.max() for one in maps if one is not None for row in one])), 2)


def sharper(*checkpoints: Checkpoint) -> str:
    """Return which query has the larger mean top weight in every pair of models, or "neither".

    The models of a pair have the same score; the first attends before the update, the second after.
    """
    found = [largest_weight(one) for one in checkpoints]
    after = [b > a for a, b in zip(found[::2], found[1::2], strict=True)]
    return "neither" if len({*after}) > 1 else "after" if after[0] else "before"


def sees_empty(checkpoint: Checkpoint) -> str:
    """Return whether local-m has "most", "some" or "none" of a row's weight on the word it needs.

    The row writes *vide*, and the word is *empty*.
    """
    weight = dict(_weights_of_vide(checkpoint))["empty"]
    return "most" if weight >= 0.5 else "some" if weight else "none"


def looks_instead(checkpoint: Checkpoint) -> str:
    """Return the source word with the largest weight while local-m writes *vide*."""
    return max(_weights_of_vide(checkpoint), key=lambda one: one[1])[0]


def blind_trace(checkpoint: Checkpoint) -> Trace:
    """Return the trace of a translation in which *vide* is far from the place of *empty*."""
    return force(checkpoint, [HOUSE], [MAISON])[0]


def place_of_vide(checkpoint: Checkpoint) -> int:
    """Return the place, from 1, of the token that begins *vide* where local-m writes it."""
    target = blind_trace(checkpoint).target
    return target.spans[target.words.index(FAR)][0] + 1


def place_of_empty(checkpoint: Checkpoint) -> int:
    """Return the place, from 1, of the source token that begins *empty*."""
    source = blind_trace(checkpoint).source
    return source.spans[source.words.index("empty")][0] + 1


def _weights_of_vide(checkpoint: Checkpoint) -> list[tuple[str, float]]:
    trace = blind_trace(checkpoint)
    row = trace.steps[trace.target.spans[trace.target.words.index(FAR)][0]].weights
    assert row is not None
    words = zip(plain_words(trace.source), trace.source.spans, strict=True)
    return [(word, float(row[list(span)].sum())) for word, span in words]


def reach(checkpoint: Checkpoint) -> int:
    """Return D, the half-width of a local model's window."""
    return checkpoint.model.config.window


def center(checkpoint: Checkpoint) -> float:
    """Return p_t of the first step of local-p, counted from 1, to two decimals."""
    found = translate(checkpoint, [GIRL])[0].steps[0].center
    assert found is not None
    return round(found + 1, 2)


def first_row_sum(checkpoint: Checkpoint) -> float:
    """Return the sum of the first row of weights, to two decimals."""
    weights = translate(checkpoint, [GIRL])[0].weights
    assert weights is not None
    return round(float(weights[0].sum()), 2)


def compared_with_one(total: float) -> str:
    """Return "less", "one" or "more": how the sum of a row compares with 1."""
    return "one" if abs(total - 1) < SLACK else "less" if total < 1 else "more"


def row_compared(checkpoint: Checkpoint) -> str:
    """Return how the sum of local-p's first row compares with 1."""
    return compared_with_one(first_row_sum(checkpoint))


def row_compared_inside(checkpoint: Checkpoint) -> str:
    """Return the same if the Gaussian multiplies the scores, before the softmax."""
    step, scale = translate(checkpoint, [GIRL])[0].steps[0], checkpoint.model.config.window
    assert step.scores is not None
    assert step.center is not None
    damped = step.scores * gaussian(step.center, scale, len(step.scores))
    return compared_with_one(float(weights_under(damped, 1.0).sum()))


def factor(distance: float, reach: int) -> float:
    """Return local-p's Gaussian factor at a distance from its center, to two decimals.

    `reach` is D, the half-width of the window.
    """
    return round(float(gaussian(distance, reach, 1)[0]), 2)


def moved_by_swap(checkpoint: Checkpoint) -> float:
    """Return the mean of half the L1 distance of rows when *girl* and *apple* swap places."""
    one, other = swapped_traces(checkpoint)
    assert one.weights is not None
    assert other.weights is not None
    return round(float(np.abs(one.weights - other.weights).sum(axis=1).mean() / 2), 2)


def swapped_traces(checkpoint: Checkpoint) -> list[Trace]:
    """Return the traces of `GIRL`, and of `SWAPPED`, with the same given translation."""
    return force(checkpoint, [GIRL, SWAPPED], [FILLE, FILLE])


def moves_more(location: Checkpoint, general: Checkpoint) -> str:
    """Return whose rows move more by the swap: "location", "general", or "neither"."""
    one, other = moved_by_swap(location), moved_by_swap(general)
    return "neither" if one == other else "location" if one > other else "general"
