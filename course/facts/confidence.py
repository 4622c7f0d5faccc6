"""Facts on how sure a model is of its words, and whether that or its map knows which are wrong."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import exp, log

import numpy as np

from alignoscope.analysis.confidence import with_confidence, word_features
from alignoscope.analysis.entropy import row_entropies
from alignoscope.analysis.right_words import right_words
from alignoscope.analysis.triage.damage import auroc
from alignoscope.analysis.words import merge_words, own_words
from alignoscope.course.facts.looking import gold_pairs
from alignoscope.decoding.greedy import translate
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import Confidence, MeasuredConfidence, ReliabilityBin
from alignoscope.records.trace import Trace

SCARECROW = "I am afraid of the scarecrow."
TARANTULA = "He has a tarantula in his room."
HEDGEHOG = "The boy saw a hedgehog in the garden."
NEAR = 0.05  # Shares this near to what was said are as said.
APART = 0.05  # Chances this near to each other are the same.


def translated(text: str, checkpoint: Checkpoint) -> tuple[Trace, Confidence]:
    """Return the trace of a translation, and how sure the model is of it.

    Raises:
        ValueError: if nothing measured is beside the model.
    """
    measured(checkpoint)
    (trace,) = with_confidence(checkpoint, translate(checkpoint, [text]))
    assert trace.confidence is not None
    return trace, trace.confidence


def measured(checkpoint: Checkpoint) -> MeasuredConfidence:
    """Return what was fitted and measured of a model's confidence.

    Raises:
        ValueError: if nothing measured is beside it.
    """
    path = checkpoint.path
    found = beside(path.parent).confidence.get(path.stem) if path else None
    if found is None:
        raise ValueError(
            f"How sure {checkpoint.variant} is was not measured: "
            "`alignoscope confidence` writes it beside the model."
        )
    return found


def unsure(place: int, text: str, checkpoint: Checkpoint) -> str:
    """Return the word of a translation that the model is least sure of (`place` 0), or the next."""
    trace, sure = translated(text, checkpoint)
    return own_words(trace.target)[int(np.argsort(sure.words)[place])]


def percent(place: int, text: str, checkpoint: Checkpoint) -> int:
    """Return how sure the model is of that word, in percent."""
    return round(100 * sorted(translated(text, checkpoint)[1].words)[place])


def times_read(word: str, checkpoint: Checkpoint) -> int:
    """Return about how often the models of a pair have read a source word in training.

    Raises:
        ValueError: if there is no table of words beside the model.
    """
    known = beside(checkpoint.path.parent).words if checkpoint.path else None
    if known is None:
        raise ValueError(
            "There is no table of the words that the models have read: "
            "`alignoscope words` writes it beside them."
        )
    return known.times(word)


def pieces(text: str, checkpoint: Checkpoint) -> int:
    """Return the number of pieces of the least sure word."""
    return len(_pieces(text, checkpoint))


def piece(number: int, text: str, checkpoint: Checkpoint) -> float:
    """Return the probability of a piece of that word, to two decimals; 0 if it has fewer."""
    found = _pieces(text, checkpoint)
    return round(found[number - 1], 2) if number <= len(found) else 0.0


def _pieces(text: str, checkpoint: Checkpoint) -> list[float]:
    trace, sure = translated(text, checkpoint)
    span = trace.target.spans[int(np.argmin(sure.words))]
    return [exp(trace.steps[i].log_prob) for i in span]


def takes(text: str, checkpoint: Checkpoint) -> str:
    """Return what the confidence takes of the pieces' probabilities: "least", "mean", "product"."""
    trace, sure = translated(text, checkpoint)
    taken = word_features(trace, None)["p"][int(np.argmin(sure.words))]
    found = np.array(_pieces(text, checkpoint))
    ways: Mapping[str, Callable[[np.ndarray], float]] = {
        "least": np.min,
        "mean": np.mean,
        "product": np.prod,
    }
    return next((name for name, way in ways.items() if np.isclose(way(found), taken)), "other")


def terms(text: str, place: int, checkpoint: Checkpoint) -> dict[str, tuple[float, float]]:
    """Return the value and the coefficient of each feature of a word of a translation."""
    trace, _ = translated(text, checkpoint)
    word = measured(checkpoint).fit.word
    known = beside(checkpoint.path.parent).words if checkpoint.path else None
    found = word_features(trace, known)
    return {name: (float(found[name][place]), weight) for name, weight in word.weights.items()}


def sum_of_terms(text: str, checkpoint: Checkpoint) -> float:
    """Return z of the least sure word: the bias and the sum of its terms, to two decimals."""
    place = int(np.argmin(translated(text, checkpoint)[1].words))
    products = (value * weight for value, weight in terms(text, place, checkpoint).values())
    return round(measured(checkpoint).fit.word.bias + sum(products), 2)


def logistic(z: float) -> float:
    """Return 1 / (1 + exp(-z)) to two decimals."""
    return round(1 / (1 + exp(-z)), 2)


def by_hand(text: str, checkpoint: Checkpoint) -> float:
    """Return the confidence in that word, computed from the rounded sum."""
    return logistic(sum_of_terms(text, checkpoint))


def sign_lost(text: str, checkpoint: Checkpoint) -> float:
    """Return the same without the minus sign of the formula."""
    return logistic(-sum_of_terms(text, checkpoint))


def odds(text: str, checkpoint: Checkpoint) -> float:
    """Return exp(z): how many times as probable as wrong the word is right."""
    return round(exp(sum_of_terms(text, checkpoint)), 2)


def bins(checkpoint: Checkpoint) -> tuple[ReliabilityBin, ...]:
    """Return the bins of the words of test translations, by what was said of them.

    Raises:
        ValueError: if none were measured.
    """
    found = tuple(one for one in measured(checkpoint).bins if one.what == "word")
    if not found:
        raise ValueError(f"How often {checkpoint.variant} is right was not measured.")
    return found


def honesty(checkpoint: Checkpoint) -> str:
    """Return how the shares of right words compare with what was said: "as said", or how not.

    "too sure" and "too modest" are those that lie on one side of what was said wherever they are
    not as said, and all others are "neither".
    """
    gaps = [one.right - one.said for one in bins(checkpoint)]
    far = {gap > 0 for gap in gaps if abs(gap) > NEAR}
    return {0: "as said", 2: "neither"}.get(len(far), "too modest" if True in far else "too sure")


def said(low: float, checkpoint: Checkpoint) -> int:
    """Return what is said on average of the words of the bin nearest to `low`, in percent."""
    return round(100 * _bin(low, checkpoint).said)


def right(low: float, checkpoint: Checkpoint) -> int:
    """Return how many percent of these words are right."""
    return round(100 * _bin(low, checkpoint).right)


def _bin(low: float, checkpoint: Checkpoint) -> ReliabilityBin:
    return min(bins(checkpoint), key=lambda one: abs(one.low - low))


def counted(checkpoint: Checkpoint) -> int:
    """Return the number of words in all bins."""
    return sum(one.count for one in bins(checkpoint))


def expected_wrong(count: int, percent: int) -> int:
    """Return how many of these words are wrong if that many percent are right."""
    return round(count * (100 - percent) / 100)


@lru_cache(1)
def _gold(checkpoint: Checkpoint) -> tuple[list[bool], np.ndarray, np.ndarray]:
    """Return of the words of translations of dev gold pairs whether they are wrong, p, and width.

    A word is right if the least edit distance to the reference leaves it as it is. Its probability
    is that of its least probable piece.
    """
    found: list[tuple[bool, float, float]] = []
    pairs = gold_pairs()
    traces = translate(checkpoint, [pair.source for pair in pairs])
    for trace, pair in zip(traces, pairs, strict=True):
        words = own_words(trace.target)
        every = zip(
            words,
            right_words(words, [pair.target]),
            word_features(trace, None)["p"],
            widths(trace),
            strict=True,
        )
        found += [(same, p, wide) for word, same, p, wide in every if any(map(str.isalnum, word))]
    same, p, wide = zip(*found, strict=True)
    return [not one for one in same], np.array(p), np.array(wide)


def widths(trace: Trace) -> np.ndarray:
    """Return the width, 0 to 1, of each target word's row of the map over words: [tgt_words].

    A row's width is its entropy divided by that of a uniform row.
    """
    assert trace.weights is not None
    rows = merge_words(trace.weights, trace.source, trace.target, "weights")
    return row_entropies(rows)[: len(own_words(trace.target))] / log(rows.shape[1])


def narrowest(text: str, checkpoint: Checkpoint) -> str:
    """Return the word of a translation that has the narrowest row."""
    trace, _ = translated(text, checkpoint)
    return own_words(trace.target)[int(np.argmin(widths(trace)))]


def told_by_probability(checkpoint: Checkpoint) -> int:
    """Return of how many percent of pairs the wrong word is less probable than the right one."""
    wrong, p, _ = _gold(checkpoint)
    return round(100 * auroc(-p, wrong))


def told_by_width(checkpoint: Checkpoint) -> int:
    """Return of how many percent of pairs the wrong word has a wider row than the right one."""
    wrong, _, wide = _gold(checkpoint)
    return round(100 * auroc(wide, wrong))


def wrong_words(checkpoint: Checkpoint) -> int:
    """Return how many words of the translations of the dev gold pairs are wrong."""
    return sum(_gold(checkpoint)[0])


def right_ones(checkpoint: Checkpoint) -> int:
    """Return how many of these words are right."""
    return _gold(checkpoint)[0].count(False)


def which_knows(checkpoint: Checkpoint) -> str:
    """Return what tells wrong words from right ones better: "probability", "width" or "neither"."""
    p, wide = told_by_probability(checkpoint), told_by_width(checkpoint)
    if abs(p - wide) <= 100 * APART:
        return "neither"
    return "probability" if p > wide else "width"


def looks_at(text: str, checkpoint: Checkpoint) -> str:
    """Return the source word with the most weight while the least sure word is written."""
    return max(_row(text, checkpoint), key=lambda one: one[1])[0]


def top_percent(text: str, checkpoint: Checkpoint) -> int:
    """Return the weight of that source word in percent."""
    return round(100 * max(weight for _, weight in _row(text, checkpoint)))


def _row(text: str, checkpoint: Checkpoint) -> list[tuple[str, float]]:
    trace, sure = translated(text, checkpoint)
    assert trace.weights is not None
    rows = merge_words(trace.weights, trace.source, trace.target, "weights")
    row = rows[int(np.argmin(sure.words))].tolist()
    return [*zip(trace.source.words, row, strict=True)]
