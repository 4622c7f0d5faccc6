"""The short ways of judging a plain map give what the rules for each number give."""

from functools import cached_property

import numpy as np
import pytest

from alignoscope.interchange.foreign import checks, fitting, padding
from alignoscope.interchange.foreign.axes import TINY, fit_columns, fit_rows, plain_axes
from alignoscope.interchange.foreign.orientation import transposed_by_sums
from alignoscope.interchange.readers.formats import FORMATS
from alignoscope.interchange.readers.systems import RawSentence, System

TOKENS = ("a", "b", "c", "a", "<s>", "</s>", "<pad>", "fr_XX", "<eos>")


class Slow(RawSentence):
    """A sentence that is judged by each of its numbers."""

    sums = cached_property(lambda self: None)


def made(rng: np.random.Generator) -> list[RawSentence]:
    """Return one map as two sentences, of which the second is judged the long way."""
    source, target = (
        tuple(map(str, rng.choice(TOKENS[: rng.choice([4, 9])], rng.integers(1, 5)))) for _ in "st"
    )
    shape = len(target) + rng.integers(2) * rng.integers(2), len(source)
    numbers = (rng.random((1, 1, *shape)) * (rng.random(shape) < 0.8)).astype(np.float32)
    if rng.random() < 0.7:
        axis = -1 if rng.random() < 0.7 else -2
        numbers /= np.maximum(numbers.sum(axis=axis, keepdims=True), TINY)
    numbers *= np.float32(rng.choice([1, 1, 1, 1.00005, 1.005, 1.02, 0.99, 0.9, 3]))
    if rng.random() < 0.1:
        numbers[0, 0, -1, -1] = rng.choice([np.nan, np.inf, -0.1, TINY])
    return [
        kind(where="Line 1", number=0, source=source, target=target, numbers=numbers)
        for kind in (RawSentence, Slow)
    ]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.tool)
def test_a_plain_map_has_the_axes_that_the_rules_give(form: object) -> None:
    rng = np.random.default_rng(3)
    plain = 0
    for _ in range(400):
        one, slow = made(rng)
        short = plain_axes(one, False)
        assert short == plain_axes(slow, False)
        if short is None:
            continue
        source, target = one.words
        used = ~(np.abs(one.target_rows(False)) <= TINY).all(axis=(0, 1))
        columns = fit_columns(source, used.any(axis=0), form)
        assert short == (columns, fit_rows(target, used.any(axis=1), form, columns))
        plain += 1
    assert plain > 50


def test_a_map_is_judged_by_its_sums_as_by_its_numbers() -> None:
    rng = np.random.default_rng(4)
    whole = known = 0
    for _ in range(1_000):
        one, slow = made(rng)
        assert transposed_by_sums(one) == transposed_by_sums(slow)
        cut = padding.without_nan(System(sentences=[one]))[0].sentences[0]
        same = padding.without_nan(System(sentences=[slow]))[0].sentences[0]
        assert (cut is one) == (same is slow)
        for source_rows in (False, True):
            numbers = one.target_rows(source_rows)
            if plain_axes(one, source_rows):
                fit, long = (fitting.fit_map(each, source_rows, FORMATS[0]) for each in (one, slow))
                assert fit[1:] == long[1:]
            if checks.are_whole_weights(one, numbers, source_rows=source_rows):
                kept, odd = checks.check_numbers(numbers, "Line 1", "weights")
                assert kept is numbers
                assert not odd
                whole += 1
        known += one.sums is not None
    assert whole > 200
    assert 500 < known < 1_000
