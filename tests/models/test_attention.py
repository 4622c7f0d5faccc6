"""Mask, softmax and context; and the encoder that must not read padding."""

import math
from dataclasses import replace

import pytest
import torch

from alignoscope.models.layers.attention import Memory, Past, build_attention
from alignoscope.models.layers.encoder import RNNS, Encoder
from alignoscope.models.scores import SCORES
from alignoscope.records.variant import ModelConfig

MASK = torch.tensor([[True, True, True], [True, False, False]])
CONFIG = ModelConfig(
    variant="luong-dot", vocab_size=11, embedding_size=7, hidden_size=2, attention_size=13
)
LOCAL = ("local-m", "local-p", "local-m-dot", "local-p-additive")


def build(score: str, **change) -> torch.nn.Module:
    return build_attention(replace(CONFIG, variant=f"luong-{score}", **change))


def start(mask: torch.Tensor) -> Past:
    return Past(0, torch.zeros(mask.shape))


def remember(attention: torch.nn.Module, values: torch.Tensor, mask: torch.Tensor) -> Memory:
    return Memory(attention.project(values), values, mask, values[:, 0])


def test_weights_and_context_by_hand() -> None:
    attention = build("dot")
    values = torch.tensor([[[1.0, 0.0], [0.0, 2.0], [9.0, 9.0]]])
    mask = torch.tensor([[True, True, False]])
    memory = remember(attention, values, mask)
    output = attention(torch.tensor([[[1.0, 1.0]]]), memory, start(mask)).only()
    total = math.exp(1) + math.exp(2)
    weights = [math.exp(1) / total, math.exp(2) / total, 0.0]
    assert output.scores.tolist() == [[1.0, 2.0, -math.inf]]
    assert output.weights[0].tolist() == pytest.approx(weights)
    assert output.context[0].tolist() == pytest.approx([weights[0], 2 * weights[1]])


@pytest.mark.parametrize("name", [*SCORES, *LOCAL])
def test_padding_gets_no_weight_and_changes_nothing(name: str) -> None:
    torch.manual_seed(0)
    attention = build(name, hidden_size=6)
    n = 1 if attention.sequential else 7
    query, values = torch.randn(2, n, 6), torch.randn(2, 3, 6)
    outputs = []
    for padding in (0.0, 1000.0):
        filled = values.masked_fill(~MASK.unsqueeze(-1), padding)
        outputs.append(attention(query, remember(attention, filled, MASK), start(MASK)))
    assert (outputs[0].weights.transpose(1, 2)[~MASK] == 0).all()
    if not name.startswith("local-p"):
        torch.testing.assert_close(outputs[0].weights.sum(dim=-1), torch.ones(2, n))
    for first, second in zip(*outputs, strict=True):
        if first is not None:
            torch.testing.assert_close(first, second)


def test_a_monotonic_window_moves_one_word_a_step() -> None:
    attention = build("local-m-dot", window=1)
    values, mask = torch.zeros(1, 5, 2), torch.ones(1, 5, dtype=torch.bool)
    memory = remember(attention, values, mask)
    output = attention(torch.zeros(1, 3, 2), memory, Past(3, torch.zeros(1, 5)))
    third, half = pytest.approx(1 / 3), pytest.approx(0.5)
    assert output.center.tolist() == [[3, 4, 4]]
    assert output.weights[0, 0].tolist() == [0, 0, third, third, third]
    assert output.weights[0, 1].tolist() == [0, 0, 0, half, half]
    assert output.weights[0, 2].tolist() == [0, 0, 0, half, half]


def test_a_predicted_window_multiplies_by_a_gaussian_after_the_softmax() -> None:
    attention = build("local-p-dot", window=2)
    torch.nn.init.zeros_(attention.v.weight)  # p = S sigmoid(0)
    values, mask = torch.zeros(1, 5, 2), torch.ones(1, 5, dtype=torch.bool)
    output = attention(torch.zeros(1, 1, 2), remember(attention, values, mask), start(mask)).only()
    assert output.center.tolist() == [2.5]
    inside = [j for j in range(5) if abs(j - 2.5) <= 2]
    weights = [math.exp(-((j - 2.5) ** 2) / (2 * 1.0**2)) / len(inside) for j in inside]
    assert inside == [1, 2, 3, 4]
    assert output.weights[0].tolist() == pytest.approx([0, *weights])
    assert output.weights.sum() < 1
    assert output.scores[0].tolist() == [-math.inf, 0, 0, 0, 0]


def test_given_weights_take_the_place_of_the_computed_ones() -> None:
    attention = build("general", hidden_size=6)
    values, given = torch.randn(2, 3, 6), torch.tensor([[[0.5, 0.5, 0]], [[1.0, 0, 0]]])
    memory = remember(attention, values, MASK)
    output = attention(torch.randn(2, 1, 6), memory, start(MASK), given)
    assert output.weights is given
    torch.testing.assert_close(output.context[0, 0], values[0, :2].mean(dim=0))
    torch.testing.assert_close(output.context[1, 0], values[1, 0])


def test_the_fixed_context_is_the_encoders_last_state() -> None:
    last = torch.tensor([[4.0, 1.0], [6.0, 7.0]])
    memory = Memory(torch.zeros(2, 3, 2), torch.zeros(2, 3, 2), MASK, last)
    output = build("none")(torch.zeros(2, 7, 2), memory, start(MASK))
    assert output.scores is None
    assert output.weights is None
    assert output.context.tolist() == [[[4.0, 1.0]] * 7, [[6.0, 7.0]] * 7]


@pytest.mark.parametrize("cell", RNNS)
@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("bidirectional", [True, False])
def test_the_encoder_equals_torchs_rnn_over_packed_sentences(
    cell: str, layers: int, bidirectional: bool
) -> None:
    torch.manual_seed(0)
    config = replace(
        CONFIG, cell=cell, hidden_size=10, layers=layers, bidirectional=bidirectional, dropout=0
    )
    encoder, size = Encoder(config), 10 // (1 + bidirectional)
    reference = RNNS[cell](7, size, layers, batch_first=True, bidirectional=bidirectional)
    state = {
        name.replace("_l0", f"_l{i}{'_reverse' * direction}"): weight
        for i, directions in enumerate(encoder.layers)
        for direction, rnn in enumerate(directions)
        for name, weight in rnn.state_dict().items()
    }
    reference.load_state_dict(state)
    embedded, lengths = torch.randn(2, 3, 7), MASK.sum(dim=1)
    packed = torch.nn.utils.rnn.pack_padded_sequence(embedded, lengths, batch_first=True)
    expected, hidden = reference(packed)
    expected, _ = torch.nn.utils.rnn.pad_packed_sequence(expected, batch_first=True)
    values, last = encoder(embedded, MASK)
    torch.testing.assert_close(values[MASK], expected[MASK])
    top = (hidden[0] if cell == "lstm" else hidden)[-1 - bidirectional :]
    torch.testing.assert_close(last, top.transpose(0, 1).flatten(1))


def test_an_unknown_score_is_refused_with_the_known_ones() -> None:
    for score in ("dto", "local-p-dto", "local"):
        with pytest.raises(ValueError, match=r"Unknown score .*dot, scaled-dot, .*local-m.*, none"):
            build(score)


def test_a_source_with_more_tokens_than_positions_is_refused_with_the_reason() -> None:
    with pytest.raises(ValueError, match=r"only handle 101 tokens .* this sentence has 102\."):
        build("location").project(torch.zeros(1, 102, 2))
