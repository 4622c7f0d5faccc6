"""What tests of traces share."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace, TraceStep
from alignoscope.records.variant import is_transformer, parse_variant
from tests.shared.samples import VARIANTS

TEXTS = ["The red car is fast.", "I am not tired.", "She likes the house, doesn't she?", "Car"]
ATTENDING = [  # with one attention, whose weights can be replaced
    name for name in VARIANTS if parse_variant(name).score != "none" and not is_transformer(name)
]

WITH_POSTERIOR = [name for name in ATTENDING if parse_variant(name).normaliser != MONOTONIC]


def assert_same(first: Trace, second: Trace, tolerance: float = 1e-5) -> None:
    """Two traces are one, up to a rounding of each number relative to its size."""
    assert first.target == second.target
    assert first.finished == second.finished
    for one, other in zip(first.steps, second.steps, strict=True):
        assert one.log_prob == pytest.approx(other.log_prob, rel=tolerance, abs=tolerance)
        for name in ("query", "scores", "weights", "context"):
            a, b = getattr(one, name), getattr(other, name)
            assert (a is None) == (b is None)
            if a is not None:
                np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def written(
    words: Sequence[str], rows: Sequence[Sequence[float]], variant: str = "luong-dot"
) -> Trace:
    """Return a free trace of these words, a piece each, over two source words and the end mark."""
    source = one_piece_words("red car")
    steps = [
        TraceStep(
            token=word,
            log_prob=math.log(0.5),
            query=np.zeros(2),
            scores=None,
            weights=np.array(row, dtype=float),
            context=np.zeros(2),
            center=None,
            candidates=(),
        )
        for word, row in zip([*words, "</s>"], rows, strict=True)
    ]
    return Trace(
        variant=variant,
        timing="luong",
        mode="free",
        source=source,
        target=one_piece_words(" ".join(words)),
        finished=True,
        window=None,
        values=np.zeros((3, 2)),
        steps=tuple(steps),
    )


def one_piece_words(text: str) -> Sentence:
    """Return a sentence whose words are one piece each, with the end mark."""
    words = (*text.split(), "</s>")
    return Sentence(
        text=text,
        ids=tuple(range(10, 10 + len(words))),
        pieces=words,
        words=words,
        word_of=tuple(range(len(words))),
    )
