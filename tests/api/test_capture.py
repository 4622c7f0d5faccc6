"""Weights of modules of a person's own are caught while they run, and nothing else is."""

import warnings

import numpy as np
import pytest
import torch
from torch import Tensor, nn

import alignoscope


class Additive(nn.Module):
    """Somebody's attention: it returns a context and weights, [batch, src_len] a step."""

    def forward(self, query: Tensor, keys: Tensor) -> tuple[Tensor, Tensor]:
        weights = (keys @ query.unsqueeze(-1)).squeeze(-1).softmax(dim=-1)
        return (weights.unsqueeze(1) @ keys).squeeze(1), weights


def test_a_module_that_is_called_at_each_step_is_caught() -> None:
    torch.manual_seed(3)
    module, keys, queries = Additive(), torch.randn(2, 5, 7), torch.randn(3, 2, 7)
    found = alignoscope.catch(module, lambda: [module(query, keys) for query in queries])
    assert found.shape == (2, 1, 3, 5)
    expected = torch.einsum("tbd,bsd->bts", queries, keys).softmax(dim=-1)
    np.testing.assert_allclose(found[:, 0], expected.numpy(), atol=1e-6)
    assert not module._forward_hooks
    trace = alignoscope.from_arrays(found[1], list("abcde"), list("xyz"))
    np.testing.assert_array_equal(trace.weights, found[1, 0])


def test_pytorchs_own_attention_is_asked_for_every_head() -> None:
    torch.manual_seed(3)
    layer = nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
    target, memory = torch.randn(3, 4, 8), torch.randn(3, 5, 8)
    found = alignoscope.catch(layer.multihead_attn, lambda: layer(target, memory))
    assert found.shape == (3, 2, 4, 5)
    np.testing.assert_allclose(found.sum(axis=-1), 1, atol=1e-5)
    assert not layer.multihead_attn._forward_pre_hooks


class Returning(nn.Module):
    """Returns what it is made with."""

    def __init__(self, output: object) -> None:
        super().__init__()
        self.output = output

    def forward(self) -> object:
        return self.output


def test_what_no_tensor_holds_is_chosen_by_pick() -> None:
    scores = torch.randn(2, 3, 5)
    module = Returning({"context": torch.randn(2, 3, 7), "scores": scores})
    with pytest.raises(
        ValueError, match=r"rows that sum to 1 \(shapes: \(2, 3, 7\), \(2, 3, 5\)\)"
    ):
        alignoscope.catch(module, module)
    found = alignoscope.catch(module, module, pick=lambda output: output["scores"].softmax(dim=-1))
    np.testing.assert_allclose(found[:, 0], scores.softmax(dim=-1).numpy(), atol=1e-6)


def test_a_modules_only_tensor_is_taken_as_it_is_and_warned_of() -> None:
    scores = torch.tensor([[[1.0, -2.0, 5.0]]])
    module = Returning((scores, None))
    with pytest.warns(UserWarning, match="No weights were found: .* scores before the softmax"):
        found = alignoscope.catch(module, module)
    np.testing.assert_array_equal(found, scores.numpy()[None])


def test_the_dropout_of_pytorchs_own_attention_is_caught_for_the_doctor() -> None:
    torch.manual_seed(3)
    module = nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True)
    values = torch.randn(3, 5, 8)
    with pytest.warns(UserWarning, match="sum to 1"):
        found, again = (
            alignoscope.catch(module, lambda: module(values, values, values)) for _ in range(2)
        )
    broken = [one.rule for one in alignoscope.doctor(found, again=again) if one.kept is False]
    assert "Dropout is off" in broken


def test_a_module_that_was_not_called_or_in_changing_shapes_is_said() -> None:
    module = Additive()
    with pytest.raises(ValueError, match="was not called"):
        alignoscope.catch(module, lambda: None)
    with pytest.raises(ValueError, match="called 2 times, with weights of the shapes"):
        alignoscope.catch(
            module, lambda: [module(torch.ones(n, 7), torch.ones(n, 5, 7)) for n in (2, 3)]
        )


class Keeping(nn.Module):
    """Attention that returns its context and keeps the weights, as a textbook has it."""

    def forward(self, query: Tensor, keys: Tensor) -> Tensor:
        self.attention_weights = (query @ keys.transpose(1, 2)).softmax(dim=-1)
        return self.attention_weights @ keys


class OwnHeads(nn.MultiheadAttention):
    """A subclass of PyTorch's own attention."""


class OnlyContext(nn.MultiheadAttention):
    """A subclass that hides the weights."""

    def forward(self, query: Tensor, keys: Tensor) -> Tensor:  # type: ignore[override]
        return super().forward(query, keys, keys, need_weights=False)[0]


class Outer(nn.Module):
    """A layer around a softmax."""

    def __init__(self) -> None:
        super().__init__()
        self.softmax = nn.Softmax(dim=-1)

    def forward(self, query: Tensor, keys: Tensor) -> Tensor:
        return self.softmax(query @ keys.transpose(1, 2)) @ keys


def values(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(3))


QUERY, KEYS = values(2, 3, 8), values(2, 7, 8)


@pytest.mark.parametrize(
    ("module", "way"),
    [
        (Keeping(), r"use pick=lambda _: module\.attention_weights\."),
        (Outer(), r"catch module\.softmax instead"),
        (OnlyContext(8, 2, batch_first=True), r"catch its softmax \(an nn\.Softmax\), or where"),
    ],
)
def test_a_context_is_no_map_and_the_way_to_the_weights_is_named(
    module: nn.Module, way: str
) -> None:
    with pytest.warns(UserWarning, match=f"No weights were found: .*{way}"):
        alignoscope.catch(module, lambda: module(QUERY, KEYS))


def test_a_context_without_negative_numbers_is_told_by_what_the_module_keeps() -> None:
    module = Keeping()
    with pytest.warns(
        UserWarning, match=r"rows that do not all sum to 1, such as .* pick=lambda _"
    ):
        alignoscope.catch(module, lambda: module(QUERY, KEYS.abs()))


def test_the_named_ways_lead_to_the_weights() -> None:
    keeping, outer = Keeping(), Outer()
    found = alignoscope.catch(
        keeping, lambda: keeping(QUERY, KEYS), pick=lambda _: keeping.attention_weights
    )
    weights = (QUERY @ KEYS.transpose(1, 2)).softmax(dim=-1)
    np.testing.assert_allclose(found[:, 0], weights, atol=1e-6)
    caught = alignoscope.catch(outer.softmax, lambda: outer(QUERY, KEYS))
    np.testing.assert_array_equal(found, caught)


def test_a_layers_output_is_no_map_and_its_attentions_are_named() -> None:
    layer = nn.TransformerDecoderLayer(8, 2, 16, batch_first=True)
    with pytest.warns(UserWarning, match=r"catch module\.self_attn or module\.multihead_attn"):
        alignoscope.catch(layer, lambda: layer(QUERY, KEYS))


@pytest.mark.parametrize("kind", [nn.MultiheadAttention, OwnHeads])
@pytest.mark.parametrize("options", [(), (None, False), (None, False, None, True)])
def test_pytorchs_own_attention_in_any_call(kind: type, options: tuple) -> None:
    module = kind(8, 2, batch_first=True)
    found = alignoscope.catch(module, lambda: module(QUERY, KEYS, KEYS, *options))
    _, weights = module(QUERY, KEYS, KEYS, average_attn_weights=False)
    np.testing.assert_allclose(found, weights.detach(), atol=1e-6)
    one = alignoscope.catch(module, lambda: module(QUERY[1], KEYS[1], KEYS[1], *options))
    assert one.shape == (1, 2, 3, 7)  # unbatched: of one sentence
    np.testing.assert_allclose(one[0], found[1], atol=1e-6)


@pytest.mark.filterwarnings("ignore:The rows do not all sum to 1")
@pytest.mark.parametrize("training", [False, True])
def test_what_pytorchs_own_attention_computes_is_not_changed(training: bool) -> None:
    module = nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True).train(training)
    all_padding = torch.tensor([[False] * 7, [True] * 7])

    def run(options: dict) -> list[Tensor | None]:
        torch.manual_seed(5)
        return [*module(QUERY, KEYS, KEYS, **options), torch.rand(3)]

    for options in (
        {"need_weights": False, "key_padding_mask": all_padding},
        {"need_weights": True},  # the mean of the heads
        {"need_weights": True, "average_attn_weights": False},
    ):
        kept: list = []
        found = alignoscope.catch(module, lambda kept=kept, o=options: kept.extend(run(o)))
        for now, before in zip(kept, run(options), strict=True):
            torch.testing.assert_close(now, before, rtol=0, atol=0, equal_nan=True)
        assert np.isnan(found[1]).all() == ("key_padding_mask" in options)
    np.testing.assert_array_equal(found, kept[1].detach())  # with the same dropout


def test_of_a_growing_prefix_the_last_row_of_each_call_is_its_step() -> None:
    module = nn.MultiheadAttention(8, 2, batch_first=True)

    def growing(keys: Tensor | None) -> np.ndarray:
        parts = [QUERY[:, : i + 1] for i in range(3)]
        return alignoscope.catch(
            module, lambda: [module(part, *[part if keys is None else keys] * 2) for part in parts]
        )

    whole = alignoscope.catch(module, lambda: module(QUERY, KEYS, KEYS))
    np.testing.assert_allclose(growing(KEYS), whole, atol=1e-6)
    triangle = growing(None)
    assert triangle.shape == (2, 2, 3, 3)
    np.testing.assert_array_equal(triangle, np.tril(triangle))
    np.testing.assert_allclose(triangle.sum(axis=-1), 1, atol=1e-6)


def test_two_sentences_in_one_run_are_refused() -> None:
    module = Additive()
    with pytest.raises(ValueError, match="The 6 calls of the module are of several sentences"):
        alignoscope.catch(
            module,
            lambda: [
                module(QUERY[k, i : i + 1], KEYS[k : k + 1]) for k in (0, 1) for i in range(3)
            ],
        )


def test_one_sentence_translated_twice_in_a_run_is_refused() -> None:
    module = Additive()

    def steps() -> None:
        for i in range(3):
            module(QUERY[0, i : i + 1], KEYS[:1])

    assert alignoscope.catch(module, steps).shape[2] == 3
    with pytest.raises(ValueError, match=r"Call 4 of the 6 calls .* translates a sentence twice"):
        alignoscope.catch(module, lambda: [steps(), steps()])
    # A module that has the same input at each step is a fault, but no second sentence.
    alike = alignoscope.catch(module, lambda: [module(QUERY[0, :1], KEYS[:1]) for _ in range(3)])
    assert alike.shape[2] == 3


def test_an_axis_of_1_behind_the_source_is_left_out() -> None:
    weights = values(2, 7, 1).softmax(dim=1)
    module = Returning((values(2, 8), weights))
    for pick in (None, lambda output: output[1]):
        found = alignoscope.catch(module, lambda: [module() for _ in range(3)], pick=pick)
        assert found.shape == (2, 1, 3, 7)
        np.testing.assert_array_equal(found[:, 0, 0], weights[..., 0])
    ones = Returning(torch.ones(2, 7, 1))
    with pytest.raises(ValueError, match="is the softmax over an axis of length 1"):
        alignoscope.catch(ones, lambda: [ones() for _ in range(3)])


def test_flat_heads_are_parted_by_their_number() -> None:
    weights = values(8, 3, 7).softmax(dim=-1)
    module = Returning(weights)
    found = alignoscope.catch(module, module, heads=4)
    np.testing.assert_array_equal(found, weights.reshape(2, 4, 3, 7))
    with pytest.raises(ValueError, match="heads is 3: it does not fit weights of the shape"):
        alignoscope.catch(module, module, heads=3)
    with pytest.raises(ValueError, match="If they are 4 heads of each, give catch heads=4"):
        alignoscope.doctor(alignoscope.catch(module, module), [list("abcdefg")] * 2)


def test_of_several_tensors_with_rows_of_1_none_is_guessed() -> None:
    module = Returning((values(2, 3, 9).softmax(dim=-1), values(2, 3, 5).softmax(dim=-1)))
    with pytest.raises(ValueError, match="2 tensors that the module returned have rows that sum"):
        alignoscope.catch(module, module)


def test_the_doctor_refuses_texts_for_tokens_and_a_second_run_of_another_size() -> None:
    weights, words = np.full((2, 1, 3, 3), 1 / 3), [list("abc")] * 2
    with pytest.raises(ValueError, match="The source is a list of texts: give the tokens of each"):
        alignoscope.doctor(weights, ["a b <pad>", "the red car"], words)
    with pytest.raises(ValueError, match="The target is a list of texts"):
        alignoscope.doctor(weights, words, ["abc", "abc"])
    with pytest.raises(ValueError, match="again has 1 sentences, the weights 2"):
        alignoscope.doctor(weights, words, words, again=weights[:1])


def test_what_pick_returns_must_be_weights() -> None:
    module = Keeping()

    def run() -> Tensor:
        return module(QUERY, KEYS)

    for nothing in (None, "weights", [None, None]):
        what = "None" if nothing is None else "a str" if nothing == "weights" else "a list"
        with pytest.raises(
            ValueError, match=rf"pick returned {what}, which is no tensor of weights\. .* keep them"
        ):
            alignoscope.catch(module, run, pick=lambda _, nothing=nothing: nothing)
    with pytest.warns(UserWarning, match=r"pick returned numbers below 0, .* module\.attention_we"):
        alignoscope.catch(module, run, pick=lambda output: output)


@pytest.mark.parametrize("heads", [0, -2])
def test_heads_are_one_or_more(heads: int) -> None:
    module = Returning(values(8, 3, 7).softmax(dim=-1))
    with pytest.raises(ValueError, match=f"heads is {heads}: expected the number of heads, 1 or m"):
        alignoscope.catch(module, module, heads=heads)


def test_the_doctor_takes_tokens_of_any_kind_but_no_ids() -> None:
    weights = values(2, 1, 3, 3).softmax(dim=-1)
    source, target = [list("abc")] * 2, [list("xyz")] * 2
    told = alignoscope.doctor(weights, source, target)
    assert alignoscope.doctor(weights, np.array(source), np.array(target)) == told
    streams = ((iter(each) for each in side) for side in (source, target))
    assert alignoscope.doctor(weights, *streams) == told
    for ids in (torch.ones(2, 3), np.ones((2, 3), int), [[1, 2, 3]] * 2, [1, 2]):
        with pytest.raises(ValueError, match=r"The source is no list of tokens .* ids, give the t"):
            alignoscope.doctor(weights, ids, target)


def test_what_is_no_module_no_function_or_scripted_is_told_what_to_give() -> None:
    module = Returning(values(1, 3, 7).softmax(dim=-1))
    with pytest.raises(ValueError, match=r"module is Returning: expected .* such as model.attent"):
        alignoscope.catch(Returning, module)
    with pytest.raises(ValueError, match="run is a tuple: expected a function"):
        alignoscope.catch(module, (1, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        scripted = torch.jit.script(torch.nn.Softmax(dim=-1))
    with pytest.raises(ValueError, match="The module is scripted"):
        alignoscope.catch(scripted, module)


def test_hypotheses_of_a_beam_are_warned_of() -> None:
    """At first all have the same state, and later they change places."""
    alike = torch.tensor([[[0.5, 0.5]], [[0.5, 0.5]]])
    apart = torch.tensor([[[0.9, 0.1]], [[0.2, 0.8]]])
    module = Returning(alike)

    def run(*outputs: Tensor) -> None:
        for module.output in outputs:
            module()

    with pytest.warns(UserWarning, match="If `run` searches with a beam"):
        found = alignoscope.catch(module, lambda: run(alike, apart))
    np.testing.assert_array_equal(found[0, 0], np.float32([[0.5, 0.5], [0.9, 0.1]]))
    for steps in ((alike, alike), (apart, alike)):  # One sentence twice; a batch of two sentences.
        alignoscope.catch(module, lambda steps=steps: run(*steps))
