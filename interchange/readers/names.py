"""The names that people give to the parts of a map in their own files."""

import re
from collections.abc import Iterable

# In each tuple a name comes before those that mean the same less often.
SOURCE = ("source", "src", "input", "inputs", "encoder", "key", "x", "from", "column", "col")
TARGET = (
    *("target", "tgt", "trg", "output", "outputs", "hypothesis", "prediction", "predicted"),
    *("translation", "decoder", "query", "y", "to", "row"),
)
WEIGHTS = (
    *("weight", "weights", "attention", "attentions", "attentionweight", "attentionweights"),
    *("crossattention", "crossattentions", "attn", "attnweights", "att", "alignment"),
    *("alignments", "alpha", "alphas", "matrix", "map", "heatmap", "values", "value"),
    *("probability", "prob", "p", "score", "scores"),
)
_OF_WORDS = ("", "tokens", "token", "words", "word", "text", "sentence", "sent", "seq")
_OF_PLACES = ("position", "pos", "index", "idx", "id")


def plain_name(name: object) -> str:
    """Return a name without its case and signs: `src_tokens` and `srcTokens` are `srctokens`."""
    return re.sub(r"[^a-z0-9]", "", str(name).casefold())


def one_of(names: Iterable[object], wanted: Iterable[str]) -> object:
    """Return the name that is the first of those wanted, or None."""
    known = {plain_name(name): name for name in reversed([*names])}
    return next((known[one] for one in wanted if one in known), None)


def words_of(side: Iterable[str]) -> list[str]:
    """Return the names of the words of a side."""
    return [name + what for name in side for what in _OF_WORDS]


def places_of(side: Iterable[str], more: Iterable[str] = ()) -> list[str]:
    """Return the names of the positions on a side."""
    return [*(name + what for name in side for what in _OF_PLACES), *more]
