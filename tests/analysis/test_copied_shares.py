"""The share of a written token that was copied."""

from dataclasses import replace

import numpy as np
import pytest

from alignoscope.analysis.copying import copied_shares
from alignoscope.decoding.forced import force
from tests.shared.copying import opened


def test_what_was_copied_and_what_was_generated_are_the_whole_probability(tiny) -> None:
    checkpoint = opened(tiny("luong-general-copy"))
    trace = force(checkpoint, ["The red car is fast."], ["The red house is fast."])[0]
    shares = copied_shares(trace)
    found = []
    for share, step, token in zip(shares, trace.steps, trace.target.ids, strict=True):
        places = [j for j, piece in enumerate(trace.source.ids) if piece == token]
        copied = (1 - step.p_gen) * sum(step.weights[j] for j in places)
        assert share == pytest.approx(copied / np.exp(step.log_prob), rel=1e-4)
        found.append(bool(places))
    assert any(found)
    assert [share > 0 for share in shares] == found
    plain = force(tiny("luong-general"), ["The red car"], ["The red car"])[0]
    assert copied_shares(plain) is None


@pytest.mark.parametrize("name", ["luong-local-p-feed-copy", "bahdanau-additive-copy"])
def test_a_share_is_from_0_to_1(tiny, name: str) -> None:
    trace = force(opened(tiny(name)), ["The red car is fast."], ["The red car is fast."])[0]
    shares = copied_shares(trace)
    assert ((shares >= 0) & (shares <= 1)).all()


def test_the_share_of_a_word_is_the_mean_of_its_pieces(tiny) -> None:
    trace = force(opened(tiny("luong-general-copy")), ["The red car."], ["The red car."])[0]
    pieces, words = copied_shares(trace), copied_shares(trace, "words")
    assert len(words) == len(trace.target.words)
    for word, share in enumerate(words):
        own = [x for x, of in zip(pieces, trace.target.word_of, strict=True) if of == word]
        assert share == pytest.approx(sum(own) / len(own))


def test_a_share_of_a_word_that_is_impossible_is_not_known(tiny) -> None:
    trace = force(opened(tiny("luong-general-copy")), ["The red car."], ["The red car."])[0]
    steps = (*trace.steps[:-1], replace(trace.steps[-1], log_prob=-np.inf))
    assert copied_shares(replace(trace, steps=steps)) is None
