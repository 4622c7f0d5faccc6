"""The timings against their formulas, in float64 and plain numpy; and every shape of a model."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch

from alignoscope.decoding.beam import beam_search
from alignoscope.decoding.forced import force_sentences
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.encoder import RNNS
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.run import RunRecord
from alignoscope.records.variant import ModelConfig
from tests.shared.traces import TEXTS, assert_same

Weights = dict[str, np.ndarray]


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def gru(w: Weights, name: str, x: np.ndarray, h: np.ndarray) -> np.ndarray:
    """Return a GRU's next state, by the formula in torch's documentation."""
    read = np.split(w[f"{name}.weight_ih_l0"] @ x + w[f"{name}.bias_ih_l0"], 3)
    kept = np.split(w[f"{name}.weight_hh_l0"] @ h + w[f"{name}.bias_hh_l0"], 3)
    reset, update = sigmoid(read[0] + kept[0]), sigmoid(read[1] + kept[1])
    return (1 - update) * np.tanh(read[2] + reset * kept[2]) + update * h


def attend(query: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of a dot product, and their context."""
    exponentials = np.exp(values @ query)
    weights = exponentials / exponentials.sum()
    return weights, weights @ values


def bahdanau(w: Weights, words: np.ndarray, values: np.ndarray, s: np.ndarray) -> Iterator:
    for word in words:
        weights, context = attend(s, values)
        query, s = s, gru(w, "rnn", np.concatenate([word, context]), s)
        deep = w["deep_output.weight"] @ np.concatenate([s, word, context])
        deep += w["deep_output.bias"]
        yield query, weights, context, np.array([max(pair) for pair in deep.reshape(-1, 2)])


def luong(w: Weights, words: np.ndarray, values: np.ndarray, h: np.ndarray) -> Iterator:
    for word in words:
        h = gru(w, "rnn", word, h)
        weights, context = attend(h, values)
        vector = np.tanh(w["attentional.weight"] @ np.concatenate([context, h]))
        yield h, weights, context, w["output.weight"] @ vector


def luong_feed(w: Weights, words: np.ndarray, values: np.ndarray, h: np.ndarray) -> Iterator:
    vector = np.zeros_like(h)
    for word in words:
        h = gru(w, "rnn", np.concatenate([word, vector]), h)
        weights, context = attend(h, values)
        vector = np.tanh(w["attentional.weight"] @ np.concatenate([context, h]))
        yield h, weights, context, w["output.weight"] @ vector


def tacotron(w: Weights, words: np.ndarray, values: np.ndarray, h: np.ndarray) -> Iterator:
    context, states = np.zeros_like(h), [np.zeros_like(h)] * 2
    for word in words:
        h = gru(w, "rnn", np.concatenate([word, context]), h)
        weights, context = attend(h, values)
        x = w["joined.weight"] @ np.concatenate([h, context]) + w["joined.bias"]
        for k in range(2):
            states[k] = gru(w, f"residual.{k}", x, states[k])
            x = x + states[k]
        yield h, weights, context, w["output.weight"] @ x + w["output.bias"]


def nematus(w: Weights, words: np.ndarray, values: np.ndarray, s: np.ndarray) -> Iterator:
    for word in words:
        query = gru(w, "rnn", word, s)
        weights, context = attend(query, values)
        s = gru(w, "second", context, query)
        deep = w["deep_output.weight"] @ np.concatenate([s, word, context])
        readout = w["output.weight"] @ np.tanh(deep + w["deep_output.bias"])
        yield query, weights, context, readout


@pytest.mark.parametrize(
    ("variant", "formula"),
    [
        ("bahdanau-dot", bahdanau),
        ("luong-dot", luong),
        ("luong-dot-feed", luong_feed),
        ("tacotron-dot", tacotron),
        ("nematus-dot", nematus),
    ],
)
def test_every_timing_is_its_formula(tiny, variant: str, formula: Callable) -> None:
    model = tiny(variant).model
    memory = model.encode(torch.tensor([[5, 11, 7, 13, 3]]))
    state = model.decoder.initial_state(memory)
    words = model.embedding.weight[[2, 17, 29]] * 7**0.5
    w = {name: part.double().numpy() for name, part in model.decoder.state_dict().items()}
    first = w["first.weight"] @ memory.last[0, -11:].double().numpy() + w["first.bias"]
    expected = formula(w, words.double().numpy(), memory.values[0].double().numpy(), np.tanh(first))
    for token, (query, weights, context, readout) in zip((2, 17, 29), expected, strict=True):
        output = model.step(torch.tensor([token]), state, memory)
        state = output.state
        np.testing.assert_allclose(output.query[0], query, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(output.attention.weights[0], weights, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(output.attention.context[0], context, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(output.readout[0], readout, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("cell", RNNS)
@pytest.mark.parametrize(("layers", "bidirectional"), [(2, True), (3, False)])
@pytest.mark.parametrize(
    "variant", ["bahdanau-additive", "luong-general-feed", "tacotron-concat", "nematus-additive"]
)
def test_deep_and_one_way_models_decode_alike_in_every_way(
    tokenizer, variant: str, cell: str, layers: int, bidirectional: bool
) -> None:
    torch.manual_seed(0)
    config = ModelConfig(
        variant=variant,
        vocab_size=len(tokenizer),
        cell=cell,
        layers=layers,
        bidirectional=bidirectional,
        embedding_size=7,
        hidden_size=22,
        attention_size=13,
    )
    model = Seq2Seq(config).eval().requires_grad_(False)
    checkpoint = Checkpoint(model=model, tokenizer=tokenizer, record=RunRecord())
    batched = translate(checkpoint, TEXTS)
    assert_same(translate(checkpoint, TEXTS[:1])[0], batched[0])
    for trace in (batched[0], *beam_search(checkpoint, TEXTS[:1], 3)[0]):
        forced = force_sentences(checkpoint, [trace.source], [trace.target])[0]
        assert_same(trace, forced)
