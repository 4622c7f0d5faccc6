"""Edits of one row of weights: a row of the same total, or a word why there is none."""

import numpy as np
import pytest

from alignoscope.analysis import edits
from alignoscope.data.tokenizer import END_ID
from alignoscope.records.sentence import Sentence

ROW = np.array([0.1, 0.3, 0.2, 0.4])
SENTENCE = Sentence(
    text="unlock it",
    ids=(5, 7, 11, END_ID),
    pieces=("▁un", "lock", "▁it", "</s>"),
    words=("unlock", "it", "</s>"),
    word_of=(0, 0, 1, 2),
)
SHORT = 0.8  # the total of a row of `local-p`


@pytest.mark.parametrize("total", [1.0, SHORT])
@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        (lambda row: edits.uniform(row), [0.25, 0.25, 0.25, 0.25]),
        (lambda row: edits.only(row, (2,)), [0, 0, 1, 0]),
        (lambda row: edits.only(row, (0, 1)), [0.25, 0.75, 0, 0]),
        (lambda row: edits.forget(row, (1, 3)), [1 / 3, 0, 2 / 3, 0]),
        (lambda row: edits.swap(row, (0,), (3,)), [0.4, 0.3, 0.2, 0.1]),
        (lambda row: edits.swap(row, (0, 1), (2,)), [0.05, 0.15, 0.4, 0.4]),
        (lambda row: edits.sharpen(row), [1 / 30, 9 / 30, 4 / 30, 16 / 30]),
        (lambda row: edits.sharpen(row, 1), ROW),
        (lambda row: edits.flatten(edits.sharpen(row)), ROW),
        (lambda row: edits.put(row, np.array([0, 3, 0, 1])), [0, 0.75, 0, 0.25]),
        (lambda row: edits.give(row, (1, 2), row.sum() / 4), [0.15, 0.15, 0.1, 0.6]),
        (lambda row: edits.give(row, (0, 1, 2, 3), row.sum()), ROW),
        (
            lambda row: edits.spread(np.array([1, 1, 2]), row, SENTENCE),
            [1 / 16, 3 / 16, 1 / 4, 1 / 2],
        ),
        (
            lambda row: edits.gold_row(frozenset({(0, 5), (1, 5), (2, 4)}), row, SENTENCE, 5),
            [0.125, 0.375, 0.5, 0],
        ),
    ],
)
def test_every_edit_keeps_the_total(edited, expected: list[float], total: float) -> None:
    row = ROW * total
    np.testing.assert_allclose(edited(row), np.array(expected) * total, atol=1e-12)
    np.testing.assert_array_equal(row, ROW * total)


def test_tokens_without_weight_share_evenly_what_they_are_given() -> None:
    row = np.array([0.0, 0.0, 1.0, 0.0])
    np.testing.assert_allclose(edits.only(row, (0, 1)), [0.5, 0.5, 0, 0])
    np.testing.assert_allclose(edits.give(row, (2,), 0.4), [0.2, 0.2, 0.4, 0.2])
    np.testing.assert_allclose(
        edits.spread(np.array([1.0, 1.0, 0.0]), row, SENTENCE), [0.25, 0.25, 0.5, 0]
    )


def test_sharpening_a_row_often_does_not_lose_it() -> None:
    row = np.full(101, 1 / 101)
    row[7] *= 1.001
    for _ in range(40):
        row = edits.sharpen(row)
    assert row[7] == pytest.approx(row.sum())
    assert row.sum() == pytest.approx(1, abs=1e-4)
    np.testing.assert_allclose(edits.renormalised(np.array([1e-320, 3e-320]), 1).sum(), 1)


@pytest.mark.parametrize(
    ("edited", "message"),
    [
        (lambda: edits.forget(np.array([0.0, 1.0]), (1,)), "nothing is left"),
        (lambda: edits.put(ROW, np.zeros(4)), "All weights of the row are 0"),
        (lambda: edits.put(ROW, np.ones(3)), "3 weights for 4"),
        (lambda: edits.put(ROW, np.array([1, -1, 1, 1])), "A weight is -1"),
        (lambda: edits.uniform(np.array([np.nan, 1])), "not a number"),
        (lambda: edits.only(ROW, ()), "at least one"),
        (lambda: edits.only(ROW, (4,)), "from 0 to 3"),
        (lambda: edits.swap(ROW, (0, 1), (1, 2)), "two different"),
        (lambda: edits.sharpen(ROW, 0), "above 0"),
        (lambda: edits.renormalised(ROW, 0), "above 0"),
        (lambda: edits.give(ROW, (0,), 1.1), "expected 0 to 1"),
        (lambda: edits.give(ROW, (0, 1, 2, 3), 0.5), "Leave at least one"),
        (lambda: edits.spread(np.ones(4), ROW, SENTENCE), "3 words and 4 pieces"),
        (lambda: edits.gold_row(frozenset({(0, 1)}), ROW, SENTENCE, 0), "no source word"),
    ],
)
def test_an_edit_that_leaves_no_row_is_refused(edited, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        edited()
