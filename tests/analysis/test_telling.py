"""The step at which a sentence opens, by hand. The page's headline says the same reorderings."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.telling import reorderings, telling_row, telling_step
from tests.shared.opened_traces import opened

CASES = Path(__file__).parents[1] / "scripts/reorderings.json"


@pytest.mark.parametrize("case", json.loads(CASES.read_text()))
def test_the_telling_word_goes_furthest_back_or_else_looks_at_a_long_word_most(case: dict) -> None:
    weights = np.array(case["weights"])
    assert reorderings(weights, case["rows"], case["columns"]) == case["reordered"]
    assert telling_row(weights, case["rows"], case["columns"]) == case["telling"]


def test_the_step_begins_the_word_and_is_the_first_without_weights() -> None:
    weights = [[1, 0, 0], [0, 0.9, 0.1], [0, 0.9, 0.1], [0, 0.3, 0.7], [0, 0, 1]]
    made = opened(["a", "black", "</s>"], ["un", "no", "ir", "!", "</s>"], weights=weights)
    target = replace(made.target, words=("un", "noir", "!", "</s>"), word_of=(0, 1, 1, 2, 3))
    split = replace(made, target=target, id="split")
    plain = opened(["the", "cat"], ["le", "chat"], weights=None, variant="fixed-context")
    assert telling_step([plain, split], "split") == 1
    assert telling_step([plain, split]) == 0
    assert telling_step([replace(split, kind="links")]) == 0


def test_a_word_after_one_of_several_pieces_begins_at_its_own_step() -> None:
    weights = [[0, 0.1, 0.9, 0], [0, 0.1, 0.9, 0], [0.1, 0.8, 0.1, 0], [0, 0, 0, 1]]
    made = opened(["a", "red", "car", "</s>"], ["voi", "ture", "rouge", "</s>"], weights=weights)
    words = ("voiture", "rouge", "</s>")
    split = replace(made, target=replace(made.target, words=words, word_of=(0, 0, 1, 2)))
    assert telling_step([split]) == 2
