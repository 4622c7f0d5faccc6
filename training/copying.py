"""The loss of a model that copies: cross-entropy of the mixture of generated and copied pieces."""

import torch
from torch import Tensor
from torch.autograd.function import FunctionCtx, once_differentiable
from torch.nn.functional import logsigmoid

from alignoscope.models.layers.copying import Copying


def copying_loss(
    readout: Tensor,
    weight: Tensor,
    bias: Tensor,
    target: Tensor,
    smoothing: float,
    copying: Copying,
) -> Tensor:
    """Return the mean over n tokens of -sum_k q_k log P_k (nats), a number [].

    P is the mixture of `models.layers.copying.mixed`; q and the arguments are those of
    `vocabulary_loss`, and what is copied has a row for each of the n tokens. Every P_k that is not
    of a source piece is p_gen p_k, so the sum over the vocabulary needs only the mean of log p and
    the source's own pieces.
    """
    shares, source = copying.shares.float(), copying.source
    asked = torch.cat([target.unsqueeze(1), source], dim=1)
    logs, mean_log = _LogProbs.apply(readout, weight, bias, asked)
    same = source.unsqueeze(1) == asked.unsqueeze(2)  # [n, 1 + src_len, src_len]
    copied = (same * shares.unsqueeze(1)).sum(dim=-1)
    generates = logsigmoid(copying.gate).unsqueeze(1)
    copies = logsigmoid(-copying.gate).unsqueeze(1)
    generated = generates + logs
    floor = torch.finfo(copied.dtype).tiny  # log 0 would make the gradients NaN
    both = torch.logaddexp(generated, copies + copied.clamp_min(floor).log())
    first = same[:, 1:].long().argmax(dim=-1) == torch.arange(source.shape[1], device=same.device)
    more = ((both - generated)[:, 1:] * first).sum(dim=1)
    mean = generates.squeeze(1) + mean_log + more / len(weight)
    return -((1 - smoothing) * both[:, 0] + smoothing * mean).mean()


class _LogProbsContext(FunctionCtx):
    saved_tensors: tuple[Tensor, ...]


class _LogProbs(torch.autograd.Function):
    """log p of some tokens, and the mean of log p over the vocabulary, with p = softmax(E t + b).

    The logits are overwritten by probabilities, and these by gradients, as in
    `training.loss._VocabularyLoss`: one table [n, vocab_size] is written, instead of one for each
    of torch's functions.
    """

    @staticmethod
    def forward(
        ctx: _LogProbsContext, readout: Tensor, weight: Tensor, bias: Tensor, asked: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return log p [n, m] of the tokens `asked` [n, m], and the means [n]."""
        kind = readout.device.type
        on = torch.is_autocast_enabled(kind)
        dtype = torch.get_autocast_dtype(kind) if on else weight.dtype
        mean_row = weight.mean(dim=0)
        mean_logit = readout.to(bias.dtype) @ mean_row + bias.mean()
        readout, weight = readout.to(dtype), weight.to(dtype)
        logits = torch.addmm(bias.to(dtype), readout, weight.t())
        wanted = logits.gather(1, asked).to(bias.dtype)
        norm = logits.logsumexp(dim=1, keepdim=True).to(bias.dtype)
        probs = torch.softmax(logits, dim=1, out=logits)
        ctx.save_for_backward(readout, weight, probs, asked, mean_row)
        return wanted - norm, mean_logit - norm.squeeze(1)

    @staticmethod
    @once_differentiable
    def backward(
        ctx: _LogProbsContext, by_logs: Tensor, by_mean: Tensor
    ) -> tuple[Tensor | None, ...]:
        """Return the gradients of readout, weight and bias, in their shapes."""
        readout, weight, by_logits, asked, mean_row = ctx.saved_tensors
        dtype, low, share = mean_row.dtype, by_logits.dtype, by_mean / len(weight)
        by_logits.mul_(-(by_logs.sum(dim=1) + by_mean).unsqueeze(1).to(low))
        by_logits.scatter_add_(1, asked, by_logs.to(low))
        by_readout = (by_logits @ weight).to(dtype) + torch.outer(by_mean, mean_row)
        by_weight = (by_logits.t() @ readout).to(dtype) + share @ readout.to(dtype)
        by_bias = by_logits.sum(dim=0).to(dtype) + share.sum()
        return by_readout, by_weight, by_bias, None
