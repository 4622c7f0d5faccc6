"""Synthetic pairs with exact links, and drawing distinct ones."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from alignoscope.records.links import Links

MAX_PAIRS = 500_000


class LinkedPair(NamedTuple):
    """A normalised source and target, and the links between their words (`split_words`)."""

    source: str
    target: str
    links: Links


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
