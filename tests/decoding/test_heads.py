"""The maps of all heads of a Transformer are those that its steps computed."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.data.tokenizer import END_ID
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_maps, head_traces, with_weights
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.head_trace import ATTENTIONS, CROSS, DECODER, ENCODER
from alignoscope.records.trace import SELF

TEXT, TARGET = "The red car is fast.", "La voiture rouge est rapide."
LAYERS, HEADS = 2, 2


def test_the_mean_of_one_layers_heads_is_the_map_of_the_trace(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    for trace in (force(checkpoint, [TEXT], [TARGET])[0], translate(checkpoint, [TEXT])[0]):
        found = head_maps(checkpoint, trace)
        src_len, tgt_len = len(trace.source.ids), len(trace.target.ids)
        assert found.cross.shape == (LAYERS, HEADS, tgt_len, src_len)
        assert found.encoder.shape == (LAYERS, HEADS, src_len, src_len)
        mean = found.cross[0].mean(axis=0)
        np.testing.assert_allclose(mean, trace.weights, rtol=1e-4, atol=1e-6)
        own = np.stack([step.heads for step in trace.steps], axis=1)
        np.testing.assert_allclose(own, found.cross[0], rtol=1e-4, atol=1e-6)


def test_each_row_sums_to_1_and_no_token_looks_ahead(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    found = head_maps(checkpoint, trace)
    for maps in found:
        np.testing.assert_allclose(maps.sum(axis=-1), 1, rtol=1e-5)
    above = np.triu(np.ones(found.decoder.shape[-2:], dtype=bool), k=1)
    assert (found.decoder[..., above] == 0).all()
    assert (found.decoder[..., ~above] > 0).all()


@pytest.mark.parametrize(("source", "target"), [("pas", "pas"), ("a" * 109, "a" * 109)])
def test_the_shortest_and_the_longest_sentences_have_maps(
    source: str, target: str, tiny: Callable[..., Checkpoint]
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [source], [target])
    n, m = len(trace.target.ids), len(trace.source.ids)
    assert (n, m) in ((2, 2), (111, 111))
    assert [part.shape[2:] for part in head_maps(checkpoint, trace)] == [(m, m), (n, n), (n, m)]


def test_a_translation_of_the_end_mark_alone_has_maps(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    checkpoint.model.bias[END_ID] = 99
    (trace,) = translate(checkpoint, [TEXT])
    assert trace.target.text == ""
    found = head_maps(checkpoint, trace)
    assert found.decoder.tolist() == [[[[1.0]]] * HEADS] * LAYERS
    assert found.cross.shape[2:] == (1, len(trace.source.ids))


def test_a_trace_can_have_the_weights_of_one_head(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    one = head_maps(checkpoint, trace).cross[1, 0]
    changed = with_weights(trace, one)
    np.testing.assert_array_equal(changed.weights, one)
    assert changed.target == trace.target


@pytest.mark.parametrize("attention", ATTENTIONS)
def test_each_heads_trace_has_its_own_scores_weights_and_sum(
    tiny: Callable[..., Checkpoint], attention: str
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    maps = getattr(head_maps(checkpoint, trace), attention)
    found = head_traces(checkpoint, trace, attention)
    assert [(one.layer, one.head) for one in found] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for one in found:
        np.testing.assert_array_equal(one.weights, maps[one.layer, one.head])
        parts = np.exp(one.scores - one.scores.max(axis=1, keepdims=True))
        weights = parts / parts.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(weights, one.weights, rtol=1e-4, atol=1e-6)
        for step, scores in zip(one.steps, one.scores, strict=True):
            seen = np.isfinite(scores)
            wanted = one.keys @ step.query / np.sqrt(len(step.query))
            np.testing.assert_allclose(scores[seen], wanted[seen], rtol=1e-4, atol=1e-6)
            np.testing.assert_allclose(step.context, step.weights @ one.values, rtol=1e-5)


def test_self_attention_is_of_the_source_or_of_the_tokens_read_so_far(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    cross, encoder, decoder = (
        head_traces(checkpoint, trace, name)[0] for name in (CROSS, ENCODER, DECODER)
    )
    assert (cross.kind, encoder.kind, decoder.kind) == ("weights", SELF, SELF)
    assert encoder.source == encoder.target == trace.source
    read = decoder.target
    assert decoder.source == read
    assert read.pieces == ("<s>", *trace.target.pieces[:-1])
    assert read.words == ("start", *trace.target.words[:-1])
    later = np.triu(np.ones(decoder.scores.shape, dtype=bool), k=1)
    assert (np.isneginf(decoder.scores) == later).all()
    assert decoder.steps[0].candidates == trace.steps[0].candidates
    assert decoder.label == "transformer · layer 1, head 1"


def test_the_heads_of_the_layer_that_aligns_say_so(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    trace = translate(checkpoint, [TEXT])[0]
    found = head_traces(checkpoint, trace)
    mean = np.mean([one.weights for one in found if one.aligned], axis=0)
    np.testing.assert_allclose(mean, trace.weights, rtol=1e-4, atol=1e-6)
    assert not any(one.aligned for one in head_traces(checkpoint, trace, ENCODER))


def test_a_model_with_one_attention_has_no_heads(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("luong-dot")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    with pytest.raises(ValueError, match="luong-dot is no Transformer"):
        head_maps(checkpoint, trace)
    with pytest.raises(ValueError, match="The trace is of luong-dot"):
        head_maps(tiny("transformer"), trace)
