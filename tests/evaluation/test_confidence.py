"""Labels by edit distance, the logistic fit and its measures, worked out by hand."""

import numpy as np
import pytest

from alignoscope.evaluation.confidence import (
    auroc,
    calibration_error,
    fit_logistic,
    right_words,
)


@pytest.mark.parametrize(
    ("words", "references", "right"),
    [
        ("le chat dort", ["Le chat dort"], [True, True, True]),
        ("le chien dort", ["Le chat dort", "Un homme mange"], [True, False, True]),
        ("un gros chat dort", ["Le chat dort"], [False, False, True, True]),
        ("chat", ["Le chat dort bien"], [True]),
        ("dort chat", ["chat dort"], [False, False]),  # two words replaced: there are no shifts
    ],
)
def test_a_word_is_right_if_the_least_edits_to_the_nearest_reference_keep_it(
    words: str, references: list[str], right: list[bool]
) -> None:
    assert right_words(words.split(), references) == right


def test_auroc_is_the_share_of_pairs_in_the_right_order() -> None:
    said, right = np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False])
    assert auroc(said, right) == pytest.approx((1 + 1 + 0.5 + 1) / 4)


def test_the_calibration_error_weighs_bins_by_their_cases() -> None:
    said, right = np.array([0.95, 0.95, 0.15, 0.15]), np.array([True, True, True, False])
    assert calibration_error(said, right) == pytest.approx(0.5 * 0.05 + 0.5 * 0.35)


def test_a_fit_of_one_feature_meets_the_shares_of_its_two_values() -> None:
    x = np.array([0.0] * 1000 + [1.0] * 1000)
    right = np.array([True] * 250 + [False] * 750 + [True] * 800 + [False] * 200)
    fit = fit_logistic({"x": x}, right, ["x"])
    low, high = fit.probabilities({"x": np.array([0.0, 1.0])})
    assert low == pytest.approx(0.25, abs=0.01)
    assert high == pytest.approx(0.8, abs=0.01)


def test_a_feature_that_never_changes_weighs_nothing() -> None:
    right = np.array([True, True, False, False])
    same, x = np.full(4, 7.0), np.array([1.0, 0.9, 0.2, 0.1])
    fit = fit_logistic({"x": x, "same": same}, right, ["x", "same"])
    assert fit.weights["same"] == 0
    assert fit.weights["x"] > 0
