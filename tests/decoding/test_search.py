"""Beam search, sampling and the oracle: their traces are those that forcing would give."""

import math

import pytest

from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.best import best_texts, best_translations
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.recording import CANDIDATES
from alignoscope.decoding.sampling import sample
from alignoscope.records.trace import Trace
from tests.shared.samples import SENTENCES
from tests.shared.traces import assert_same

SEARCHED = (
    "bahdanau-additive",
    "bahdanau-location-sensitive",
    "luong-general-feed",
    "luong-local-m",
)
TEXT = "The old car doesn't like me."


def ranked(trace: Trace) -> float:
    return trace.log_prob / len(trace.steps)


@pytest.mark.parametrize("width", [1, 3])
@pytest.mark.parametrize("variant", [*SEARCHED, "nematus-additive"])
def test_texts_without_traces_are_those_of_the_traces(
    tiny, learned, variant: str, width: int
) -> None:
    for checkpoint in (tiny(variant), learned(variant)):  # which stops at no end mark, and at one
        traces = best_translations(checkpoint, SENTENCES, width)
        assert best_texts(checkpoint, SENTENCES, width) == [one.target.text for one in traces]
    assert best_texts(checkpoint, [], width) == []
    with pytest.raises(ValueError, match="source sentence is empty"):
        best_texts(checkpoint, [" "], width)


@pytest.mark.parametrize("variant", [*SEARCHED, "tacotron-additive", "fixed-context"])
def test_a_beam_of_one_is_greedy(learned, variant: str) -> None:
    checkpoint = learned(variant)
    texts = [*SENTENCES[::2], TEXT]
    for greedy, beam in zip(
        translate(checkpoint, texts), beam_search(checkpoint, texts, 1), strict=True
    ):
        assert len(beam) == 1
        assert_same(greedy, beam[0])


@pytest.mark.parametrize("variant", [*SEARCHED, "tacotron-additive", "fixed-context"])
def test_every_hypothesis_carries_its_own_weights(learned, variant: str) -> None:
    checkpoint = learned(variant)
    hypotheses = beam_search(checkpoint, [TEXT], 5)[0]
    assert len({trace.target.ids for trace in hypotheses}) == 5
    assert [ranked(t) for t in hypotheses] == sorted(map(ranked, hypotheses), reverse=True)
    for trace in hypotheses:
        forced = force_sentences(checkpoint, [trace.source], [trace.target])[0]
        assert_same(trace, forced)


@pytest.mark.parametrize("variant", ["luong-general", "tacotron-additive"])
def test_both_states_of_an_lstm_follow_their_hypothesis(tiny, variant: str) -> None:
    checkpoint = tiny(variant, "lstm")
    for trace in beam_search(checkpoint, [TEXT], 5)[0]:
        assert_same(trace, force_sentences(checkpoint, [trace.source], [trace.target])[0])


@pytest.mark.parametrize("variant", [*SEARCHED, "fixed-context"])
def test_what_is_shown_is_greedy_or_the_best_of_a_beam(learned, variant: str) -> None:
    checkpoint = learned(variant)
    one, five = (best_translations(checkpoint, [TEXT, "Car"], width) for width in (1, 5))
    for shown, greedy, found, text in zip(
        one, translate(checkpoint, [TEXT, "Car"]), five, (TEXT, "Car"), strict=True
    ):
        assert (shown.mode, shown.beam, shown.decoding) == ("free", None, "greedy")
        assert (found.mode, found.beam, found.decoding) == ("beam", 5, "beam 5")
        assert_same(shown, greedy)
        assert_same(found, force_sentences(checkpoint, [found.source], [found.target])[0])
        assert_same(found, beam_search(checkpoint, [text], 5)[0][0])
    assert beam_search(checkpoint, [TEXT], 1)[0][0].decoding == "greedy"


def test_a_wider_beam_finds_what_is_more_probable(tiny) -> None:
    for seed in range(5):
        checkpoint = tiny("luong-general", seed=seed)
        checkpoint.model.bias[END_ID] += 1.5
        greedy = translate(checkpoint, [TEXT])[0]
        best = beam_search(checkpoint, [TEXT], 8, length_penalty=0)[0][0]
        assert best.log_prob >= greedy.log_prob - 1e-5


def test_beams_alone_equal_beams_in_a_batch(learned) -> None:
    checkpoint = learned("bahdanau-additive")
    texts = [*SENTENCES[::2], TEXT, "Car"]
    for text, batched in zip(texts, beam_search(checkpoint, texts, 3), strict=True):
        for one, other in zip(beam_search(checkpoint, [text], 3)[0], batched, strict=True):
            assert_same(one, other)


def test_hypotheses_that_never_end_are_cut_and_say_so(tiny) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.bias[END_ID] = -1e4
    hypotheses = beam_search(checkpoint, ["Car"], 3)[0]
    assert len(hypotheses) == 3
    assert not any(trace.finished for trace in hypotheses)
    assert {len(t.steps) for t in hypotheses} == {2 * len(hypotheses[0].source.ids) + 10}


@pytest.mark.parametrize(("width", "penalty"), [(0, 1), (1000, 1), (5, -1), (5, 99)])
def test_beams_out_of_range_are_refused(tiny, width: int, penalty: float) -> None:
    with pytest.raises(ValueError, match="expected"):
        beam_search(tiny("luong-dot"), [TEXT], width, penalty)


def test_sampling_from_one_token_is_greedy(learned) -> None:
    checkpoint = learned("luong-general")
    for one, other in zip(
        translate(checkpoint, SENTENCES), sample(checkpoint, SENTENCES, top_k=1), strict=True
    ):
        assert_same(one, other)


def test_samples_follow_their_seed_and_temperature(tiny) -> None:
    checkpoint = tiny("luong-general")
    first, again, other = (sample(checkpoint, [TEXT], seed=seed)[0] for seed in (1, 1, 2))
    assert first.target == again.target
    assert first.target != other.target
    assert (
        sample(checkpoint, [TEXT], temperature=0.001)[0].target
        == translate(checkpoint, [TEXT])[0].target
    )
    allowed = {
        c.token
        for step in sample(checkpoint, [TEXT], top_k=3)[0].steps
        for c in step.candidates[:3]
    }
    assert {step.token for step in sample(checkpoint, [TEXT], top_k=3)[0].steps} <= allowed


def test_samples_are_as_frequent_as_they_are_probable(learned) -> None:
    checkpoint = learned("luong-general")
    traces = sample(checkpoint, ["Car"] * 2000, temperature=2.0, top_k=CANDIDATES)
    candidates = traces[0].steps[0].candidates
    odds = {c.token: math.exp(c.log_prob / 2) for c in candidates}
    for token, odd in odds.items():
        found = sum(trace.steps[0].token == token for trace in traces) / len(traces)
        assert found == pytest.approx(odd / sum(odds.values()), abs=0.04)


@pytest.mark.parametrize(("temperature", "top_k"), [(0, 5), (-1, 5), (1, 0), (1, 10**9)])
def test_sampling_out_of_range_is_refused(tiny, temperature: float, top_k: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        sample(tiny("luong-dot"), [TEXT], temperature=temperature, top_k=top_k)
