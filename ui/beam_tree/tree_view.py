"""Labels and paths of a tree of hypotheses."""

from collections.abc import Mapping, Sequence

from alignoscope.analysis.words import plain_token
from alignoscope.data.tokenizer import SPACE, SPECIAL, written_words
from alignoscope.records.tree import Fate, Node

FATES: Mapping[Fate, str] = {
    "live": "kept in the beam",
    "ended": "finished here",
    "pruned": "pruned for better ones",
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
