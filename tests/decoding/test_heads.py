"""The maps of all heads of a Transformer are those that its steps computed."""

from collections.abc import Callable, Iterable
from typing import cast

import numpy as np
import pytest
import torch

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_maps, head_traces, with_weights
from alignoscope.decoding.what_if import continue_from
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.transformer.heads import MultiHead, positions
from alignoscope.models.transformer.layers import DecoderLayer
from alignoscope.records.head_trace import ATTENTIONS, CROSS, DECODER, ENCODER
from alignoscope.records.trace import SELF, Trace

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
        for i, step in enumerate(trace.steps):
            read = found.decoder[0, :, i, : i + 1]
            np.testing.assert_allclose(step.self_heads, read, rtol=1e-4, atol=1e-6)


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


def by_hand(block: MultiHead, x: torch.Tensor, states: torch.Tensor, mask: torch.Tensor,
            rows: dict[tuple[int, int], np.ndarray]) -> torch.Tensor:  # fmt: skip
    """Return what attention computes for x [n, size], head by head, with rows by (query, head)."""
    keys, values = block.project(states).chunk(2, dim=-1)
    queries, found = block.query(x), []
    for head in range(HEADS):
        q, k, v = (part.chunk(HEADS, dim=-1)[head] for part in (queries, keys, values))
        weights = torch.softmax((q @ k.T / k.shape[1] ** 0.5).masked_fill(~mask, -torch.inf), -1)
        for (query, of), row in rows.items():
            if of == head:
                weights[query] = torch.tensor(row)
        found.append(weights @ v)
    return block.output(torch.cat(found, dim=-1))


@torch.inference_mode()
def log_probs_by_hand(
    checkpoint: Checkpoint, trace: Trace, rows: dict[tuple[int, int, int], np.ndarray]
) -> np.ndarray:
    """Return log p of each token of a trace's target, all read at once, with rows by place."""
    model, decoder = checkpoint.model, checkpoint.model.decoder
    assert isinstance(decoder, TransformerDecoder)
    source = model.encode(torch.tensor([trace.source.ids])).values[0]
    x = model.embed(torch.tensor([START_ID, *trace.target.ids[:-1]]))
    x = x + positions(0, *x.shape, x.device)
    before = torch.ones(len(x), len(x), dtype=torch.bool).tril()
    everything = torch.ones(len(x), len(source), dtype=torch.bool)
    for i, layer in enumerate(cast(Iterable[DecoderLayer], decoder.layers)):
        own = layer.own_norm(x)
        x = x + by_hand(layer.own, own, own, before, {})
        here = {(step, head): row for (step, at, head), row in rows.items() if at == i}
        x = x + by_hand(layer.cross, layer.cross_norm(x), source, everything, here)
        x = x + layer.network(layer.forward_norm(x))
    found = torch.log_softmax(model.logits(decoder.norm(x)), dim=-1)
    return found[range(len(x)), torch.tensor(trace.target.ids)].numpy()


@pytest.mark.parametrize("layer", range(LAYERS))
def test_a_row_of_one_head_changes_its_step_and_what_later_steps_read_of_it(
    tiny: Callable[..., Checkpoint], layer: int
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    row = np.zeros(len(trace.source.ids), np.float32)
    row[[1, 3]] = 0.75, 0.25
    rows = {(2, layer, 1): row}
    edited = continue_from(checkpoint, trace.source, heads=rows, target=trace.target)
    found = np.array([step.log_prob for step in edited.steps])
    np.testing.assert_allclose(found, log_probs_by_hand(checkpoint, trace, rows), rtol=1e-5)
    plain = log_probs_by_hand(checkpoint, trace, {})
    np.testing.assert_allclose([step.log_prob for step in trace.steps], plain, rtol=1e-5)
    np.testing.assert_allclose(found[:2], plain[:2], rtol=1e-5)
    moved = np.abs(found - plain) > 1e-5 * np.abs(plain)
    assert moved[2]
    # Later tokens attend to what a layer read of this one: to what the layer below wrote.
    assert moved[3:].any() == (layer == 0)
    assert (edited.mode, [one.step for one in edited.edited]) == ("edited", [2])


def test_an_edited_head_keeps_its_row_and_the_map_is_the_mean_with_it(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = translate(checkpoint, [TEXT])
    row = np.eye(len(trace.source.ids))[2]
    edited = continue_from(
        checkpoint, trace.source, prefix=trace.target.ids[:1], heads={(1, 0, 1): row}
    )
    before, after = trace.steps[1].heads, edited.steps[1].heads
    assert before is not None
    assert after is not None
    np.testing.assert_array_equal(after[1], row)
    np.testing.assert_allclose(after[0], before[0], rtol=1e-4)
    np.testing.assert_allclose(edited.steps[1].weights, (before[0] + row) / 2, rtol=1e-4)


def test_the_maps_of_all_layers_are_those_of_the_edited_decoding(
    tiny: Callable[..., Checkpoint],
) -> None:
    checkpoint = tiny("transformer")
    (trace,) = force(checkpoint, [TEXT], [TARGET])
    row = np.eye(len(trace.source.ids))[2]
    rows = {(1, 0, 1): row, (2, 1, 0): row, (999, 0, 0): row}
    edited = continue_from(checkpoint, trace.source, heads=rows, target=trace.target)
    found, plain = head_maps(checkpoint, edited, rows).cross, head_maps(checkpoint, trace).cross
    own = np.stack([step.heads for step in edited.steps if step.heads is not None], axis=1)
    np.testing.assert_allclose(found[0], own, atol=1e-5)
    np.testing.assert_array_equal([found[0, 1, 1], found[1, 0, 2]], [row, row])
    # A layer reads what those below it read: of this step, and of the steps before it.
    changed = np.abs(found - plain).max(axis=-1) > 1e-5
    assert changed[1, :, 1].all()
    assert not changed[0, 0].any()
    assert changed[0, 1].nonzero()[0].tolist() == [1]


def test_its_own_row_given_to_a_head_changes_nothing(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    (trace,) = translate(checkpoint, [TEXT])
    own = head_maps(checkpoint, trace).cross
    same = {(step, at, 0): own[at, 0, step] for step in (0, 2) for at in range(LAYERS)}
    again = continue_from(checkpoint, trace.source, heads=same)
    assert again.target == trace.target
    for step, other in zip(again.steps, trace.steps, strict=True):
        assert step.log_prob == pytest.approx(other.log_prob, rel=1e-4)


@pytest.mark.parametrize(
    ("variant", "place", "length", "message"),
    [
        ("transformer", (0, 2, 0), 0, "There is no head 1 of layer 3: .* has 2 layers of 2 heads"),
        ("transformer", (0, 0, 2), 0, "There is no head 3 of layer 1"),
        ("transformer", (-1, 0, 0), 0, "steps count from 0"),
        ("transformer", (0, 0, 0), 1, "one for each of the source's tokens"),
        ("luong-dot", (0, 0, 0), 0, "is no Transformer: it has one attention, no heads"),
    ],
)
def test_a_row_that_no_head_can_take_is_refused(
    tiny: Callable[..., Checkpoint],
    variant: str,
    place: tuple[int, int, int],
    length: int,
    message: str,
) -> None:
    checkpoint = tiny(variant)
    source = checkpoint.tokenizer.encode(TEXT)
    row = np.full(len(source.ids) + length, 1 / (len(source.ids) + length))
    with pytest.raises(ValueError, match=message):
        continue_from(checkpoint, source, heads={place: row})


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.0], "All weights of the row are 0: leave some weight on at least one token"),
        ([-0.5, 1.5], r"A weight is -0\.5: expected 0 or more"),
        ([0.5, 1.5], "The weights of a row sum to 2: expected at most 1"),
    ],
)
def test_a_heads_row_of_zeros_below_0_or_above_1_is_refused(
    tiny: Callable[..., Checkpoint], weights: list[float], message: str
) -> None:
    checkpoint = tiny("transformer")
    source = checkpoint.tokenizer.encode(TEXT)
    row = np.zeros(len(source.ids))
    row[: len(weights)] = weights
    with pytest.raises(ValueError, match=message):
        continue_from(checkpoint, source, heads={(0, 0, 0): row})


def test_a_heads_row_that_sums_below_1_is_used_as_it_is(tiny: Callable[..., Checkpoint]) -> None:
    checkpoint = tiny("transformer")
    source = checkpoint.tokenizer.encode(TEXT)
    row = np.full(len(source.ids), 0.5 / len(source.ids), dtype=np.float32)
    heads = continue_from(checkpoint, source, heads={(0, 0, 0): row}).steps[0].heads
    assert heads is not None
    np.testing.assert_array_equal(heads[0], row)
