"""The encoder: one to three layers of an RNN, in one direction or in both."""

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn

from alignoscope.models.layers.packing import PackedGru, is_small, packable
from alignoscope.records.variant import ModelConfig


# The GRU is torch's: n = tanh(W x + b + r * (U h + c)), its reset gate r applied after the matrix
# product. Cho et al. 2014 (equation 8) and Bahdanau et al. 2015 (appendix A.1.1) apply it before:
# n = tanh(W x + U (r * h)). Torch's reads a whole sentence in one call. The decoders use it too.
class Gru(nn.GRU):
    """Torch's GRU, with a `cell` that makes single steps outside training with less overhead."""

    packed: PackedGru | None = None

    def pack(self) -> None:
        """Let `cell` read float16 matrices if the GRU has one layer and this loses nothing."""
        if self.num_layers == 1 and packable(*self.all_weights[0][:2]):
            self.packed = PackedGru(self)

    def cell(self, inputs: Tensor, hidden: Tensor) -> Tensor:
        """Return the first layer's next state [batch, size] for inputs [batch, input_size]."""
        if self.packed and is_small(inputs):
            return self.packed(inputs, hidden)
        return torch.gru_cell(inputs, hidden, *self.all_weights[0])


Rnn = nn.RNN | Gru | nn.LSTM
RNNS: dict[str, type[Rnn]] = {"rnn": nn.RNN, "gru": Gru, "lstm": nn.LSTM}


class Encoder(nn.Module):
    """An RNN whose top-layer states are the values: the annotations of the source tokens.

    h_j = [forward h_j; backward h_j]  (Bahdanau et al. 2015, section 3.2), or forward h_j alone.
    The second direction is an RNN over each sentence reversed. Padding follows the sentence in both
    directions, so no RNN reads it before the last real token, and no packed sequence is needed.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        directions = 1 + config.bidirectional
        size = config.hidden_size // directions
        self.layers = nn.ModuleList(
            nn.ModuleList(
                RNNS[config.cell](inputs, size, batch_first=True) for _ in range(directions)
            )
            for inputs in [config.embedding_size, *[config.hidden_size] * (config.layers - 1)]
        )
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, embedded: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Read embeddings [batch, src_len, embedding_size].

        Return the values [batch, src_len, hidden_size], and the last state of each direction
        [batch, hidden_size]: forward at the last token, backward at the first one.
        """
        order = reversal(mask)
        ends = mask.sum(dim=1) - 1
        batch = torch.arange(len(mask), device=mask.device)
        values, last = embedded, []
        for i, directions in enumerate(cast(Iterable[nn.ModuleList], self.layers)):
            inputs = self.dropout(values) if i else values
            forward = directions[0](inputs)[0]
            values, last = forward, [forward[batch, ends]]
            if len(directions) == 2:
                backward = reorder(directions[1](reorder(inputs, order))[0], order)
                values = torch.cat([forward, backward], dim=-1)
                last.append(backward[:, 0])
        return values, torch.cat(last, dim=-1)


def reversal(mask: Tensor) -> Tensor:
    """Return the indices [batch, src_len] that reverse each sentence and leave padding in place."""
    position = torch.arange(mask.shape[1], device=mask.device).expand_as(mask)
    return torch.where(mask, mask.sum(dim=1, keepdim=True) - 1 - position, position)


def reorder(states: Tensor, order: Tensor) -> Tensor:
    """Return states [batch, src_len, size] permuted by the indices `order` [batch, src_len]."""
    return states.gather(1, order.unsqueeze(-1).expand_as(states))
