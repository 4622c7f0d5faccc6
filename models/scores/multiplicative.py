"""Multiplicative scores: products of a query and a key."""

import math

import torch
from torch import Tensor, nn


class Dot(nn.Module):
    """The dot product of query and key.

    e_j = q . k_j  (Luong et al. 2015, section 3.1, "dot").

    Raises:
        ValueError: if the query size and the key size differ.
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        if query_size != key_size:
            raise ValueError(
                f"A dot product needs queries and keys of one size, got {query_size} and "
                f"{key_size}: make the sizes equal, or use 'general', 'concat' or 'additive'."
            )

    def project(self, keys: Tensor) -> Tensor:
        """Return the keys unchanged: [batch, src_len, key_size]."""
        return keys

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against keys [batch, src_len, query_size]."""
        return torch.bmm(query, keys.transpose(1, 2))


class ScaledDot(Dot):
    """The dot product of query and key, divided by the square root of their size.

    e_j = q . k_j / sqrt(d)  (Vaswani et al. 2017, section 3.2.1, equation 1).

    Raises:
        ValueError: if the query size and the key size differ.
    """

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against keys [batch, src_len, query_size]."""
        return super().forward(query, keys) / math.sqrt(query.shape[-1])


class General(nn.Module):
    """A bilinear form of query and key.

    e_j = q . (W k_j)  (Luong et al. 2015, section 3.1, "general").
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.key = nn.Linear(key_size, query_size, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return W k: [batch, src_len, query_size]."""
        return self.key(keys)

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against keys [batch, src_len, query_size]."""
        return torch.bmm(query, keys.transpose(1, 2))
