"""A pair with exact links: how words are linked, and how distinct pairs are drawn."""

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
    """A word and its marks: what it says. A word without marks is linked to nothing."""

    text: str
    marks: frozenset[str] = frozenset()


def link_words(source: Sequence[Word], target: Sequence[Word]) -> Links:
    """Link each two words of a source and its target that share a mark."""
    return frozenset(
        (i, j)
        for i, one in enumerate(source)
        for j, other in enumerate(target)
        if one.marks & other.marks
    )


def draw_distinct(draw: Callable[[Random], LinkedPair], count: int, seed: int) -> list[LinkedPair]:
    """Draw until there are `count` pairs with different sources.

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
