"""The loss agrees with plain Python, and its gradients with those that torch finds."""

import math

import pytest
import torch
from torch.nn.functional import cross_entropy, linear

from alignoscope.training.loss import vocabulary_loss

N, SIZE, VOCAB = 67, 7, 41


def tensors(dtype: torch.dtype) -> tuple[list[torch.Tensor], torch.Tensor]:
    generator = torch.Generator().manual_seed(5)
    shapes = ((N, SIZE), (VOCAB, SIZE), (VOCAB,))
    parts = [torch.randn(shape, generator=generator).to(dtype) for shape in shapes]
    target = torch.randint(VOCAB, (N,), generator=generator)
    return [part.requires_grad_() for part in parts], target


def gradients(loss: torch.Tensor, parts: list[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    return torch.autograd.grad(3 * loss, parts)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_is_that_of_plain_python(smoothing: float) -> None:
    parts, target = tensors(torch.float64)
    readout, weight, bias = (part.tolist() for part in parts)
    total = 0.0
    for row, right in zip(readout, target.tolist(), strict=True):
        logits = [
            sum(a * b for a, b in zip(row, one, strict=True)) + offset
            for one, offset in zip(weight, bias, strict=True)
        ]
        norm = math.log(sum(map(math.exp, logits)))
        for k, logit in enumerate(logits):
            share = (1 - smoothing) * (k == right) + smoothing / VOCAB
            total -= share * (logit - norm)
    trained = vocabulary_loss(*parts, target, smoothing)
    assert trained.item() == pytest.approx(total / N, rel=1e-12)
    with torch.no_grad():
        assert vocabulary_loss(*parts, target, smoothing).item() == pytest.approx(total / N, 1e-6)


def test_its_gradients_are_those_of_torch() -> None:
    parts, target = tensors(torch.float64)
    found = gradients(vocabulary_loss(*parts, target, 0.1), parts)
    expected = gradients(cross_entropy(linear(*parts), target, label_smoothing=0.1), parts)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-12, atol=1e-14)


def test_in_half_precision_its_gradients_are_near() -> None:
    parts, target = tensors(torch.float32)
    expected = gradients(cross_entropy(linear(*parts), target), parts)
    with torch.autocast("cpu", torch.bfloat16):
        loss = vocabulary_loss(*parts, target, 0.0)
    found = gradients(loss, parts)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == torch.float32
        torch.testing.assert_close(one, other, rtol=0.05, atol=2e-3)
