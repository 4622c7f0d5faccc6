"""The split of a corpus into train, dev and test, with no sentence of one in another."""

import hashlib
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from alignoscope.data.corpus import Pair

HELD_OUT = 2000


class Split(NamedTuple):
    """The three parts of a corpus."""

    train: list[Pair]
    dev: list[Pair]
    test: list[Pair]


def split_pairs(pairs: Sequence[Pair], held_out: int = HELD_OUT) -> Split:
    """Split by connected component: pairs that share a side, but for case and marks, stay together.

    A random split leaks, because one sentence has many translations. A component goes to dev, test
    or train by the SHA-256 hash of its smallest source side, so that the split depends on nothing
    but the text: about `held_out` pairs each for dev and test, at most a tenth of a small corpus.
    """
    share = min(held_out / len(pairs), 0.1) if pairs else 0.0
    split = Split([], [], [])
    for component in _components(pairs):
        name = min(fold(pairs[i].source) for i in component)
        point = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) / 2**64
        large = len(component) > held_out / 4
        part = split.train
        if not large and point < 2 * share:
            part = split.dev if point < share else split.test
        part.extend(pairs[i] for i in component)
    return split


def fold(text: str) -> str:
    """Return the text in lower case with everything but letters, marks and digits dropped."""
    folded = unicodedata.normalize("NFC", text).casefold()
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in folded)
    return " ".join(kept.split()) or text


def _components(pairs: Sequence[Pair]) -> list[list[int]]:
    """Group the indices of pairs by connected component (union-find over their two sides)."""
    parent: dict[tuple[int, str], tuple[int, str]] = {}

    def root(node: tuple[int, str]) -> tuple[int, str]:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for pair in pairs:
        parent[root((0, fold(pair.source)))] = root((1, fold(pair.target)))
    groups: dict[tuple[int, str], list[int]] = {}
    for i, pair in enumerate(pairs):
        groups.setdefault(root((0, fold(pair.source))), []).append(i)
    return list(groups.values())
