"""The names that people give to the parts of a map in their own files."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

# In each tuple a name comes before those that mean the same less often.
SOURCE = (
    *("source", "src", "input", "inputs", "encoder", "key", "keys", "original", "x", "from"),
    *("column", "col", "columns", "cols"),
)
TARGET = (
    *("target", "tgt", "trg", "output", "outputs", "hypothesis", "hyp", "hypotheses"),
    *("prediction", "pred", "predicted", "predictions", "translation", "mt", "decoder", "decoded"),
    *("query", "queries", "y", "to", "row", "rows", "caption", "captions", "reference", "ref"),
)
_ATTENTIONS = (
    *("attention", "attentions", "attn", "att", "alignment", "alignments"),
    *("crossattention", "crossattentions", "crossattn", "cross", "softalignment"),
)
WEIGHTS = (
    *("weight", "weights"),
    *(name + what for what in ("", "weight", "weights") for name in _ATTENTIONS),
    *("alpha", "alphas", "matrix", "map", "heatmap", "values", "value"),
    *(name + what for what in ("matrix", "matrices", "map", "maps") for name in _ATTENTIONS),
    *("probability", "prob", "p", "score", "scores"),
    *(name + what for what in ("probs", "probabilities", "scores") for name in _ATTENTIONS),
    *("z", "w"),
)
_OF_WORDS = (
    *("", "tokens", "token", "words", "word", "pieces", "subwords", "text", "sentence", "sent"),
    *("seq", "labels", "label"),
)
# The names of a text that may be of either side.
TEXTS = (
    *("text", "texts", "transcript", "transcription", "utterance", "sentence", "sentences"),
    *("phonemes", "phones", "characters", "chars", "graphemes", "letters", "symbols"),
    *("inputtext", "normalizedtext"),
)
_OF_PLACES = ("position", "pos", "index", "idx", "id")


def plain_name(name: object) -> str:
    """Return a name without its case and signs: `src_tokens` and `srcTokens` are `srctokens`."""
    return _plain(str(name))


@lru_cache(4_096)
def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.casefold())


def one_of(names: Iterable[object], wanted: Iterable[str]) -> object:
    """Return the name that is the first of those wanted, or None."""
    return _one_of(tuple(names), tuple(wanted))


@lru_cache(4_096)  # All objects of a file have the same names.
def _one_of(names: tuple[object, ...], wanted: tuple[str, ...]) -> object:
    known = {plain_name(name): name for name in reversed(names)}
    return next((known[one] for one in wanted if one in known), None)


@cache
def words_of(side: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the words of a side."""
    return tuple(name + what for name in side for what in _OF_WORDS)


def places_of(side: Iterable[str], more: Iterable[str] = ()) -> list[str]:
    """Return the names of the positions on a side."""
    return [*(name + what for name in side for what in _OF_PLACES), *more]
