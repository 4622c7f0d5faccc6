"""The loss: cross-entropy of the vocabulary layer, with label smoothing."""

import torch
from torch import Tensor, nn
from torch.autograd.function import FunctionCtx, once_differentiable

ROWS = 32  # of logits at a time: with 8,000 pieces they stay in a processor's cache


def vocabulary_loss(
    readout: Tensor, weight: Tensor, bias: Tensor, target: Tensor, smoothing: float
) -> Tensor:
    """Return the mean over n tokens of -sum_k q_k log p_k (nats).

    p = softmax(E t + b) with readouts t [n, embedding_size], E [vocab_size, embedding_size] and
    b [vocab_size]; q is 1 - smoothing at the target [n] and smoothing / vocab_size everywhere
    (Szegedy et al. 2016, section 7).
    """
    if readout.device.type == "cpu" and torch.is_grad_enabled():
        return _VocabularyLoss.apply(readout, weight, bias, target, smoothing)
    logits = nn.functional.linear(readout, weight, bias).float()
    return nn.functional.cross_entropy(logits, target, label_smoothing=smoothing)


class _Context(FunctionCtx):
    saved_tensors: tuple[Tensor, ...]
    dtype: torch.dtype  # of the gradients


class _VocabularyLoss(torch.autograd.Function):
    """The loss, with its gradient by the logits, (p - q) / n, made in their place.

    The logits are the largest tensor of an update. On a processor, reading and writing all of them
    once for each part of the loss takes longer than the vocabulary layer's own product.
    """

    @staticmethod
    def forward(
        ctx: _Context,
        readout: Tensor,
        weight: Tensor,
        bias: Tensor,
        target: Tensor,
        smoothing: float,
    ) -> Tensor:
        """Return the loss."""
        on = torch.is_autocast_enabled("cpu")
        dtype = torch.get_autocast_dtype("cpu") if on else weight.dtype
        readout, weight = readout.to(dtype), weight.to(dtype)
        logits = torch.addmm(bias.to(dtype), readout, weight.t())
        n, vocab_size = logits.shape
        total = torch.zeros((), dtype=bias.dtype)
        for part, right in zip(logits.split(ROWS), target.unsqueeze(1).split(ROWS), strict=True):
            log_probs = part.to(bias.dtype).log_softmax(dim=-1)
            total -= (1 - smoothing) * log_probs.gather(1, right).sum()
            total -= smoothing * log_probs.mean(dim=-1).sum()
            gradient = log_probs.exp_().sub_(smoothing / vocab_size)
            gradient.scatter_add_(1, right, gradient.new_full(right.shape, smoothing - 1))
            part.copy_(gradient.div_(n))
        ctx.save_for_backward(readout, weight, logits)
        ctx.dtype = bias.dtype
        return total / n

    @staticmethod
    @once_differentiable
    def backward(ctx: _Context, by_loss: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients by readout, weight and bias."""
        readout, weight, by_logits = ctx.saved_tensors
        by_readout = (by_logits @ weight) * by_loss
        by_weight = by_logits.t() @ (readout * by_loss.to(readout.dtype))
        by_bias = by_logits.sum(dim=0, dtype=ctx.dtype) * by_loss
        return by_readout, by_weight.to(ctx.dtype), by_bias, None, None
