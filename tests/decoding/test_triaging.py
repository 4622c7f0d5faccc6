"""Pairs forced through models, and what is measured of them."""

from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.distances import row_distances
from alignoscope.analysis.triage import maps
from alignoscope.analysis.triage.measures import MEASURES
from alignoscope.data.corpus import Pair
from alignoscope.data.known_words import count_known, write_known
from alignoscope.decoding.forced import force
from alignoscope.decoding.triaging import measure_pairs, numbers_of
from tests.shared.samples import SENTENCES

PAIRS = [(SENTENCES[i], SENTENCES[i + 1]) for i in range(0, 6, 2)]


def test_the_numbers_are_those_of_the_first_models_forced_maps(tiny) -> None:
    models = [tiny("luong-general"), tiny("bahdanau-additive")]
    table = numbers_of(measure_pairs(models, PAIRS))
    traces = [force(model, *map(list, zip(*PAIRS, strict=True))) for model in models]
    for i, (first, other) in enumerate(zip(*traces, strict=True)):
        assert first.weights is not None
        assert table["row entropy"][i] == pytest.approx(maps.row_entropy(first.weights), rel=1e-5)
        assert table["log p"][i] == pytest.approx(first.log_prob / len(first.steps), rel=1e-5)
        far = row_distances(first, other).mean()
        assert table["disagreement"][i] == pytest.approx(far, rel=1e-4)
    assert (table["surprise"] > 0).all()
    assert set(table) == set(MEASURES)


def test_without_the_posterior_there_is_no_surprise_and_all_else_is_the_same(tiny) -> None:
    whole, quick = (
        numbers_of(measure_pairs([tiny("luong-dot")], PAIRS, posterior=posterior))
        for posterior in (True, False)
    )
    assert np.isnan(quick.pop("surprise")).all()
    for name, column in quick.items():
        np.testing.assert_array_equal(column, whole[name])


def test_a_model_alone_has_nobody_to_disagree_with_and_agrees_with_itself(tiny) -> None:
    model = tiny("luong-dot")
    assert np.isnan(numbers_of(measure_pairs([model], PAIRS))["disagreement"]).all()
    twice = numbers_of(measure_pairs([model, model], PAIRS))["disagreement"]
    assert twice == pytest.approx(0, abs=1e-7)


def test_a_pair_that_is_too_long_or_empty_has_no_numbers(tiny) -> None:
    pairs = [PAIRS[0], ("a " * 200, "b"), (" ", "b"), PAIRS[1]]
    found = measure_pairs([tiny("luong-dot")], pairs)
    assert [one is None for one in found] == [False, True, True, False]
    assert np.isnan(numbers_of(found)["log p"]).tolist() == [False, True, True, False]


def test_a_model_without_attention_has_the_measures_of_words_alone(tiny) -> None:
    table = numbers_of(measure_pairs([tiny("fixed-context"), tiny("luong-dot")], PAIRS))
    assert not np.isnan(table["log p"]).any()
    assert not np.isnan(table["repetition"]).any()
    assert np.isnan(table["confidence"]).all()
    assert np.isnan(table["disagreement"]).all()


def test_the_rarest_word_is_of_the_table_beside_the_first_model(tiny, tmp_path: Path) -> None:
    model = replace(tiny("luong-dot"), path=tmp_path / "luong-dot.safetensors")
    assert np.isnan(numbers_of(measure_pairs([model], PAIRS))["rarest word"]).all()
    write_known(count_known([Pair("the red car", "x"), Pair("the car", "y")]), tmp_path)
    pairs = [("the car", "x"), ("the red car", "x"), ("the new car", "x")]
    found = numbers_of(measure_pairs([model], pairs))["rarest word"]
    assert found == pytest.approx([log(3), log(2), 0])
