"""Attention from Python: arrays, and what transformers returned."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
import torch

import alignoscope
from alignoscope.api.display import ShownTrace
from tests.shared.tool_files import FOLDER, some_weights

SOURCE, TARGET = ["the", "red", "car"], ["la", "voiture", "rouge", "est", "la"]


class Ids:
    """Words of ids, as a tokenizer of transformers has them."""

    def convert_ids_to_tokens(self, ids: list[int]) -> list[str]:
        return [{0: "<pad>", 1: "</s>"}.get(i, f"▁w{i}") for i in ids]


def test_an_array_becomes_a_trace_that_shows_itself() -> None:
    weights = some_weights(6, 4)
    words = [*SOURCE, "</s>"], [*TARGET, "</s>"]
    learnt = [row.requires_grad_() for row in torch.tensor(weights)]  # one tensor for each step
    kept = [row[None, None] for row in learnt]  # [batch, 1, src_len], as decoders keep it
    whole = torch.tensor(weights)
    for given in (weights, whole, weights.tolist(), learnt, kept, weights[:, None]):
        trace = alignoscope.from_arrays(given, *words, name="my model")
        np.testing.assert_array_equal(trace.weights, weights)
    assert trace.target.pieces == (*TARGET, "</s>")
    assert trace.frame().shape == (6, 4)
    assert "my model" in alignoscope.show(trace).page()


def test_layers_and_heads_are_chosen_from_0() -> None:
    weights = np.stack([[some_weights(5, 3, seed=i + 7 * j) for i in range(4)] for j in range(2)])
    one = alignoscope.from_arrays(weights, SOURCE, TARGET, layer=1, head=2)
    np.testing.assert_array_equal(one.weights, weights[1, 2])
    mean = alignoscope.from_arrays(weights, SOURCE, TARGET, layer=0)
    np.testing.assert_allclose(mean.weights, weights[0].mean(axis=0), atol=1e-6)
    most = alignoscope.from_arrays(weights[0], SOURCE, TARGET, together="max")
    np.testing.assert_array_equal(most.weights, weights[0].max(axis=0))
    assert most.kind == "maximum"


@pytest.mark.parametrize("axes", [3, 4])
def test_a_batch_is_not_taken_for_layers_or_heads_unseen(axes: int) -> None:
    kind = "layer" if axes == 4 else "head"
    batch = np.stack([some_weights(5, 3), some_weights(5, 3, seed=8)])
    batch = batch[:, None].repeat(4, axis=1) if axes == 4 else batch
    with pytest.warns(UserWarning, match=f"first axis is taken for 2 {kind}s of one sentence"):
        alignoscope.from_arrays(batch, SOURCE, TARGET)
    alignoscope.from_arrays(batch, SOURCE, TARGET, together="mean")
    alignoscope.from_arrays(batch, SOURCE, TARGET, **{kind: 1})
    with pytest.raises(ValueError, match="The source is no list of tokens"):
        alignoscope.from_arrays(batch, [SOURCE, SOURCE], [TARGET, TARGET])
    with pytest.raises(ValueError, match="The target is no list of tokens, each a text"):
        alignoscope.from_arrays(batch, SOURCE, [7, 8, 9, 10, 1])
    batch[1, ..., 2] = 0
    batch /= batch.sum(axis=-1, keepdims=True)
    with pytest.raises(ValueError, match="masked at different tokens, so they are sentences of a"):
        alignoscope.from_arrays(batch, SOURCE, TARGET, together="mean")
    batch[0, ..., 0, 1] = 0  # zeros that are no mask
    alignoscope.from_arrays(batch / batch.sum(axis=-1, keepdims=True), SOURCE, TARGET, **{kind: 1})


def test_a_turned_array_is_turned_back_with_a_warning() -> None:
    weights = some_weights(5, 3)
    with pytest.warns(UserWarning, match="so the maps were transposed \\(only columns"):
        trace = alignoscope.from_arrays(weights.T, SOURCE, TARGET)
    np.testing.assert_array_equal(trace.weights, weights)


@pytest.mark.parametrize(
    ("rows", "columns", "target", "change"),
    [
        (6, 3, TARGET, "End mark added to the target \\(mine\\)"),
        (5, 4, TARGET, "End mark added to the source \\(mine\\)"),
        (5, 3, ["<s>", *TARGET], "Start mark of the target left out: no step wrote '<(s|pad)>'"),
        (4, 3, [*TARGET[:4], "<eos>"], "End mark of the target left out: it has no numbers"),
    ],
)
def test_what_is_added_or_left_out_is_warned_of(
    rows: int, columns: int, target: list[str], change: str
) -> None:
    with pytest.warns(UserWarning, match=change) as told:
        trace = alignoscope.from_arrays(some_weights(rows, columns), SOURCE, target)
    assert (trace.weights.shape, len(told)) == ((rows, columns), 1)


@pytest.mark.parametrize("columns", [0, 1, 2])
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_padding_before_the_tokens_is_cut_off_with_a_warning(rows: int, columns: int) -> None:
    weights = some_weights(5, 3)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        padded = np.pad(weights, [(rows, 0), (columns, 0)])
        trace = alignoscope.from_arrays(padded, SOURCE, TARGET)
    np.testing.assert_array_equal(trace.weights, weights)
    assert (trace.source.pieces, trace.target.pieces) == (tuple(SOURCE), tuple(TARGET))
    counts = [(columns, "source"), (rows, "target")]
    assert [str(one.message).split(", as padding")[0] for one in told] == [
        f"{count} empty {'entry' if count == 1 else 'entries'} cut off before the {side}"
        for count, side in counts
        if count
    ]


def test_a_column_that_may_be_of_a_language_code_or_an_end_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="a map of 5 x 4 for 5 target and 5 source tokens"):
        alignoscope.from_arrays(some_weights(5, 4), ["eng_Latn", *SOURCE, "</s>"], TARGET)


def test_a_text_is_no_list_of_tokens() -> None:
    with pytest.raises(ValueError, match="The source is one text: give its tokens"):
        alignoscope.from_arrays(some_weights(5, 3), "the red car", TARGET)
    with pytest.raises(ValueError, match="The target is one text"):
        alignoscope.from_arrays(some_weights(5, 3), SOURCE, "la voiture")


@pytest.mark.parametrize(
    ("weights", "options", "reason"),
    [
        (some_weights(7, 9), {}, "mine: a map of 7 x 9 for 5 target and 3 source tokens"),
        (some_weights(5, 3) - 1, {}, "no weight is below 0. Are these scores"),
        (some_weights(5, 3)[0], {}, "1 axes"),
        (some_weights(5, 3), {"head": 1}, "head is 1: there are 1, from 0"),
        (some_weights(5, 3), {"together": "sum"}, "together is 'sum': expected one of mean, max"),
    ],
)
def test_what_is_no_map_is_refused(weights: np.ndarray, options: dict, reason: str) -> None:
    with pytest.raises(ValueError, match=reason.replace("(", "\\(")):
        alignoscope.from_arrays(weights, SOURCE, TARGET, **options)


def generated(kind: str) -> tuple[SimpleNamespace, np.ndarray, np.ndarray]:
    """Return what `generate` of transformers 5.23.0 returned, the sources, and a forced pass."""
    arrays = np.load(FOLDER / "others" / "generated.npz")
    cross = arrays[f"{kind}_cross"]  # [steps, layers, batch x beams, heads, 1, source]
    output = SimpleNamespace(
        cross_attentions=tuple(tuple(map(torch.tensor, step)) for step in cross),
        sequences=torch.tensor(arrays[f"{kind}_sequences"]),
        beam_indices=torch.tensor(arrays["beam_indices"]) if kind == "beam" else None,
    )
    return output, arrays["source_ids"], arrays[f"{kind}_forced"]


@pytest.mark.parametrize("kind", ["greedy", "beam"])
def test_what_generate_returned_equals_a_forced_pass(kind: str) -> None:
    output, sources, forced = generated(kind)
    traces = alignoscope.from_huggingface(output, sources, tokenizer=Ids(), layer=1, head=0)
    assert len(traces) == (4 if kind == "beam" else 2)
    for i, trace in enumerate(traces):
        rows, columns = trace.weights.shape
        assert columns == (6 if i < len(traces) / 2 else 4)  # the second sentence is padded
        np.testing.assert_allclose(trace.weights, forced[1, i, 0, :rows, :columns], atol=1e-4)
    assert traces[0].target.pieces == ("</s>",)
    assert traces[-1].target.words[0] == ("w7" if kind == "beam" else "w5")
    if kind == "beam":  # not the rows of the first beam, which are others
        wrong = np.stack([step[1][2].numpy()[0, 0] for step in output.cross_attentions])
        assert np.abs(wrong[: len(traces[3].weights), :4] - traces[3].weights).max() > 0.01


def test_a_forward_pass_has_the_rows_of_its_labels() -> None:
    _, sources, forced = generated("greedy")
    output = SimpleNamespace(cross_attentions=tuple(map(torch.tensor, forced)))
    labels = np.load(FOLDER / "others" / "generated.npz")["greedy_sequences"][:, 1:]
    traces = alignoscope.from_huggingface(output, sources, labels, tokenizer=Ids())
    assert [trace.weights.shape for trace in traces] == [(1, 6), (7, 4)]
    np.testing.assert_allclose(traces[1].weights, forced[:, 1, :, :, :4].mean(axis=(0, 1)), 1e-5)
    with pytest.raises(ValueError, match="needs the target"):
        alignoscope.from_huggingface(output, sources, tokenizer=Ids())


def outcome(rows: np.ndarray, prefix: int = 0) -> SimpleNamespace:
    """Return a forward pass of these weights, or the output of `generate` after a prefix."""
    layers = torch.tensor(rows)[None, None].repeat(1, 2, 1, 1)  # [batch, heads, rows, source]
    if not prefix:
        return SimpleNamespace(cross_attentions=(layers, layers))
    steps = [layers[:, :, :prefix], *(layers[:, :, i : i + 1] for i in range(prefix, len(rows)))]
    return SimpleNamespace(
        cross_attentions=tuple((step, step) for step in steps),
        sequences=torch.tensor([[0, *range(11, 11 + len(rows) - 1), 1]]),
        beam_indices=None,
    )


def pieces(trace: ShownTrace) -> str:
    return " ".join(trace.target.pieces).replace("▁", "")


@pytest.mark.parametrize("prefix", [1, 2, 4])
def test_the_rows_of_a_forced_beginning_are_those_of_its_tokens(prefix: int) -> None:
    rows = some_weights(6, 3)
    (trace,) = alignoscope.from_huggingface(outcome(rows, prefix), [5, 6, 1], tokenizer=Ids())
    assert pieces(trace) == "w11 w12 w13 w14 w15 </s>"
    np.testing.assert_allclose(trace.weights, rows, atol=1e-6)


@pytest.mark.parametrize("prefix", [0, 1])
def test_layers_without_attention_are_left_out_and_named(prefix: int) -> None:
    """Layers of hybrid models that have none are None; the others keep their numbers."""
    output, rows = outcome(some_weights(6, 3), prefix), some_weights(6, 3, seed=1)
    target = None if prefix else [2, 3, 4, 5, 6, 1]
    other = outcome(rows, prefix).cross_attentions

    def mixed(layers: tuple, others: tuple) -> tuple:
        return (layers[0], None, others[1])

    output.cross_attentions = (
        tuple(map(mixed, output.cross_attentions, other))
        if prefix
        else mixed(output.cross_attentions, other)
    )
    with pytest.warns(UserWarning, match="^Layer 1 has no attention and is left out"):
        alignoscope.from_huggingface(output, [5, 6, 1], target, tokenizer=Ids())
    (trace,) = alignoscope.from_huggingface(output, [5, 6, 1], target, tokenizer=Ids(), layer=2)
    np.testing.assert_allclose(trace.weights, rows, atol=1e-6)
    with pytest.raises(ValueError, match=r"^Layer 1 has no attention: choose one of 0, 2\."):
        alignoscope.from_huggingface(output, [5, 6, 1], target, tokenizer=Ids(), layer=1)


def test_offsets_in_a_window_are_no_map() -> None:
    windows = torch.full((1, 2, 9, 9), 1 / 9)
    output = SimpleNamespace(attentions=(windows,), global_attentions=None)
    with pytest.raises(
        ValueError, match="places in a window around each token, as those of Longformer"
    ):
        alignoscope.from_huggingface(output, [[*range(2, 11)]], tokenizer=Ids())


def test_a_written_start_mark_has_its_row() -> None:
    """Some models write a start mark or a language code first: the step is known, so it stays."""
    rows = some_weights(2, 3)
    output = outcome(rows, 1)
    output.sequences = torch.tensor([[1, 0, 7]])  # cut off before its end mark
    (trace,) = alignoscope.from_huggingface(output, [5, 6, 1], tokenizer=Ids())
    assert pieces(trace) == "<pad> w7"
    np.testing.assert_allclose(trace.weights, rows, atol=1e-6)


@pytest.mark.parametrize(
    ("target", "change"),
    [
        ([0, 11, 12, 1], "Start mark of the target left out: no step wrote '<(s|pad)>'"),
        ([0, 11, 12], "Start mark of the target left out and an end mark added"),
    ],
)
def test_what_a_decoder_read_is_moved_to_what_it_wrote(target: list[int], change: str) -> None:
    rows = some_weights(3, 3)
    with pytest.warns(UserWarning, match=change):
        (trace,) = alignoscope.from_huggingface(outcome(rows), [5, 6, 1], target, tokenizer=Ids())
    assert pieces(trace) == "w11 w12 </s>"
    np.testing.assert_allclose(trace.weights, rows, atol=1e-6)


def test_frames_of_audio_are_a_source_without_tokens() -> None:
    """As of Whisper: 1,500 frames, and a prompt."""
    rows = np.zeros((5, 1_500), np.float32)
    rows[np.arange(5), np.arange(5) * 300] = 1
    output = outcome(rows, prefix=2)
    (trace,) = alignoscope.from_huggingface(output, None, tokenizer=Ids())
    assert (len(trace.source.pieces), trace.source.pieces[300]) == (1_500, "301")
    np.testing.assert_array_equal(trace.weights, rows)


def test_a_batch_is_read_and_a_text_refused_as_source() -> None:
    output = outcome(some_weights(6, 3), 1)
    batch = {"input_ids": torch.tensor([[5, 6, 1]]), "attention_mask": torch.ones(1, 3)}
    (trace,) = alignoscope.from_huggingface(output, batch, tokenizer=Ids())
    assert trace.source.pieces == ("▁w5", "▁w6", "</s>")
    for text in ("the red car", ["the red car"]):
        with pytest.raises(ValueError, match="This is a text: give its tokens, or the ids"):
            alignoscope.from_huggingface(output, text, tokenizer=Ids())
    with pytest.raises(ValueError, match="without input_ids: it has pixels"):
        alignoscope.from_huggingface(output, {"pixels": [[1]]}, tokenizer=Ids())
    with pytest.raises(ValueError, match=r"Up to \d.* of a row is after the last source token"):
        alignoscope.from_huggingface(output, [5], tokenizer=Ids())


def test_steps_of_other_lengths_are_refused_and_tokens_may_begin_with_a_space() -> None:
    with pytest.raises(ValueError, match=r"have the shapes \[\(2,\), \(3,\)\]: expected one"):
        alignoscope.from_arrays([torch.ones(2), torch.ones(3)], SOURCE, TARGET[:2])
    output = outcome(some_weights(6, 3), 1)
    (trace,) = alignoscope.from_huggingface(output, [" the", " red", " car"], tokenizer=Ids())
    assert trace.source.pieces == (" the", " red", " car")


def test_weight_on_padding_is_shown_and_warned_of() -> None:
    rows = some_weights(3, 5)
    ids, labels = [5, 6, 1, 0, 0], [[11, 12, 1, -100]]
    longer = outcome(np.concatenate([rows, rows[:1]]))  # the last row is of padding
    with pytest.warns(UserWarning, match=r"0\.\d+ of row \d is on padding of the source"):
        (trace,) = alignoscope.from_huggingface(longer, ids, labels, tokenizer=Ids())
    np.testing.assert_allclose(trace.weights, rows, atol=1e-6)
    assert trace.source.pieces[-2:] == ("<pad>", "<pad>")
    rows[:, 3:] = 0
    rows /= rows.sum(axis=1, keepdims=True)
    (trace,) = alignoscope.from_huggingface(outcome(rows), ids, labels[0][:3], tokenizer=Ids())
    np.testing.assert_allclose(trace.weights, rows[:, :3], atol=1e-6)


def causal(size: int, seed: int) -> np.ndarray:
    """Return self-attention in which no token attends to a later one."""
    rows = np.tril(np.random.default_rng(seed).random((size, size)) + 0.1)
    return (rows / rows.sum(axis=1, keepdims=True)).astype(np.float32)


def test_self_attention_keeps_every_mark_in_its_row() -> None:
    rows, words = some_weights(5, 5), ["[CLS]", "the", "red", "car", "[SEP]"]
    trace = alignoscope.from_arrays(rows, words)
    assert (trace.kind, trace.decoding) == ("self-attention", "imported self-attention")
    assert trace.source.pieces == trace.target.pieces == tuple(words)
    np.testing.assert_array_equal(trace.weights, rows)
    padded = np.pad(rows, ((0, 2), (0, 2)))
    padded[5:, :5] = rows[:2]  # padding attends, too
    np.testing.assert_array_equal(
        alignoscope.from_arrays(padded, [*words, "[PAD]", "[PAD]"]).weights, rows
    )
    with pytest.raises(ValueError, match="5 x 5 for 4 tokens: self-attention has one row and one"):
        alignoscope.from_arrays(rows, words[1:])
    with pytest.raises(
        ValueError, match=r"begin with '\[CLS\]'. For self-attention, leave the tar"
    ):
        alignoscope.from_arrays(rows, words, words)
    with pytest.warns(UserWarning, match="of row . is on padding of the source"):
        trace = alignoscope.from_arrays(rows, [*words[:4], "[PAD]"])
    np.testing.assert_array_equal(trace.weights, rows)
    with pytest.warns(UserWarning, match="Only columns sum to 1: the map was transposed"):
        trace = alignoscope.from_arrays(rows.T, words)
    np.testing.assert_array_equal(trace.weights, rows)


def test_a_model_of_one_sequence_gives_self_attention() -> None:
    whole, short = causal(5, 1), np.zeros((5, 5), np.float32)
    short[2:, 2:] = causal(3, 2)  # padded on the left, as for `generate`
    output = SimpleNamespace(attentions=(torch.tensor(np.stack([whole, short]))[:, None],) * 2)
    ids = {"input_ids": torch.tensor([[5, 6, 7, 8, 1], [0, 0, 5, 6, 1]])}
    traces = alignoscope.from_huggingface(output, ids, tokenizer=Ids(), layer=1)
    assert [len(trace.source.pieces) for trace in traces] == [5, 3]
    np.testing.assert_array_equal(traces[0].weights, whole)
    np.testing.assert_array_equal(traces[1].weights, short[2:, 2:])
    with pytest.raises(ValueError, match='attn_implementation="eager"'):
        alignoscope.from_huggingface(SimpleNamespace(attentions=(None, None)), ids)


@pytest.mark.parametrize("beam", [False, True])
def test_generated_self_attention_has_a_row_for_each_token_that_was_read(beam: bool) -> None:
    truth = [causal(6, 1), causal(6, 2)]
    steps = [np.stack([rows[:4, :4] for rows in truth])]
    for n in (4, 5):  # each beam was the other one, one step before
        order = truth[::-1] if beam and n == 4 else truth
        steps.append(np.stack([rows[n : n + 1, : n + 1] for rows in order]))
    output = SimpleNamespace(
        attentions=tuple((torch.tensor(step)[:, None],) for step in steps),
        sequences=torch.tensor([[5, 6, 7, 8, 11, 12, 1], [5, 6, 7, 8, 13, 14, 1]]),
        beam_indices=torch.tensor([[0, 1, 0], [1, 0, 1]]) if beam else None,
    )
    traces = alignoscope.from_huggingface(output, [[5, 6, 7, 8]], tokenizer=Ids())
    for trace, rows, last in zip(traces, truth, ("▁w12", "▁w14"), strict=True):
        np.testing.assert_array_equal(trace.weights, rows)
        assert trace.source.pieces == trace.target.pieces
        assert trace.source.pieces[-1] == last


@pytest.mark.parametrize("crosses", [None, (), ((), ()), (None, None)])
def test_empty_attention_is_explained(crosses: tuple | None) -> None:
    with pytest.raises(ValueError, match='attn_implementation="eager"'):
        alignoscope.from_huggingface(SimpleNamespace(cross_attentions=crosses), [SOURCE])


def test_ids_without_a_tokenizer_and_batches_of_another_size_are_refused() -> None:
    output, sources, _ = generated("greedy")
    with pytest.raises(ValueError, match="give the tokenizer"):
        alignoscope.from_huggingface(output, sources)
    with pytest.raises(ValueError, match="2 maps for 3 sources and 2 targets"):
        alignoscope.from_huggingface(output, [*sources, sources[0]], tokenizer=Ids())


def test_an_empty_token_is_refused_since_a_saved_trace_cannot_hold_it() -> None:
    weights = np.full((3, 3), 1 / 3)
    with pytest.raises(ValueError, match="source token 2 is empty: give it a text, such as '▁'"):
        alignoscope.from_arrays(weights, ["the", "", "car"], list("xyz"))
    with pytest.raises(ValueError, match="target token 3 is empty"):
        alignoscope.from_arrays(weights, SOURCE, ["x", "y", ""])


def test_tokens_may_be_arrays_or_generators_and_not_be_missing() -> None:
    weights = some_weights(5, 3)
    expected = alignoscope.from_arrays(weights, SOURCE, TARGET)
    for given in (np.array, iter):
        trace = alignoscope.from_arrays(weights, given(SOURCE), given(TARGET))
        assert (trace.source, trace.target) == (expected.source, expected.target)
    assert {type(piece) for piece in trace.source.pieces} == {str}
    with pytest.raises(ValueError, match=r"The source is no list of tokens, each a text\. Of ids"):
        alignoscope.from_arrays(weights, 5, TARGET)
    with pytest.raises(ValueError, match="for 5 target and 0 source tokens"):
        alignoscope.from_arrays(np.zeros((5, 0)), [], TARGET)
    with pytest.raises(ValueError, match="the target has 0 tokens"):
        alignoscope.from_arrays(np.zeros((0, 3)), SOURCE, [])


def test_a_layer_of_an_array_of_heads_is_refused() -> None:
    heads = np.stack([some_weights(5, 3), some_weights(5, 3, seed=8)])
    for layer in (0, 1):
        with pytest.raises(ValueError, match=f"layer is {layer}, but the first axis is heads: gi"):
            alignoscope.from_arrays(heads, SOURCE, TARGET, layer=layer)


@pytest.mark.parametrize("name", ["layer 1/3", "Helsinki-NLP/opus-mt-en-fr", "/", "a.b"])
def test_a_name_is_kept_as_it_is(name: str) -> None:
    assert alignoscope.from_arrays(some_weights(5, 3), SOURCE, TARGET, name=name).label == name
    (trace,) = alignoscope.from_huggingface(
        outcome(some_weights(6, 3), 1), [5, 6, 1], tokenizer=Ids(), name=name
    )
    assert trace.label == f"{name} · all layers, all heads, mean"


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="name is 5: expected a text"):
        alignoscope.from_arrays(some_weights(5, 3), SOURCE, TARGET, name=5)
    output, sources, _ = generated("greedy")
    with pytest.raises(ValueError, match="name is 5: expected a text"):
        alignoscope.from_huggingface(output, sources, tokenizer=Ids(), name=5)


def test_a_forward_pass_has_a_source_for_each_target() -> None:
    weights = torch.tensor(np.stack([some_weights(3, 4), some_weights(3, 4, seed=8)]))
    output = SimpleNamespace(cross_attentions=(weights[:, None],))
    targets = [["le", "chat", "</s>"], ["un", "chien", "</s>"]]
    with pytest.raises(ValueError, match="2 maps for 1 sources and 2 targets"):
        alignoscope.from_huggingface(output, ["the", "cat", "sleeps", "</s>"], targets)
