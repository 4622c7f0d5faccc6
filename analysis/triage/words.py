"""Triage measures of the words of a pair: repetition and length ratio."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log


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
