"""Synthetic pairs with exact links: linking their words, and drawing distinct pairs."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from alignoscope.records.links import Links

MAX_PAIRS = 500_000


class LinkedPair(NamedTuple):
    """A normalised source and target, and the links between their words (`split_words`)."""

    source: str
    target: str
    links: Links


class Word(NamedTuple):
    """A word and the marks of its meaning; a word without marks has no links."""

    text: str
    marks: frozenset[str] = frozenset()


def link_words(source: Sequence[Word], target: Sequence[Word]) -> Links:
    """Link every source word to every target word with which it shares a mark."""
    return frozenset(
        (i, j)
        for i, one in enumerate(source)
        for j, other in enumerate(target)
        if one.marks & other.marks
    )


def draw_distinct(draw: Callable[[Random], LinkedPair], count: int, seed: int) -> list[LinkedPair]:
    """Draw pairs until `count` of them have distinct sources.

    Raises:
        ValueError: if `count` is out of range.
    """
    if not 1 <= count <= MAX_PAIRS:
        raise ValueError(f"The number of pairs is {count:,}: expected 1 to {MAX_PAIRS:,}.")
    random = Random(seed)
    pairs: dict[str, LinkedPair] = {}
    while len(pairs) < count:
        pair = draw(random)
        pairs.setdefault(pair.source, pair)
    return list(pairs.values())
