"""What tests of traces share."""

import numpy as np
import pytest
from conftest import VARIANTS

from alignoscope.records.trace import Trace
from alignoscope.records.variant import parse_variant

TEXTS = ["The red car is fast.", "I am not tired.", "She likes the house, doesn't she?", "Car"]
ATTENDING = [name for name in VARIANTS if parse_variant(name).score != "none"]


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
