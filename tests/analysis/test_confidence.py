"""How sure a model is of its words: features, probabilities, and what is left out, by hand."""

from collections.abc import Callable
from dataclasses import replace
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.confidence import (
    LEAST,
    confidence,
    least_read,
    left_out,
    rare_words,
    sentence_features,
    with_confidence,
    with_left_out,
    word_features,
)
from alignoscope.analysis.words import own_words
from alignoscope.data.known_words import KnownWords, level_of, write_known
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.confidence import (
    FITS,
    ConfidenceFit,
    Logistic,
    MeasuredConfidence,
    write_confidence,
)
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Candidate, Trace, TraceStep

FIT = ConfidenceFit(
    word=Logistic(bias=2.0, weights={"log_p": 1.0, "after": 0.5}, means={"log_p": -0.5}),
    sentence=Logistic(bias=1.0, weights={"mean": 2.0}),
    unsure=0.5,
    wrong=0.5,
)


def trace(
    log_probs=(-0.1, -0.3, -2.0, -0.1), others=(-3.0, -1.3, -2.5, -5.0), likelihoods=None
) -> Trace:
    """Return a trace of "a cat ." to "un chat ." whose second word has two pieces."""
    source = Sentence(
        text="a cat",
        ids=(4, 5, 3),
        pieces=("▁a", "▁cat", END),
        words=("a", "cat", END),
        word_of=(0, 1, 2),
    )
    target = Sentence(
        text="un chat",
        ids=(6, 7, 8, 3),
        pieces=("▁un", "▁ch", "at", END),
        words=("un", "chat", END),
        word_of=(0, 1, 1, 2),
    )
    weights = np.array([[0.8, 0.1, 0.1]] * 4, np.float32)
    steps = tuple(
        TraceStep(
            token=token,
            log_prob=own,
            query=np.zeros(1),
            scores=weights[0],
            weights=weights[0],
            context=np.zeros(1),
            center=None,
            candidates=[
                Candidate(token=token, log_prob=own),
                Candidate(token="▁x", log_prob=other),
            ],
        )
        for token, own, other in zip(target.pieces, log_probs, others, strict=True)
    )
    return Trace(
        variant="luong-dot",
        timing="luong",
        mode="free",
        source=source,
        target=target,
        finished=True,
        window=None,
        values=np.zeros((3, 1)),
        steps=steps,
        likelihoods=likelihoods,
    )


def test_a_word_has_the_log_probability_and_lead_of_its_least_sure_piece() -> None:
    found = word_features(trace(), None)
    assert found["log_p"] == pytest.approx([-0.1, -2.0])
    assert found["margin"] == pytest.approx([2.9, 0.5])
    assert found["p"] == pytest.approx([exp(-0.1), exp(-2.0)])
    assert found["before"] == pytest.approx([0, -0.1])
    assert found["after"] == pytest.approx([-2.0, -0.1])
    assert found["times"] == pytest.approx([log(100_001)] * 2)
    assert found["mean"] == pytest.approx([-2.5 / 4] * 2)


def test_a_piece_that_was_not_the_likeliest_trails() -> None:
    assert word_features(trace(others=(0.0,) * 4), None)["margin"] == pytest.approx([-0.1, -2.0])


def test_a_piece_of_no_probability_counts_as_the_least() -> None:
    found = word_features(trace(log_probs=(-1e9, 0, 0, 0)), None)
    assert found["log_p"] == pytest.approx([LEAST, 0])


def test_probabilities_follow_from_features_and_coefficients() -> None:
    found = confidence(trace(), FIT, None)
    assert found is not None
    logits = [2 - 0.1 - 0.5 * 2, 2 - 2 - 0.5 * 0.1]
    assert found.words == pytest.approx([1 / (1 + exp(-one)) for one in logits], abs=1e-4)
    assert found.sentence == pytest.approx(1 / (1 + exp(-(1 - 2 * 2.5 / 4))), abs=1e-4)
    assert found.unsure_words == (1,)
    assert found.probably_wrong
    assert found.reasons == ("after", "log_p")


def test_words_read_seldom_count_where_the_weights_are_and_in_the_sentence() -> None:
    known = KnownWords({"a": level_of(50), "cat": level_of(3)}, {})
    assert word_features(trace(), known)["times"] == pytest.approx([log(51)] * 2)
    assert sentence_features(trace(), known)["rarest"] == pytest.approx([log(4)])
    assert sentence_features(trace(), known)["mean"] == pytest.approx([-2.5 / 4])


def test_rare_words_are_neither_names_nor_numbers_nor_marks() -> None:
    known = KnownWords({"the": level_of(500), "cat": level_of(9), "dog": level_of(10)}, {})

    def rare(*words: str) -> tuple:
        ids = tuple(range(len(words) + 1))
        pieces = (*words, END)
        found = Sentence(text="", ids=ids, pieces=pieces, words=pieces, word_of=ids)
        return rare_words(found, known)

    assert rare("the", "cat", "and", "Otto", "dog", "7", "🙂", ".") == ((1, 9), (2, 0))
    assert rare() == rare("1", "23") == rare("🙂", "👩‍👩‍👧") == ()
    assert rare(*["gnu"] * 110) == tuple((i, 0) for i in range(110))
    assert rare_words(trace().source, None) == ()


def test_only_what_a_model_wrote_by_itself_has_a_confidence(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    source, target = "I am not tired.", "Je ne suis pas fatigué."
    weights = {"log_p": 1.0}
    fit = replace(FIT, word=Logistic(bias=0, weights=weights))
    write_confidence({"luong-dot": MeasuredConfidence(fit=fit)}, tmp_path / FITS)
    write_known(KnownWords({"i": level_of(20), "am": level_of(2)}, {}), tmp_path)
    model = replace(tiny("luong-dot"), path=tmp_path / "luong-dot.safetensors")
    made = [
        *translate(model, [source]),
        *best_translations(model, [source], 3),
        *force(model, [source], [target]),
        continue_from(model, model.tokenizer.encode(source), prefix=(7,)),
    ]
    found = with_confidence(model, made)
    assert [one.mode for one in found] == ["free", "beam", "forced", "branch"]
    assert [one.confidence is None for one in found] == [False, False, True, True]
    rare = ((1, 2), (2, 0), (3, 0))  # "am", "not" and "tired"
    assert [one.rare for one in found] == [rare] * 4
    other = with_confidence(replace(model, path=tmp_path / "luong-concat.safetensors"), made)
    assert [one.confidence for one in other] == [None] * 4
    assert other[0].rare == rare
    lone = with_confidence(replace(model, path=None), made)
    assert [(one.confidence, one.rare) for one in lone] == [(None, ())] * 4


@pytest.mark.parametrize("source", ["12 345", "🙂 👩‍👩‍👧", " ".join(["gnu"] * 27)])
def test_odd_inputs_have_a_confidence_for_each_word_that_was_written(
    source: str, tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    write_confidence({"luong-dot": MeasuredConfidence(fit=FIT)}, tmp_path / FITS)
    write_known(KnownWords({}, {}), tmp_path)
    model = replace(tiny("luong-dot"), path=tmp_path / "luong-dot.safetensors")
    (found,) = with_confidence(model, translate(model, [source]))
    count = len(own_words(found.target))
    assert (len(found.confidence.words) if found.confidence else 0) == count
    assert len(found.rare) == source.count("gnu")  # 27 of them have 108 tokens


def test_a_translation_without_a_word_has_no_confidence() -> None:
    end = Sentence(text="", ids=(3,), pieces=(END,), words=(END,), word_of=(0,))
    given = trace()
    assert confidence(replace(given, target=end, steps=given.steps[-1:]), FIT, None) is None


def test_a_source_word_without_a_third_of_any_posterior_is_left_out() -> None:
    assert left_out(trace()) is None
    # Each of the four rows has the posterior (8, 1, 1) times likelihoods, as shares of its sum.
    even = trace(likelihoods=np.zeros((4, 3), np.float32))
    assert left_out(even) == ()  # the mass of "cat" is 0.4, that of "a" 3.2
    unlikely = np.zeros((4, 3), np.float32)
    unlikely[0, 1] = log(0.1)  # its mass is now 0.3 + 0.1 / 9.1
    assert left_out(trace(likelihoods=unlikely)) == (1,)
    seen = np.zeros((4, 3), np.float32)
    seen[1, 1] = log(20)  # its mass is now 0.3 + 20 / 29
    assert left_out(trace(likelihoods=seen)) == ()


def test_what_is_left_out_lowers_the_probability_of_a_translation(
    tiny: Callable[..., Checkpoint], tmp_path: Path
) -> None:
    weights = {"left_out": -2.0, "covered": 1.0}
    fit = replace(FIT, sentence=Logistic(bias=0.5, weights=weights))
    write_confidence({"luong-dot": MeasuredConfidence(fit=fit)}, tmp_path / FITS)
    model = replace(tiny("luong-dot"), path=tmp_path / "luong-dot.safetensors")
    gone, seen = np.zeros((2, 4, 3), np.float32)
    gone[:, 1], seen[:, 1] = -5.0, 3.0
    (sure,) = with_confidence(model, [trace()])
    assert sure.confidence.sentence == pytest.approx(1 / (1 + exp(-0.5)), abs=1e-4)
    found = with_left_out(
        model,
        [
            replace(sure, likelihoods=gone),
            replace(sure, likelihoods=seen),
            replace(trace(), likelihoods=gone),
        ],
    )
    assert [one.left_out for one in found] == [(1,), (), (1,)]
    first, second = (one.confidence.sentence for one in found[:2])
    assert first == pytest.approx(1 / (1 + exp(1.5)), abs=1e-4)
    assert second == pytest.approx(1 / (1 + exp(-1.5)), abs=1e-4)
    assert found[2].confidence is None  # as a forced trace, whose confidence nobody fitted


def test_a_frequent_word_needs_no_counterpart() -> None:
    gone = np.zeros((4, 3), np.float32)
    gone[:, 1] = -5.0
    often, seldom = (KnownWords({"cat": level_of(times)}, {}) for times in (10_000, 9_999))
    assert left_out(trace(likelihoods=gone), often) == ()
    assert left_out(trace(likelihoods=gone), seldom) == (1,)


def test_the_least_read_word_is_no_name_number_or_mark() -> None:
    known = KnownWords({"a": level_of(300), "cat": level_of(7)}, {}, least=1)
    sentence = trace().source
    assert least_read(sentence, known) == 7
    assert np.isnan(least_read(sentence, None))
    named = replace(sentence, words=("a", "Kim", END))
    assert least_read(named, known) == 300
    assert np.isnan(least_read(replace(sentence, words=("7", "!", END)), known))
