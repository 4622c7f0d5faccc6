"""Sentences that small models are made of, and the names of all variants that tests go through."""

from collections.abc import Collection, Iterable

import pytest

from alignoscope.models.scores import SCORES

SENTENCES = (
    "The red car is fast.",
    "La voiture rouge est rapide.",
    "I am not tired.",
    "Je ne suis pas fatigué.",
    "She doesn't like the old house.",
    "Elle n'aime pas la vieille maison.",
)
VARIANTS = (
    *(f"{timing}-{score}" for timing in ("bahdanau", "luong") for score in SCORES),
    *(f"luong-{score}" for score in ("none", "general-feed", "local-m", "local-p", "local-p-dot")),
    "bahdanau-local-p",
    "tacotron-additive",
    "nematus-additive",
    "luong-general-sparsemax",
    "bahdanau-additive-entmax15",
    "luong-local-p-entmax15",
    *("luong-general-copy", "bahdanau-additive-copy", "luong-local-p-feed-copy"),
    *("luong-general-monotonic", "bahdanau-additive-monotonic"),
    "transformer",
    "fixed-context",
)
# The cell and the score do not meet in the code: the other cells need one variant of each timing.
TIMED = ("bahdanau-additive", "luong-general", "tacotron-additive", "nematus-additive")
WITH_CELLS = (
    *((variant, "gru") for variant in VARIANTS),
    *((variant, cell) for variant in (*TIMED, "fixed-context") for cell in ("rnn", "lstm")),
)
# One of each kind: of timing, of score, of window, of normaliser, of what earlier weights do.
KINDS = (
    *TIMED,
    *("bahdanau-dot", "bahdanau-location-sensitive", "luong-concat", "luong-general-feed"),
    *("luong-local-p", "luong-general-sparsemax", "luong-general-copy", "fixed-context"),
    "luong-general-monotonic",
)


def mostly_slow(values: Iterable, always: Collection[str] = KINDS) -> list:
    """Return the values of `parametrize`, of which `make test` takes those of `always` alone.

    `make check` takes the others. Of a tuple the first part counts.
    """
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=() if row[0] in always else pytest.mark.slow) for row in rows]
