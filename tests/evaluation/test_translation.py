"""Translations against one and several references."""

import pytest
from sacrebleu.metrics import BLEU

from alignoscope.data.corpus import Pair
from alignoscope.decoding.beam import beam_search
from alignoscope.evaluation.translation import (
    group_references,
    measure_quality,
    score_texts,
    translate_sources,
)
from tests.shared.measured import PAIRS, TOO_LONG


def test_all_targets_of_a_source_are_its_references() -> None:
    pairs = [Pair("a", "x"), Pair("b", "y"), Pair("a", "z"), Pair("a", "x"), Pair("A", "y")]
    assert group_references(pairs) == {"a": ["x", "z"], "b": ["y"], "A": ["y"]}


def test_a_text_may_equal_any_of_its_references() -> None:
    texts = ["one two three four", "five six seven eight"]
    references = [["a b c d e", "one two three four"], ["five six seven eight"]]
    score = score_texts(texts, references)
    assert (score.bleu, score.chrf, score.exact) == (100, 100, 100)
    assert "nrefs:var" in score.bleu_signature
    one = score_texts(texts, [row[:1] for row in references])
    assert one.bleu < 60
    assert one.exact == 50
    assert "nrefs:1" in one.chrf_signature


def test_quality_against_one_and_several_references(learned) -> None:
    pairs = [Pair(PAIRS[0].source, "Une auto rouge file vite."), *PAIRS, TOO_LONG]
    rows, draws = measure_quality(learned("luong-dot"), pairs, "test", width=1, several=True)
    one, several = rows
    assert (draws.part, draws.decoding, len(draws.bleu)) == ("test", "greedy", 1000)
    assert (one.bleu_low, one.bleu_high) == (sorted(draws.bleu)[25], sorted(draws.bleu)[974])
    assert (one.references, one.sentences, one.skipped, one.exact) == ("one", 4, 1, 75)
    assert several.references == "several"
    assert (several.sentences, several.skipped, several.exact, several.bleu) == (3, 1, 100, 100)
    assert (one.part, one.decoding) == ("test", "greedy")
    alone, _ = measure_quality(learned("luong-dot"), pairs, "test", width=1, several=False)
    assert alone == [one]
    assert len(measure_quality(learned("luong-dot"), PAIRS, "dev", width=1, several=True)[0]) == 1


def test_a_beam_gives_its_best_hypothesis(tiny) -> None:
    checkpoint, sources = tiny("bahdanau-dot"), [pair.source for pair in PAIRS]
    written = translate_sources(checkpoint, sources, 3)
    best = [found[0].target.text for found in beam_search(checkpoint, sources, 3)]
    assert [written[source] for source in sources] == best
    rows, draws = measure_quality(checkpoint, PAIRS, "dev", width=3, several=True)
    assert rows[0].decoding == draws.decoding == "beam 3"


def test_the_interval_is_as_wide_as_that_of_sacrebleu() -> None:
    texts = [f"the red car {'drives' if i % 3 else 'went'} fast {i % 5}" for i in range(31)]
    references = [[f"the red car drives fast {i % 7}"] for i in range(31)]
    score = score_texts(texts, references)
    theirs = BLEU().corpus_score(texts, [[r for (r,) in references]], n_bootstrap=1000)
    assert score.bleu_low < score.bleu < score.bleu_high
    assert (score.bleu_high - score.bleu_low) / 2 == pytest.approx(theirs._ci, abs=0.02)
