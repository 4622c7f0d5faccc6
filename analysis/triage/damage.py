"""Synthetic damage to pairs, and how well a measure separates damaged pairs from intact ones."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from alignoscope.analysis.triage.measures import Measure

Texts = tuple[str, str]  # a source and its target


def damage(pairs: Sequence[Texts], kind: str, seed: int = 0) -> list[Texts]:
    """Return all pairs with one kind of damage from `DAMAGES`; equal seeds give equal results.

    Raises:
        ValueError: if there are fewer than two pairs.
    """
    if len(pairs) < 2:
        raise ValueError(f"{len(pairs)} pairs cannot be damaged: expected 2 or more.")
    return DAMAGES[kind](pairs, random.Random(seed))


def oddness(values: Sequence[float] | np.ndarray, measure: Measure) -> np.ndarray:
    """Return values [n] of a measure as oddness [n], higher being odder; NaN is the median."""
    found = np.asarray(values, dtype=float)
    known = found[~np.isnan(found)]
    middle = float(np.median(known)) if len(known) else 0.0
    found = np.where(np.isnan(found), middle, found)
    return measure.odd * found if measure.odd else np.abs(found - middle)


def auroc(values: Sequence[float] | np.ndarray, odd: Sequence[bool] | np.ndarray) -> float:
    """Return the area under the ROC curve of values [n] that should be higher for odd items.

    It is the probability that an odd item has a higher value than another one; ties count half.

    Raises:
        ValueError: if all are odd, or none is.
    """
    labels = np.asarray(odd, dtype=bool)
    ones, others = int(labels.sum()), int((~labels).sum())
    if not ones or not others:
        raise ValueError("There must be odd ones and others to tell apart.")
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]  # from 1; equal values share theirs
    return float((ranks[labels].sum() - ones * (ones + 1) / 2) / (ones * others))


def _drop(pairs: Sequence[Texts], chance: random.Random) -> list[Texts]:
    """Drop one random word of each target, unless it is the only one."""

    def dropped(target: str) -> str:
        words = target.split()
        if len(words) > 1:
            words.pop(chance.randrange(len(words)))
        return " ".join(words)

    return [(source, dropped(target)) for source, target in pairs]


def _repeat(pairs: Sequence[Texts], chance: random.Random) -> list[Texts]:
    """Repeat one random word of each target."""

    def repeated(target: str) -> str:
        words = target.split()
        at = chance.randrange(len(words))
        return " ".join([*words[: at + 1], *words[at:]])

    return [(source, repeated(target)) for source, target in pairs]


def _shuffle(pairs: Sequence[Texts], chance: random.Random) -> list[Texts]:
    """Pair each source with the target of another pair."""
    order = list(range(len(pairs)))
    chance.shuffle(order)
    target_of = {here: order[(i + 1) % len(order)] for i, here in enumerate(order)}
    return [(source, pairs[target_of[i]][1]) for i, (source, _) in enumerate(pairs)]


DAMAGES: dict[str, Callable[[Sequence[Texts], random.Random], list[Texts]]] = {
    "a word dropped": _drop,
    "a word repeated": _repeat,
    "targets shuffled": _shuffle,
}
