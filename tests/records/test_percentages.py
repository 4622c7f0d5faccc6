"""Shares are written in percent, and nothing that is there as none."""

import numpy as np
import pytest

from alignoscope.records.percentages import percentage, rounded


@pytest.mark.parametrize(
    ("share", "whole", "tenths"),
    [
        (0.0, "0%", "0.0%"),
        (1e-9, "<1%", "<0.1%"),
        (0.0004, "<1%", "<0.1%"),
        (0.004, "<1%", "0.4%"),
        (0.006, "1%", "0.6%"),
        (0.24, "24%", "24.0%"),
        (0.994, "99%", "99.4%"),
        (0.996, ">99%", "99.6%"),
        (0.9996, ">99%", ">99.9%"),
        (1.0, "100%", "100.0%"),
        (1.2, "120%", "120.0%"),
    ],
)
def test_only_nothing_is_0_and_only_all_is_100_percent(share, whole, tenths):
    assert percentage(share) == whole
    assert percentage(share, 1) == tenths


def test_rounding_makes_0_and_1_of_nothing_else():
    exact = np.array([[0.0, 3e-7, 0.00006], [0.99994, 0.99998, 1.0], [-3e-7, -np.inf, np.nan]])
    kept = [[0.0, 0.00001, 0.0001], [0.9999, 0.99999, 1.0], [0.0, -np.inf, np.nan]]
    np.testing.assert_array_equal(rounded(exact, 4), kept)
    assert float(rounded(0.0004, 3)) == 0.0001
    assert [percentage(float(rounded(one, 3))) for one in (0.0004, 0.9996)] == ["<1%", ">99%"]
