"""The loss of a model that copies is the cross-entropy of its mixture, and so are its gradients."""

import pytest
import torch

from alignoscope.models.layers.copying import Copying, mixed
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.training.batches import TrainingExample, collate
from alignoscope.training.copying import copying_loss
from alignoscope.training.updates import batch_loss

N, SIZE, VOCAB, SOURCE = 67, 7, 41, 9


def tensors(dtype: torch.dtype) -> tuple[list[torch.Tensor], torch.Tensor, torch.Tensor]:
    """Return readouts, table, bias, gates and scores, targets, and sources with repeated pieces."""
    generator = torch.Generator().manual_seed(5)
    shapes = ((N, SIZE), (VOCAB, SIZE), (VOCAB,), (N,), (N, SOURCE))
    parts = [torch.randn(shape, generator=generator).to(dtype) for shape in shapes]
    source = torch.randint(6, (N, SOURCE), generator=generator)
    target = torch.randint(12, (N,), generator=generator)  # half of them can be copied
    return [part.requires_grad_() for part in parts], target, source


def losses(
    parts: list[torch.Tensor], target: torch.Tensor, source: torch.Tensor, smoothing: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the loss, and that of torch's functions over the whole vocabulary."""
    readout, table, bias, gate, scores = parts
    copying = Copying(gate, scores.softmax(dim=-1), source)
    logits = mixed(torch.nn.functional.linear(readout, table, bias), copying)
    plain = torch.nn.functional.cross_entropy(logits, target, label_smoothing=smoothing)
    return copying_loss(readout, table, bias, target, smoothing, copying), plain


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_loss_and_gradients_are_those_of_the_mixture(smoothing: float) -> None:
    parts, target, source = tensors(torch.float64)
    found, expected = losses(parts, target, source, smoothing)
    # The copied shares are floats of 32 bits.
    assert found.item() == pytest.approx(expected.item(), rel=1e-6)
    ours, others = (
        torch.autograd.grad(3 * losses(parts, target, source, smoothing)[which], parts)
        for which in (0, 1)
    )
    for one, other in zip(ours, others, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-7)


def test_in_half_precision_gradients_are_near_and_finite() -> None:
    parts, target, source = tensors(torch.float32)
    _, plain = losses(parts, target, source, 0.1)
    expected = torch.autograd.grad(plain, parts)
    with torch.autocast("cpu", torch.bfloat16):
        loss, _ = losses(parts, target, source, 0.1)
    for one, other in zip(torch.autograd.grad(loss, parts), expected, strict=True):
        assert (one - other).norm() < 0.03 * other.norm()


@pytest.mark.parametrize("gate", [-200.0, 200.0])
def test_a_gate_that_is_shut_or_open_keeps_gradients_finite(gate: float) -> None:
    parts, target, source = tensors(torch.float32)
    with torch.no_grad():
        parts[3].fill_(gate)
    loss, _ = losses(parts, target, source, 0.1)
    assert torch.isfinite(loss)
    assert all(torch.isfinite(one).all() for one in torch.autograd.grad(loss, parts))


@pytest.mark.parametrize("variant", ["luong-general-copy", "bahdanau-additive-copy"])
def test_a_batch_has_the_mean_loss_of_its_sentences(variant: str) -> None:
    torch.manual_seed(0)
    shape = {"vocab_size": 97, "embedding_size": 14, "hidden_size": 22, "attention_size": 13}
    model = Seq2Seq(ModelConfig(variant=variant, dropout=0, **shape))
    torch.nn.init.normal_(model.decoder.gate.weight)
    examples = [TrainingExample([7, 8, 9, 3], [7, 12, 3]), TrainingExample([5, 3], [5, 5, 15, 3])]
    both, count, _ = batch_loss(model, collate(examples, "cpu"), 0.1)
    alone = [batch_loss(model, collate([one], "cpu"), 0.1)[:2] for one in examples]
    assert count == sum(size for _, size in alone)
    mean = sum(loss.item() * size for loss, size in alone) / count
    assert both.item() == pytest.approx(mean, rel=5e-3)  # where bf16 is native
    both.backward()
    assert model.decoder.gate.weight.grad.abs().max() > 0
