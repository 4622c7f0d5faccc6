"""Invariants of real traces, over every timing and score."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from alignoscope.analysis.normalising import normalised
from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force, force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.recording import CANDIDATES
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.normalisers import NORMALISERS
from alignoscope.models.seq2seq import pad_ids
from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.limits import MAX_TOKENS
from alignoscope.records.trace import Trace
from alignoscope.records.variant import is_transformer, parse_variant
from tests.shared.samples import SENTENCES, VARIANTS, WITH_CELLS, mostly_slow
from tests.shared.traces import TEXTS, assert_same


@pytest.mark.parametrize(("variant", "cell"), WITH_CELLS)
def test_a_trace_says_what_was_computed(tiny, variant: str, cell: str) -> None:
    trace = translate(tiny(variant, cell), ["The red car is fast."])[0]
    assert trace.mode == "free"
    assert trace.timing == parse_variant(variant).timing
    for step in trace.steps:
        assert step.candidates[0].token == step.token
        assert step.candidates[0].log_prob == pytest.approx(step.log_prob)
        assert len(step.candidates) == CANDIDATES
    if trace.weights is None:
        assert np.ptp([step.context for step in trace.steps], axis=0).max() == 0
        return
    if is_transformer(variant):
        assert trace.scores is None  # a mean of several softmaxes has none
        np.testing.assert_allclose(trace.weights.sum(axis=1), 1, rtol=1e-5)
        return
    normaliser = parse_variant(variant).normaliser
    if normaliser == MONOTONIC:
        weights = np.stack([normalised(trace, step).weights for step in range(len(trace.steps))])
        assert set(trace.weights.sum(axis=1)) <= {0, 1}
    else:
        weights = NORMALISERS[normaliser](torch.tensor(trace.scores)).numpy()
    if "local-p" in variant:
        assert (trace.weights <= weights).all()
    else:
        np.testing.assert_allclose(trace.weights, weights, atol=1e-6)
    contexts = np.stack([step.context for step in trace.steps])
    np.testing.assert_allclose(contexts, trace.weights @ trace.values, atol=1e-5)


@pytest.mark.parametrize("variant", mostly_slow(VARIANTS))
def test_alone_equals_in_a_batch(tiny, variant: str) -> None:
    checkpoint = tiny(variant)
    for text, batched in zip(TEXTS, translate(checkpoint, TEXTS), strict=True):
        assert_same(translate(checkpoint, [text])[0], batched)


@pytest.mark.parametrize("variant", mostly_slow(VARIANTS))
def test_a_model_learns_and_forcing_its_own_output_changes_nothing(learned, variant: str) -> None:
    checkpoint = learned(variant)
    free = translate(checkpoint, SENTENCES[::2])
    # One that cannot go back does not learn the French order of adjectives.
    if "-monotonic" not in variant:
        assert [trace.target.text for trace in free] == list(SENTENCES[1::2])
    assert all(trace.finished for trace in free)
    forced = force(checkpoint, SENTENCES[::2], [trace.target.text for trace in free])
    for one, other in zip(free, forced, strict=True):
        assert other.mode == "forced"
        assert_same(one, other)


def test_a_forced_trace_scores_the_given_target(learned) -> None:
    trace = force(learned("luong-general"), [SENTENCES[0]], ["Elle aime la voiture"])[0]
    assert trace.target.text == "Elle aime la voiture"
    assert len(trace.steps) == len(trace.target.pieces)
    assert trace.log_prob == pytest.approx(sum(step.log_prob for step in trace.steps))
    assert trace.log_prob < -5  # a target nobody taught


def test_eight_threads_find_to_the_bit_what_one_alone_finds(tiny) -> None:
    widths = {"bahdanau-additive": 1, "luong-local-p": 1, "luong-general-feed": 3}
    models = [(tiny(name), width) for name, width in widths.items()]
    words = sorted({word for text in TEXTS for word in text.split()})
    texts = [" ".join(words[start : start + 2]) for start in range(12)]
    asked = [(model, text, width) for text in texts for model, width in models]

    def decoded(of: tuple[Checkpoint, str, int]) -> Trace:
        model, text, width = of
        return best_translations(model, [text], width)[0]

    alone = list(map(decoded, asked))
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(decoded, asked * 2))
    for one, other in zip(alone * 2, together, strict=True):
        assert_same(one, other, tolerance=0)


def test_a_translation_that_never_ends_is_cut_and_says_so(tiny) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.bias[END_ID] = -1e4
    trace = translate(checkpoint, ["Car"])[0]
    assert not trace.finished
    assert len(trace.steps) == len(trace.target.pieces) == 2 * len(trace.source.ids) + 10


def test_traces_cannot_be_changed(tiny) -> None:
    trace = translate(tiny("luong-dot"), ["Car"])[0]
    with pytest.raises(ValueError, match="read-only"):
        trace.steps[0].weights[0] = 0


@pytest.mark.parametrize("text", ["", "   ", "\u00a0\n\t"])
def test_an_empty_sentence_is_refused(tiny, text: str) -> None:
    with pytest.raises(ValueError, match="source sentence is empty"):
        translate(tiny("luong-dot"), [text])
    with pytest.raises(ValueError, match="target sentence is empty"):
        force(tiny("luong-dot"), ["Car"], [text])


def test_a_long_sentence_is_refused_with_both_numbers(tiny) -> None:
    with pytest.raises(ValueError, match=rf"1,000 tokens \(maximum {MAX_TOKENS}\)"):
        translate(tiny("luong-dot"), ["car " * 500])


def test_a_million_letters_are_refused_before_they_are_cut_into_tokens(tiny) -> None:
    with pytest.raises(ValueError, match=r"target sentence is too long: 1,000,000 characters"):
        force(tiny("luong-dot"), ["Car"], ["x" * 1_000_000])


def test_sources_and_targets_must_pair_up(tiny) -> None:
    with pytest.raises(ValueError, match="2 sources and 1 targets"):
        force(tiny("luong-dot"), ["Car", "Car"], ["Elle"])


def test_no_text_gives_no_trace(tiny) -> None:
    assert translate(tiny("luong-dot"), []) == []


@pytest.mark.parametrize(
    "text", ["日本 😀😀", "?!...", "<b>x</b> %{x}", "the the the", "</s>", "▁"]
)
@pytest.mark.parametrize("variant", ["bahdanau-additive", "fixed-context"])
def test_odd_text_is_translated_all_the_same(tiny, variant: str, text: str) -> None:
    trace = translate(tiny(variant), [text])[0]
    assert trace.steps
    assert trace.source.words[-1] == "</s>"


@pytest.mark.parametrize(("variant", "cell"), WITH_CELLS)
def test_all_steps_at_once_equal_step_after_step(tiny, variant: str, cell: str) -> None:
    checkpoint = tiny(variant, cell)
    model, tokenizer = checkpoint.model, checkpoint.tokenizer
    source, previous = pad_ids(tokenizer.ids(TEXTS)), pad_ids(tokenizer.ids(TEXTS[::-1]))
    readouts, memory = model(source, previous), model.encode(source)
    state = model.decoder.initial_state(memory)
    for i, token in enumerate(previous.unbind(dim=1)):
        output = model.step(token, state, memory)
        torch.testing.assert_close(readouts[:, i], output.readout)
        state = output.state


def test_targets_without_an_end_mark_can_be_forced(tiny) -> None:
    checkpoint = tiny("luong-dot")
    checkpoint.model.bias[END_ID] = -1e4
    free = translate(checkpoint, ["Car", "The red car"])
    sources, targets = [t.source for t in free], [t.target for t in free]
    for one, other in zip(free, force_sentences(checkpoint, sources, targets), strict=True):
        assert_same(one, other)
