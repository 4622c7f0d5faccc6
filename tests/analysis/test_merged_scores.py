"""Scores over words: their softmax is the weights over words, and no weight is denied."""

import math
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.words import merge_words
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.sentence import Sentence

ROOT = Path(__file__).parent.parent.parent
NONE = -math.inf
SOURCE = Sentence(
    text="a bc", ids=(5, 6, 7), pieces=("▁a", "▁b", "c"), words=("a", "bc"), word_of=(0, 1, 1)
)
TARGET = Sentence(
    text="xy z", ids=(8, 9, 4), pieces=("▁x", "y", "▁z"), words=("xy", "z"), word_of=(0, 0, 1)
)


def test_merged_scores_by_hand() -> None:
    cells = np.array([[0, math.log(2), 0], [NONE, 0, math.log(3)], [NONE, 2, NONE]])
    # Over source pieces: (0, log 3), (-inf, log 4), (-inf, 2). The softmaxes of the two steps of
    # "xy" are (1/4, 3/4) and (0, 1), their mean is (1/8, 7/8), and both sums are log 4.
    found = merge_words(cells, SOURCE, TARGET, "scores")
    expected = [[math.log(4 / 8), math.log(4 * 7 / 8)], [NONE, 2]]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_scores_far_below_the_others_stay_numbers() -> None:
    cells = np.array([[-900, 900, 0], [0, 900, 0], [-900, 0, 0]], dtype=np.float32)
    found = merge_words(cells, SOURCE, TARGET, "scores")
    np.testing.assert_allclose(found[:, 0], [-math.log(2), -900], atol=1e-9)


def test_a_row_outside_of_every_window_stays_outside() -> None:
    cells = np.full((3, 3), NONE)
    assert np.isneginf(merge_words(cells, SOURCE, TARGET, "scores")).all()


@pytest.mark.parametrize("variant", ["luong-local-m", "luong-general"])
def test_no_weight_is_drawn_as_outside_of_the_window(variant: str) -> None:
    checkpoint = load_checkpoint(ROOT / "checkpoints" / "eng-fra" / f"{variant}.safetensors")
    trace = translate(checkpoint, ["He photographed a rhinoceros in Madagascar."])[0]
    assert len(trace.target.pieces) > len(trace.target.words)
    scores, weights = (
        merge_words(cells, trace.source, trace.target, measure)
        for cells, measure in ((trace.scores, "scores"), (trace.weights, "weights"))
    )
    assert np.isfinite(scores[weights > 0]).all()
    outside = merge_words(np.isfinite(trace.scores), trace.source, trace.target, "weights") == 0
    np.testing.assert_array_equal(np.isneginf(scores), outside)
    exponentials = np.exp(scores)
    softmax = exponentials / exponentials.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(softmax, weights, rtol=1e-4, atol=1e-7)
