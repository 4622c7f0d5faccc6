"""Copying: a step mixes pieces of the source into what it writes, by the attention weights."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn

from alignoscope.records.variant import ModelConfig

SHUT = 99.0  # A logit of p_gen whose sigmoid is 1.
OPEN = 3.0  # The first logit of p_gen: a new gate copies 5 %, so that a model begins as it was.


class Copying(NamedTuple):
    """What one step, or each step of a target, may copy, and how much.

    The leading axes are [batch] of a step and [batch, tgt_len] of a target.
    """

    gate: Tensor  # [...], the logit of p_gen
    shares: Tensor  # [..., src_len], the weights divided by their sum
    source: Tensor  # [..., src_len], the ids of the source's pieces

    def change(self, part: Callable[[Tensor], Tensor]) -> "Copying":
        """Return this with all parts changed alike, such as cut to some rows."""
        return Copying(*map(part, self))


class CopyGate(nn.Linear):
    """The gate of the pointer-generator network: how much a step generates, and not copies.

    p_gen = sigmoid(w_c . c_t + w_s . s_t + w_x . x_t + b), with the context c_t, the decoder's
    state s_t, which is the one after the update, and its input x_t = E y_{t-1}  (See et al. 2017,
    section 2.2, equation 8). All weights begin at 0.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(2 * config.hidden_size + config.embedding_size, 1)

    def reset_parameters(self) -> None:
        """Begin with the same p_gen at every step."""
        nn.init.zeros_(self.weight)
        nn.init.constant_(self.bias, OPEN)

    def read(
        self, context: Tensor, state: Tensor, embedded: Tensor, weights: Tensor, source: Tensor
    ) -> Copying:
        """Return what steps may copy.

        Args:
            context: the contexts [..., hidden_size].
            state: the decoder's states after the update [..., hidden_size].
            embedded: the embeddings of the previous tokens [..., embedding_size].
            weights: the weights [..., src_len], whose rows may sum below 1.
            source: the ids of the source's pieces [..., src_len].
        """
        gate = self(torch.cat([context, state, embedded], dim=-1)).squeeze(-1).float()
        total = weights.sum(dim=-1, keepdim=True)
        # A step of monotonic attention may choose no piece: then it copies none.
        gate = torch.where(total.squeeze(-1) > 0, gate, SHUT)
        return Copying(gate, weights / total.clamp_min(torch.finfo(weights.dtype).tiny), source)


def mixed(logits: Tensor, copying: Copying) -> Tensor:
    """Return log P [batch, vocab_size] of a step with these logits [batch, vocab_size].

    P(w) = p_gen P_vocab(w) + (1 - p_gen) sum_{j: x_j = w} a_j  (See et al. 2017, section 2.2,
    equation 9, over pieces: source and target share them, so no piece is unknown to P_vocab).
    """
    p_gen = torch.sigmoid(copying.gate).unsqueeze(-1)
    generated = p_gen * torch.softmax(logits, dim=-1)
    copied = ((1 - p_gen) * copying.shares).to(generated.dtype)
    found = generated.scatter_add(-1, copying.source, copied)
    return found.clamp_min(torch.finfo(found.dtype).tiny).log()
