"""Measures of maps, words and corpora: a published example to its digits, the rest by hand."""

from itertools import pairwise
from math import log

import numpy as np
import pytest

from alignoscope.analysis.triage import maps
from alignoscope.analysis.triage.damage import DAMAGES, auroc, damage, oddness
from alignoscope.analysis.triage.measures import Measure, length_ratio, repetition, wass_to_data

# SoftAlignments' README: “Obama empfängt Net@@ any@@ ah@@ u” to “Obama welcomes Netanyahu”.
OBAMA = np.array(
    [
        [0.723834, 0.0471278, 0.126415, 0.000413103, 0.000774298, 0.000715227, 0.10072],
        [0.00572539, 0.743366, 0.0342341, 0.000315413, 0.00550132, 0.00150629, 0.209351],
        [0.0122618, 0.0073559, 0.909192, 0.000606444, 0.00614908, 0.00256837, 0.0618667],
        [0.00110054, 0.0214063, 0.0759918, 0.000446028, 0.104856, 0.0435644, 0.752634],
    ]
)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (maps.deviation_penalty, -0.292132),
        (maps.coverage_penalty, -11.999496),
        (maps.row_entropy, 0.723556),
        (maps.column_entropy, 0.629990),
        (maps.end_weight, 0.281143),
        (maps.ignored_source, 3 / 7),
        (maps.wass_to_unif, 0.386717),
    ],
)
def test_the_published_example_comes_out_to_its_digits(measure, expected: float) -> None:
    assert measure(OBAMA) == pytest.approx(expected, abs=6e-7)


def test_coverage_and_distance_over_positions_of_the_example() -> None:
    expected = [0.7429, 0.8193, 1.1458, 0.0018, 0.1173, 0.0484, 1.1246]
    assert maps.coverage(OBAMA) == pytest.approx(expected, abs=6e-5)
    far = np.abs(np.cumsum(maps.shares(OBAMA)) - np.arange(1, 8) / 7).sum()
    assert far == pytest.approx(0.647958, abs=6e-7)


def test_confidence_is_of_coverage_and_both_entropies() -> None:
    total = -0.292132 - 0.723556 - 0.629990
    assert maps.confidence(OBAMA) == pytest.approx(2.718281828 ** (-0.05 * total**2), rel=1e-5)
    assert maps.confidence(np.eye(3)) == 1


def test_surprise_is_0_where_the_word_tells_nothing_new() -> None:
    weights = np.array([[0.5, 0.5], [0.25, 0.75]])
    assert maps.surprise(weights, weights) == 0
    # One row moves wholly to a word that had a quarter: log 4, and the mean of two rows.
    moved = np.array([[0.5, 0.5], [1.0, 0.0]])
    assert maps.surprise(weights, moved) == pytest.approx(log(4) / 2)


def test_repetition_counts_what_the_target_repeats_more_than_the_source() -> None:
    assert repetition(["a", "b", "c"], ["x", "y", "z"]) == 0
    # “y y” follows itself: 2 of 4 words; “y z y z” has the pair “y z” twice: 1 of 4.
    assert repetition(["a", "b"], ["x", "y", "y", "z"]) == 2 / 4
    assert repetition(["a", "b"], ["y", "z", "Y", "z"]) == 1 / 4
    assert repetition(["a", "a"], ["x", "x"]) == 0


def test_the_ratio_of_lengths_is_a_logarithm() -> None:
    assert length_ratio(["a"] * 3, ["b"] * 6) == pytest.approx(log(2))
    assert length_ratio(["a"] * 3, ["b"] * 3) == 0


def test_a_map_is_held_against_the_nearest_good_ones_of_its_length() -> None:
    shares = [np.array(row) for row in ([1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [1.0])]
    log_probs = np.array([-1.0, -2, -3, -9, -9])  # the first three are good
    # Moving all weight by a position costs 1; the last source has no other of its length.
    assert wass_to_data(shares, log_probs) == pytest.approx(
        [1.5, 1, 1.5, (0.5 + 0.5 + 1.5) / 3, np.nan], nan_ok=True
    )


def test_damage_is_known_and_the_same_each_time() -> None:
    pairs = [("a b", "u v w"), ("c d", "x y"), ("e", "z")]
    found = {kind: damage(pairs, kind, seed=7) for kind in DAMAGES}
    assert all(damage(pairs, kind, seed=7) == found[kind] for kind in DAMAGES)
    assert [len(target.split()) for _, target in found["a word dropped"]] == [2, 1, 1]
    for (_, whole), (_, again) in zip(pairs, found["a word repeated"], strict=True):
        doubled = [one for one, after in pairwise(again.split()) if one == after]
        assert len(doubled) == 1
        assert " ".join(dict.fromkeys(again.split())) == whole
    shuffled = found["targets shuffled"]
    assert sorted(target for _, target in shuffled) == sorted(target for _, target in pairs)
    assert all(one != other for one, other in zip(pairs, shuffled, strict=True))
    with pytest.raises(ValueError, match="expected 2 or more"):
        damage(pairs[:1], "targets shuffled")


def test_the_area_under_the_curve_counts_pairs_and_half_of_the_ties() -> None:
    # Odd: 3, 1; others: 2, 1. 3 > 2, 3 > 1, 1 < 2, 1 = 1: 2.5 of 4.
    assert auroc([3, 2, 1, 1], [True, False, True, False]) == 2.5 / 4
    with pytest.raises(ValueError, match="to tell apart"):
        auroc([1, 2], [True, True])


def test_high_low_and_far_numbers_are_odd_and_a_missing_one_is_not() -> None:
    values = [1, 2, float("nan"), 9]
    assert oddness(values, Measure(1, "")).tolist() == [1, 2, 2, 9]
    assert oddness(values, Measure(-1, "")).tolist() == [-1, -2, -2, -9]
    assert oddness(values, Measure(0, "")).tolist() == [1, 0, 0, 7]
