"""Mask, softmax and context; and the encoder that must not read padding."""

import math

import pytest
import torch

from models.attention import Attention, FixedContext, Memory, build_attention
from models.encoder import Encoder
from models.scores import SCORES

MASK = torch.tensor([[True, True, True], [True, False, False]])


def test_weights_and_context_by_hand() -> None:
    attention = Attention("dot", 2, 2, 3)
    values = torch.tensor([[[1.0, 0.0], [0.0, 2.0], [9.0, 9.0]]])
    mask = torch.tensor([[True, True, False]])
    output = attention(torch.tensor([[[1.0, 1.0]]]), Memory(values, values, mask)).only()
    total = math.exp(1) + math.exp(2)
    weights = [math.exp(1) / total, math.exp(2) / total, 0.0]
    assert output.scores.tolist() == [[1.0, 2.0, -math.inf]]
    assert output.weights[0].tolist() == pytest.approx(weights)
    assert output.context[0].tolist() == pytest.approx([weights[0], 2 * weights[1]])


@pytest.mark.parametrize("name", SCORES)
def test_padding_gets_no_weight_and_changes_nothing(name: str) -> None:
    torch.manual_seed(0)
    attention = Attention(name, 5, 5, 7)
    query, values = torch.randn(2, 7, 5), torch.randn(2, 3, 5)
    outputs = []
    for padding in (0.0, 1000.0):
        filled = values.masked_fill(~MASK.unsqueeze(-1), padding)
        outputs.append(attention(query, Memory(attention.project(filled), filled, MASK)))
    assert (outputs[0].weights.transpose(1, 2)[~MASK] == 0).all()
    torch.testing.assert_close(outputs[0].weights.sum(dim=-1), torch.ones(2, 7))
    for first, second in zip(*outputs, strict=True):
        torch.testing.assert_close(first, second)


def test_the_fixed_context_is_the_last_state_of_each_direction() -> None:
    values = torch.arange(12.0).reshape(2, 3, 2)
    output = FixedContext()(torch.zeros(2, 7, 5), Memory(values, values, MASK))
    assert output.scores is None
    assert output.weights is None
    assert output.context.tolist() == [[[4.0, 1.0]] * 7, [[6.0, 7.0]] * 7]


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_the_encoder_equals_torchs_bidirectional_rnn_over_packed_sentences(cell: str) -> None:
    torch.manual_seed(0)
    encoder = Encoder(cell, 7, 10)
    reference = {"gru": torch.nn.GRU, "lstm": torch.nn.LSTM}[cell]
    reference = reference(7, 5, batch_first=True, bidirectional=True)
    state = dict(encoder.forward_rnn.state_dict())
    state |= {f"{k}_reverse": v for k, v in encoder.backward_rnn.state_dict().items()}
    reference.load_state_dict(state)
    embedded, lengths = torch.randn(2, 3, 7), MASK.sum(dim=1)
    packed = torch.nn.utils.rnn.pack_padded_sequence(embedded, lengths, batch_first=True)
    expected, _ = torch.nn.utils.rnn.pad_packed_sequence(reference(packed)[0], batch_first=True)
    found = encoder(embedded, MASK)
    torch.testing.assert_close(found[MASK], expected[MASK])


def test_an_unknown_score_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        ValueError, match=r"'dto'.*dot, scaled-dot, general, concat, additive, none"
    ):
        build_attention("dto", 3, 3, 5)
