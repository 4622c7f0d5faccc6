"""Distances of rows by hand, and what may be compared."""

import math
from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest

from alignoscope.analysis.distances import (
    comparable,
    distance_matrix,
    jensen_shannon,
    row_distances,
    sums_below_one,
)
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from tests.shared.traces import written

SOURCE, TARGET = "She doesn't like the old house.", "Elle n'aime pas la vieille maison."


Tiny = Callable[..., Checkpoint]


def entropy_in_bits(p: Sequence[float]) -> float:
    return -sum(x * math.log2(x) for x in p if x > 0)


def distance(p: Sequence[float], q: Sequence[float]) -> float:
    """sqrt(H(m) - (H(p) + H(q)) / 2): Lin's own form of the divergence, not the code's."""
    middle = [(x + y) / 2 for x, y in zip(p, q, strict=True)]
    divergence = entropy_in_bits(middle) - (entropy_in_bits(p) + entropy_in_bits(q)) / 2
    return math.sqrt(max(divergence, 0))


def test_the_distance_of_two_words_by_hand() -> None:
    # m = (5/8, 3/8): 1/2 (3/4 log2 6/5 + 1/4 log2 2/3) + 1/2 (1/2 log2 4/5 + 1/2 log2 4/3)
    expected = math.sqrt(
        (0.75 * math.log2(1.2) + 0.25 * math.log2(2 / 3)) / 2
        + (0.5 * math.log2(0.8) + 0.5 * math.log2(4 / 3)) / 2
    )
    assert jensen_shannon(np.array([0.75, 0.25]), np.array([0.5, 0.5])) == pytest.approx(expected)
    assert expected == pytest.approx(0.2209, abs=5e-5)


def test_equal_rows_are_0_apart_and_disjoint_rows_1() -> None:
    p = np.array([[0.2, 0.8, 0], [0, 1, 0]])
    q = np.array([[0.2, 0.8, 0], [0.7, 0, 0.3]])
    assert jensen_shannon(p, q).tolist() == pytest.approx([0, 1])


def test_the_distance_agrees_with_entropies_and_is_a_metric() -> None:
    rows = np.random.default_rng(0).dirichlet(np.full(7, 0.3), 11)
    rows[3, :4], rows[3] = 0, rows[3] / rows[3].sum()
    rows /= rows.sum(axis=1, keepdims=True)
    for p, q in combinations(rows, 2):
        assert jensen_shannon(p, q) == pytest.approx(distance(p.tolist(), q.tolist()), abs=1e-7)
        assert jensen_shannon(p, q) == jensen_shannon(q, p)
        for r in rows:
            assert jensen_shannon(p, q) <= jensen_shannon(p, r) + jensen_shannon(r, q) + 1e-12


def test_rows_are_divided_by_their_sums_first() -> None:
    p, q = np.array([0.3, 0.1]), np.array([0.5, 0.5])
    assert jensen_shannon(p, q) == pytest.approx(distance([0.75, 0.25], [0.5, 0.5]))


@pytest.mark.parametrize("row", [[0, 0], [-0.1, 1.1], [math.nan, 1], [math.inf, 1]])
def test_what_is_no_distribution_is_refused(row: list[float]) -> None:
    with pytest.raises(ValueError, match="must"):
        jensen_shannon(np.array(row), np.array([0.5, 0.5]))


def test_distances_of_rows_and_of_traces_by_hand() -> None:
    first = written(["rouge"], [[1, 0, 0], [0, 0, 1]], "a")
    second = written(["rouge"], [[0, 1, 0], [0, 0, 1]], "b")
    third = written(["rouge"], [[1, 0, 0], [0, 0.5, 0.5]], "c")
    half = distance([0, 0, 1], [0, 0.5, 0.5])
    assert row_distances(first, second).tolist() == pytest.approx([1, 0])
    assert row_distances(second, third).tolist() == pytest.approx([1, half])
    matrix = distance_matrix([first, second, third])
    expected = [[0, 0.5, half / 2], [0.5, 0, (1 + half) / 2], [half / 2, (1 + half) / 2, 0]]
    assert matrix == pytest.approx(np.array(expected))


def test_local_rows_below_1_have_distances_and_are_told(tiny: Tiny) -> None:
    local, whole = (
        force(tiny(name), [SOURCE], [TARGET])[0] for name in ("luong-local-p", "luong-dot")
    )
    assert sums_below_one(local)
    assert not sums_below_one(whole)
    found = row_distances(whole, local)
    assert ((found > 0) & (found <= 1)).all()


def test_without_attention_or_with_another_target_nothing_is_comparable(tiny: Tiny) -> None:
    base = force(tiny("luong-dot"), [SOURCE], [TARGET])[0]
    assert comparable(base, force(tiny("luong-general"), [SOURCE], [TARGET])[0])
    assert not comparable(base, force(tiny("fixed-context"), [SOURCE], [TARGET])[0])
    assert not comparable(base, force(tiny("luong-dot"), [SOURCE], ["La voiture rouge."])[0])
    assert not comparable(base, force(tiny("luong-dot"), ["I am not tired."], [TARGET])[0])
