"""The error of small models against gold links, put together from its parts."""

from dataclasses import replace

import pytest

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.analysis.links import LinkOptions, alignment_error, extract_links
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import word_weights
from alignoscope.decoding.forced import force
from alignoscope.evaluation.alignment import attention_links, gold_error
from alignoscope.interchange.pharaoh import to_pharaoh
from alignoscope.records.measured_rows import ALIGNED_BY
from tests.shared.gold_pairs import gold_pair
from tests.shared.samples import SENTENCES


@pytest.mark.parametrize("method", ["argmax", "threshold"])
@pytest.mark.parametrize("shift", [-1, 0, 1])
@pytest.mark.parametrize("measure", ALIGNED_BY)
def test_gold_error_is_its_parts_put_together(tiny, method: str, shift: int, measure: str) -> None:
    checkpoint, options = tiny("luong-dot"), {"method": method, "threshold": 0.13}
    of_map = {"shift": shift, "measure": measure}
    pairs = [gold_pair(s, t) for s, t in zip(SENTENCES[::-2], SENTENCES[-2::-2], strict=True)]
    found = attention_links(checkpoint, pairs, LinkOptions(**of_map, **options))
    for pair, links in zip(pairs, found, strict=True):
        made = force(checkpoint, [pair.source], [pair.target])[0]
        made = replace(made, likelihoods=likelihoods(checkpoint, made))
        weights = word_weights(made, pair.source_words, pair.target_words, **of_map)
        assert links == extract_links(weights, **options)
    assert sum(map(len, found)) > 5
    gold = [
        gold_pair(pair.source, pair.target, to_pharaoh(links))
        for pair, links in zip(pairs, found, strict=True)
    ]
    options |= {"measure": measure}
    extractions = [LinkOptions(shift=other, **options) for other in (-1, 0, 1)]
    errors = [gold_error(checkpoint, gold, extraction).aer for extraction in extractions]
    assert errors[shift + 1] == 0
    if measure == "weights":  # an untrained model's posterior is nearly the same at every step
        assert sorted(errors)[1] > 0


def test_gold_error_skips_and_counts_long_pairs(tiny) -> None:
    checkpoint = tiny("luong-dot")
    gold = [gold_pair("the " * 101, "la", "0-0"), gold_pair("the car", "la voiture", "0-0 1-1")]
    score = gold_error(checkpoint, gold)
    assert (score.pairs, score.skipped) == (1, 1)
    with pytest.raises(ValueError, match="None of 1 gold pairs has at most 100 tokens"):
        gold_error(checkpoint, gold[:1])


def test_both_directions_are_symmetrised(tiny) -> None:
    forward, backward = tiny("luong-dot"), tiny("bahdanau-dot", seed=1)
    gold = [gold_pair("The red car", "La voiture rouge, n'est-ce pas", "0-0 1-2 2-1")]
    one, other = (
        attention_links(forward, gold)[0],
        attention_links(backward, gold, backward=True)[0],
    )
    assert len(one) <= 8 >= len({t for _, t in one})
    assert len(other) == len({s for s, _ in other}) <= 3  # one target word a source word at most
    for name, join in SYMMETRISATIONS.items():
        score = gold_error(forward, gold, backward=backward, symmetrisation=name)
        assert score == alignment_error([join(one, other)], gold)
    with pytest.raises(ValueError, match="Unknown symmetrisation 'grow': expected one of inter"):
        gold_error(forward, gold, backward=backward, symmetrisation="grow")


def test_two_models_of_one_direction_do_not_align_two_ways(tiny) -> None:
    model = tiny("luong-dot")
    model = replace(model, record=replace(model.record, pair="eng-fra"))
    with pytest.raises(ValueError, match="Both models are of eng-fra"):
        gold_error(model, [gold_pair("the car", "la voiture", "0-0")], backward=model)
