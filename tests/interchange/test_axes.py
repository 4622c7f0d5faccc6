"""The short way of fitting a plain map to its words gives what the rules for one axis give."""

import numpy as np
import pytest

from alignoscope.interchange.foreign.axes import TINY, fit_columns, fit_rows, plain_axes
from alignoscope.interchange.readers.formats import FORMATS

TOKENS = ("a", "b", "c", "a", "<s>", "</s>", "<pad>", "fr_XX", "<eos>")


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.tool)
def test_a_plain_map_has_the_axes_that_the_rules_give(form: object) -> None:
    rng = np.random.default_rng(3)
    plain = 0
    for _ in range(400):
        source, target = (
            tuple(map(str, rng.choice(TOKENS[: rng.choice([4, 9])], rng.integers(1, 5))))
            for _ in "st"
        )
        shape = len(target) + rng.integers(2) * rng.integers(2), len(source)
        numbers = rng.random((1, 1, *shape)) * (rng.random(shape) < 0.8)
        if (short := plain_axes(numbers, source, target)) is None:
            continue
        used = (np.abs(numbers) > TINY).any(axis=(0, 1))
        columns = fit_columns(source, used.any(axis=0), form)
        assert short == (columns, fit_rows(target, used.any(axis=1), form, columns))
        plain += 1
    assert plain > 50
