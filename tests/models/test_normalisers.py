"""The normalisers against arithmetic by hand, their definition, and an independent package."""

import math

import entmax
import pytest
import torch

from alignoscope.models.layers.attention import Memory, Past, build_attention
from alignoscope.models.layers.normalisers import NORMALISERS, entmax15, sparsemax
from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.catalogue.normalisers import NORMALISERS as NAMES
from alignoscope.records.variant import ModelConfig

PEERS = {"softmax": torch.softmax, "sparsemax": entmax.sparsemax, "entmax15": entmax.entmax15}


def scores(*shape: int, spread: float = 1.0) -> torch.Tensor:
    generator = torch.Generator().manual_seed(7)
    return spread * torch.randn(*shape, generator=generator, dtype=torch.float64)


def test_a_variant_can_name_every_normaliser() -> None:
    assert [*NORMALISERS, MONOTONIC] == list(NAMES)


def test_sparsemax_by_hand() -> None:
    # Two have weight: tau = (2 + 1.5 - 1) / 2 = 1.25, and 0.1 is below it.
    weights = sparsemax(torch.tensor([2.0, 0.1, 1.5]))
    assert weights.tolist() == pytest.approx([0.75, 0, 0.25])
    assert weights[1] == 0


def test_entmax_by_hand() -> None:
    # (1/2 - tau)^2 + (0 - tau)^2 = 1, so tau = (1 - sqrt(7)) / 4.
    tau = (1 - math.sqrt(7)) / 4
    weights = entmax15(torch.tensor([1.0, 0.0, -9.0]))
    assert weights.tolist() == pytest.approx([(0.5 - tau) ** 2, tau**2, 0])
    assert weights[2] == 0


@pytest.mark.parametrize("name", NORMALISERS)
@pytest.mark.parametrize("spread", [0.1, 1.0, 30.0])
def test_an_independent_package_has_the_same_weights_and_gradients(
    name: str, spread: float
) -> None:
    ours, theirs = (scores(11, 13, spread=spread).requires_grad_() for _ in range(2))
    weights, expected = NORMALISERS[name](ours), PEERS[name](theirs, dim=-1)
    torch.testing.assert_close(weights, expected, rtol=1e-6, atol=1e-9)
    pull = scores(11, 13).flip(0)
    (weights * pull).sum().backward()
    (expected * pull).sum().backward()
    torch.testing.assert_close(ours.grad, theirs.grad, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("name", NORMALISERS)
def test_gradients_are_those_of_small_changes(name: str) -> None:
    assert torch.autograd.gradcheck(NORMALISERS[name], scores(3, 5).requires_grad_())


@pytest.mark.parametrize("name", NORMALISERS)
def test_rows_sum_to_one_whatever_is_added_and_nothing_is_outside(name: str) -> None:
    row = scores(7, 11).float()
    row[:, 8:] = -torch.inf
    row[0, 1:] = -torch.inf
    row.requires_grad_()
    weights = NORMALISERS[name](row)
    torch.testing.assert_close(weights.sum(dim=-1), torch.ones(7))
    assert (weights[:, 8:] == 0).all()
    assert weights[0, 0] == 1
    torch.testing.assert_close(NORMALISERS[name](row + 100), weights, rtol=1e-4, atol=1e-5)
    weights[:, 0].sum().backward()
    assert row.grad.isfinite().all()


@pytest.mark.parametrize("name", NORMALISERS)
def test_attention_uses_the_normaliser_of_its_variant(name: str) -> None:
    suffix = "" if name == "softmax" else f"-{name}"
    sizes = {"vocab_size": 11, "embedding_size": 7, "hidden_size": 2, "attention_size": 13}
    attention = build_attention(ModelConfig(variant=f"luong-dot{suffix}", **sizes))
    values = torch.tensor([[[2.0, 0.0], [0.1, 0.0], [1.5, 0.0], [9.0, 9.0]]])
    mask = torch.tensor([[True, True, True, False]])
    memory = Memory(attention.project(values), values, mask, values[:, 0])
    output = attention(torch.tensor([[[1.0, 0.0]]]), memory, Past(0, torch.zeros(1, 4))).only()
    expected = PEERS[name](torch.tensor([2.0, 0.1, 1.5]), dim=-1)
    assert output.weights[0].tolist() == pytest.approx([*expected.tolist(), 0])
