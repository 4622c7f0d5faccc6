"""Additive scores: a one-layer network on a query and a key."""

import torch
from torch import Tensor, nn


class Concat(nn.Module):
    """A one-layer network on the concatenation of query and key.

    e_j = v . tanh(W [q; k_j]) = v . tanh(W1 q + W2 k_j)  (Luong et al. 2015, section 3.1,
    "concat"). The part of the keys is computed once per sentence.
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.both = nn.Linear(query_size + key_size, attention_size, bias=False)
        self.v = nn.Linear(attention_size, 1, bias=False)
        self.query_size = query_size

    def project(self, keys: Tensor) -> Tensor:
        """Return W2 k: [batch, src_len, attention_size]."""
        return nn.functional.linear(keys, self.both.weight[:, self.query_size :])

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against keys [batch, src_len, attention_size]."""
        projected = nn.functional.linear(query, self.both.weight[:, : self.query_size])
        return self.v(torch.tanh(projected.unsqueeze(2) + keys.unsqueeze(1))).squeeze(-1)


class Additive(nn.Module):
    """A one-layer network on the sum of the projected query and the projected key, with a bias.

    e_j = v . tanh(W1 q + W2 k_j + b)  (Bahdanau et al. 2015, appendix A.1.2; the paper's own
    formula leaves b out).
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.query = nn.Linear(query_size, attention_size, bias=False)
        self.key = nn.Linear(key_size, attention_size)
        self.v = nn.Linear(attention_size, 1, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return W2 k + b: [batch, src_len, attention_size]."""
        return self.key(keys)

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against keys [batch, src_len, attention_size]."""
        projected = self.query(query)
        return self.v(torch.tanh(projected.unsqueeze(2) + keys.unsqueeze(1))).squeeze(-1)


class AdditiveOfPast(nn.Module):
    """Base class of additive scores that read the past: e_j = v . tanh(W q + V k_j + b + r_j).

    `read` computes r [batch, src_len, attention_size] from the past weights [batch, src_len].
    """

    sequential = True

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.query = nn.Linear(query_size, attention_size, bias=False)
        self.key = nn.Linear(key_size, attention_size)
        self.v = nn.Linear(attention_size, 1, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return V k + b: [batch, src_len, attention_size]."""
        return self.key(keys)

    def read(self, past: Tensor) -> Tensor:
        """Return r [batch, src_len, attention_size]; each subclass defines it."""
        raise NotImplementedError

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score one query [batch, 1, query_size], with past weights [batch, src_len].

        If `past` is None, the past weights are 0.
        """
        assert query.shape[1] == 1, "a later query's past depends on an earlier query's weights"
        past = keys.new_zeros(keys.shape[:2]) if past is None else past.to(keys.dtype)
        hidden = torch.tanh(self.query(query) + keys + self.read(past))
        return self.v(hidden).squeeze(-1).unsqueeze(1)
