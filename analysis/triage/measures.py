"""The registry of triage measures, and the measures of words and of several pairs."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log, log1p
from typing import NamedTuple

import numpy as np

from alignoscope.analysis.confidence import least_read
from alignoscope.analysis.distances import comparable, row_distances
from alignoscope.analysis.posterior import cells
from alignoscope.analysis.triage import maps
from alignoscope.analysis.words import own_words
from alignoscope.data.known_words import KnownWords
from alignoscope.records.trace import Trace

# Of Wass-to-Data:
GOOD = 1_000  # the most good translations to compare with
WINDOW = 0.1  # relative tolerance of the source length
NEAREST = 4  # good translations that a distance is averaged over


class Measure(NamedTuple):
    """A measure: `odd` is 1 if high values are odd, -1 for low ones, 0 for both extremes."""

    odd: int
    about: str


class PairMeasures(NamedTuple):
    """The values of one pair by measure, NaN if there is none, and its `maps.shares`."""

    numbers: dict[str, float]
    shares: np.ndarray


def measure(traces: Sequence[Trace], known: KnownWords | None = None) -> PairMeasures:
    """Return the measures of one pair, from the traces of several models forced to it.

    The map is the first trace's; the other traces only enter "disagreement". Wass-to-Data stays NaN
    here, since it needs other pairs (`wass_to_data`). `known` are the words that the first model
    has read.
    """
    first = traces[0]
    source, target = own_words(first.source), own_words(first.target)
    numbers = dict.fromkeys(MEASURES, float("nan")) | {
        "log p": first.log_prob / len(first.steps),
        "repetition": repetition(source, target),
        "length ratio": length_ratio(source, target),
        "rarest word": log1p(least_read(first.source, known)),
    }
    weights = first.weights
    if weights is None:
        return PairMeasures(
            numbers, np.full(len(first.source.pieces), 1 / len(first.source.pieces))
        )
    numbers |= {name: found(weights) for name, found in _OF_MAPS.items()}
    after = cells(first, "posterior")
    if after is not None:
        numbers["surprise"] = maps.surprise(weights, after)
    numbers["disagreement"] = disagreement(traces)
    return PairMeasures(numbers, maps.shares(weights))


def disagreement(traces: Sequence[Trace]) -> float:
    """Return the mean Jensen-Shannon distance of rows over all pairs of traces; NaN if none."""
    found = [
        float(row_distances(one, other).mean())
        for i, one in enumerate(traces)
        for other in traces[i + 1 :]
        if comparable(one, other)
    ]
    return float(np.mean(found)) if found else float("nan")


def repetition(source: Sequence[str], target: Sequence[str]) -> float:
    """Return the target's repetition rate minus the source's.

    The rate is (sum over distinct bigrams of their count - 1) + 2 (words that follow themselves),
    over the number of words. After the REP-score of Malaviya et al. 2018 (section 5), with the
    source instead of a reference.
    """
    return _repeats(target) - _repeats(source)


def length_ratio(source: Sequence[str], target: Sequence[str]) -> float:
    """Return log(target words / source words), which is 0 for equal lengths."""
    return log(max(len(target), 1) / max(len(source), 1))


def _repeats(words: Sequence[str]) -> float:
    folded = [word.casefold() for word in words]
    neighbours = Counter(pairwise(folded))
    again = sum(count - 1 for count in neighbours.values())
    doubled = sum(count for (first, second), count in neighbours.items() if first == second)
    return (again + 2 * doubled) / max(len(words), 1)


def wass_to_data(shares: Sequence[np.ndarray], log_probs: np.ndarray) -> np.ndarray:
    """Return each pair's distance [pairs] from good translations of about its length.

    The distance of two sources' shares of the weight is the earth mover's over positions, sum_j
    |sum_{k <= j} u_k - v_k|. The result is its mean over the 4 nearest of up to 1,000 good
    translations whose sources differ in length by at most 10 % (Guerreiro et al. 2023), or NaN if
    there are none. Good translations are here the half of the pairs with the highest
    log-probability per token; a pair is not its own neighbour.
    """
    order = np.argsort(-log_probs, kind="stable")[: min(GOOD, (len(shares) + 1) // 2)]
    lengths = np.array([len(one) for one in shares])
    longest = int(lengths.max(initial=0))
    sums = np.array(
        [np.pad(np.cumsum(one), (0, longest - len(one)), mode="edge") for one in shares]
    )
    found = np.full(len(shares), np.nan)
    for i, length in enumerate(lengths):
        near = np.abs(lengths[order] - length) <= WINDOW * length
        others = order[near & (order != i)]
        if len(others):
            distances = np.abs(sums[others] - sums[i]).sum(axis=1)
            found[i] = np.sort(distances)[:NEAREST].mean()
    return found


_OF_MAPS = {
    "confidence": maps.confidence,
    "coverage deviation": maps.deviation_penalty,
    "coverage penalty": maps.coverage_penalty,
    "row entropy": maps.row_entropy,
    "column entropy": maps.column_entropy,
    "weight on end": maps.end_weight,
    "ignored source": maps.ignored_source,
    "Wass-to-Unif": maps.wass_to_unif,
}
WASS_TO_DATA = "Wass-to-Data"
MEASURES = {
    "log p": Measure(-1, "mean log-probability of the target's tokens (nats)"),
    "confidence": Measure(-1, "of coverage and both entropies (Rikters 2018)"),
    "disagreement": Measure(1, "mean distance between the rows of several models"),
    "surprise": Measure(
        1, "how far the posterior moves from the weights: KL(posterior, weights) (nats)"
    ),
    "coverage deviation": Measure(-1, "how far coverage is from 1, with a minus (Rikters 2017)"),
    "coverage penalty": Measure(-1, "sum of log min(1, coverage) (Wu 2016)"),
    "row entropy": Measure(1, "how wide the rows are (nats)"),
    "column entropy": Measure(1, "how wide the columns are (nats)"),
    "weight on end": Measure(1, "mean weight on the source's end mark"),
    "ignored source": Measure(1, "share of source tokens with a coverage below 0.2 (Berard 2019)"),
    "Wass-to-Unif": Measure(1, "from equal shares for all source tokens (Guerreiro 2023)"),
    WASS_TO_DATA: Measure(1, "from the shares in good translations (Guerreiro 2023)"),
    "repetition": Measure(1, "how much more the target repeats than the source (Malaviya 2018)"),
    "length ratio": Measure(0, "log of target words over source words"),
    "rarest word": Measure(
        -1, "log(1 + times that the model has read the source's least read word)"
    ),
}
