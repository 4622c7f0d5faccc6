"""The bidirectional encoder."""

import torch
from torch import Tensor, nn

RNNS = {"gru": nn.GRU, "lstm": nn.LSTM}


class Encoder(nn.Module):
    """A bidirectional RNN whose states are the values: annotations of each source token.

    h_j = [forward h_j; backward h_j]  (Bahdanau et al. 2015, section 3.2). The two directions are
    two RNNs over padded text, the second one over each sentence reversed: padding, always behind
    the sentence, is read by neither before the last real token.
    """

    def __init__(self, cell: str, embedding_size: int, hidden_size: int) -> None:
        super().__init__()
        self.forward_rnn = RNNS[cell](embedding_size, hidden_size // 2, batch_first=True)
        self.backward_rnn = RNNS[cell](embedding_size, hidden_size // 2, batch_first=True)

    def forward(self, embedded: Tensor, mask: Tensor) -> Tensor:
        """Read [batch, src_len, embedding_size]; return values [batch, src_len, hidden_size]."""
        order = reversal(mask)
        forward, _ = self.forward_rnn(embedded)
        backward, _ = self.backward_rnn(reorder(embedded, order))
        return torch.cat([forward, reorder(backward, order)], dim=-1)


def reversal(mask: Tensor) -> Tensor:
    """Return the indices [batch, src_len] that reverse each sentence, padding staying in place."""
    position = torch.arange(mask.shape[1], device=mask.device).expand_as(mask)
    return torch.where(mask, mask.sum(dim=1, keepdim=True) - 1 - position, position)


def reorder(states: Tensor, order: Tensor) -> Tensor:
    """Return states [batch, src_len, size] in the order [batch, src_len]."""
    return states.gather(1, order.unsqueeze(-1).expand_as(states))
