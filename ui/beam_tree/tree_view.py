"""Labels and layout of a tree of hypotheses."""

from collections.abc import Mapping, Sequence
from math import exp

from alignoscope.analysis.words import plain_token
from alignoscope.data.tokenizer import SPACE, SPECIAL, written_words
from alignoscope.records.tree import Fate, Node

FATES: Mapping[Fate, str] = {
    "live": "kept in the beam",
    "ended": "ended here",
    "pruned": "pruned: others were better",
}


def labels(nodes: Sequence[Node], unit: str) -> list[str]:
    """Return the label of each node: its token, or for the unit "words" its word so far."""
    if unit == "pieces":
        return [node.token for node in nodes]
    found: list[str] = []
    texts: list[str] = []
    for node in nodes:
        before = "" if node.parent is None else texts[node.parent]
        special = node.token in SPECIAL
        texts.append(before if special else before + node.token)
        found.append(plain_token(node.token) if special else _last_word(texts[-1], len(before)))
    return found


def _last_word(written: str, start: int) -> str:
    """Return the word that contains position `start` of the text written so far.

    `written` spells spaces as pieces do; so does the result.
    """
    begin = end = 0
    for word in written_words(written.removeprefix(SPACE).replace(SPACE, " ")):
        begin, end = end, end + len(word)
        if end > start:
            break
    return written[begin:].removeprefix(SPACE) or SPACE


def path(nodes: Sequence[Node], leaf: int) -> list[int]:
    """Return the nodes from the first step to `leaf`."""
    found: list[int] = []
    node: int | None = leaf
    while node is not None:
        found.append(node)
        node = nodes[node].parent
    return found[::-1]


def columns(nodes: Sequence[Node], best: int) -> list[list[int]]:
    """Return the nodes of each step, from top to bottom, in the order the component draws them.

    Children follow the order of their parents; among siblings, the node on the best path comes
    first, then the more probable ones. So no two lines cross, and the best path runs along the top.
    """
    children: list[list[int]] = [[] for _ in nodes]
    first: list[int] = []
    for i, node in enumerate(nodes):
        (first if node.parent is None else children[node.parent]).append(i)
    on_best = set(path(nodes, best))

    def ordered(family: list[int]) -> list[int]:
        return sorted(family, key=lambda i: (i not in on_best, -nodes[i].log_prob))

    found, column = [], ordered(first)
    while column:
        found.append(column)
        column = [child for parent in column for child in ordered(children[parent])]
    return found


def percent(log_prob: float) -> str:
    """Return a probability as a percentage: whole numbers from 10% on, one decimal below."""
    share = exp(log_prob)
    return "<0.1%" if share < 0.001 else f"{100 * share:.{1 if share < 0.1 else 0}f}%"
