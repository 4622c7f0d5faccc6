"""The entropy of rows by hand."""

import math

import numpy as np
import pytest

from alignoscope.analysis.entropy import row_entropies


def test_a_row_that_is_even_over_n_tokens_has_the_entropy_log_n() -> None:
    rows = np.array([[0.5, 0.25, 0.25], [1 / 3] * 3, [0, 0, 1]])
    expected = [0.5 * math.log(2) + 0.5 * math.log(4), math.log(3), 0]
    assert row_entropies(rows).tolist() == pytest.approx(expected)


def test_a_row_that_sums_below_1_is_divided_by_its_sum() -> None:
    rows = np.array([[0.2, 0.2, 0, 0], [0.1, 0.1, 0.1, 0.1]])
    assert row_entropies(rows).tolist() == pytest.approx([math.log(2), math.log(4)])


def test_a_row_that_looks_nowhere_has_the_entropy_0_and_counts_in_a_mean() -> None:
    rows = np.array([[0.5, 0.5, 0], [0, 0, 0]])
    assert row_entropies(rows).tolist() == pytest.approx([math.log(2), 0])
    assert row_entropies(rows).mean() == pytest.approx(math.log(2) / 2)
