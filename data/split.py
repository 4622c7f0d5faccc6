"""The split of a corpus into train, dev and test, so that no sentence is in two parts."""

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
    """Split by connected component: pairs that share a side, up to `fold`, stay in one part.

    A random split leaks, because one sentence has many translations. The SHA-256 hash of a
    component's smallest source side assigns it to dev, test or train, so the split depends only on
    the text. Dev and test get about `held_out` pairs each, at most a tenth of a small corpus.
    Components of more than `held_out` / 4 pairs always go to train.
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
    """Return the text case-folded, without characters other than letters, marks and digits."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return " ".join(folded.translate(_KEPT).split()) or text


def without(pairs: Sequence[Pair], held: Sequence[Pair]) -> list[Pair]:
    """Return the pairs that share no side with held-out pairs, ignoring case and punctuation."""
    sources = {fold(pair.source) for pair in held}
    targets = {fold(pair.target) for pair in held}
    return [
        pair
        for pair in pairs
        if fold(pair.source) not in sources and fold(pair.target) not in targets
    ]


class _Folding(dict[int, str]):
    """A table for `str.translate` that keeps letters, marks and digits; it fills itself."""

    def __missing__(self, code: int) -> str:
        self[code] = chr(code) if unicodedata.category(chr(code))[0] in "LMN" else " "
        return self[code]


_KEPT = _Folding()


def _components(pairs: Sequence[Pair]) -> list[list[int]]:
    """Return the indices of pairs by connected component (union-find over their two sides)."""
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
