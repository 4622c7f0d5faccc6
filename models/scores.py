"""The score functions: how a query meets the keys. Softmax and mask live in `models.attention`.

Every class has the same constructor, a `project(keys)` that runs once a sentence, and a `forward`
that returns the scores [batch, n, src_len] of n queries against the projected keys. `past` are the
weights that each source token has had so far, summed over the steps before. Only a class that says
`sequential = True` is given them, with one query at a time: the next one waits for its weights.
"""

import math
from typing import Protocol

import torch
from torch import Tensor, nn


class Score(Protocol):
    """What every score function is: a module of one constructor and two methods."""

    def project(self, keys: Tensor) -> Tensor:
        """Return what the queries meet, from keys [batch, src_len, key_size], once a sentence."""

    def __call__(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Return the scores [batch, n, src_len] of queries against projected keys."""


class ScoreClass(Protocol):
    """The constructor that every score function has."""

    def __call__(self, query_size: int, key_size: int, attention_size: int) -> Score:
        """Return a score function with fresh weights."""


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
        """Return the keys as they are: [batch, src_len, key_size]."""
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


class Concat(nn.Module):
    """A one-layer network on query and key, side by side.

    e_j = v . tanh(W [q; k_j]) = v . tanh(W1 q + W2 k_j)  (Luong et al. 2015, section 3.1,
    "concat"): the part of the keys is computed once a sentence.
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
    """A one-layer network on the sum of projected query and projected key, with a bias.

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


class Location(nn.Module):
    """The query alone, through one learned row for each source position.

    e_j = (W q)_j = q . W_j  (Luong et al. 2015, section 3.1, equation 8, "location"). W has
    `POSITIONS` rows, so that the source can have at most so many tokens, the end mark among them.
    """

    POSITIONS = 101

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__()
        self.position = nn.Linear(query_size, self.POSITIONS, bias=False)

    def project(self, keys: Tensor) -> Tensor:
        """Return the keys as they are; only their number matters: [batch, src_len, key_size].

        Raises:
            ValueError: if there are more keys than positions.
        """
        if keys.shape[1] > self.POSITIONS:
            raise ValueError(
                f"The source has {keys.shape[1]} tokens with the end mark, but the location score "
                f"learnt one row of weights for each of {self.POSITIONS} positions and has none "
                "for the others. Shorten the source, or use a score that reads the keys, such as "
                "'general'."
            )
        return keys

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score queries [batch, n, query_size] against positions [batch, src_len, key_size]."""
        return self.position(query)[:, :, : keys.shape[1]]


class AdditiveOfPast(nn.Module):
    """What the additive scores that read the past share: e_j = v . tanh(W q + V k_j + b + r_j).

    `read` makes r [batch, src_len, attention_size] of the past weights [batch, src_len].
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
        """Return r, which each score makes in its own way."""
        raise NotImplementedError

    def forward(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Score one query [batch, 1, query_size], with past weights [batch, src_len].

        Without past weights, as at the first step, they are 0.
        """
        assert query.shape[1] == 1, "a later query's past depends on an earlier query's weights"
        past = keys.new_zeros(keys.shape[:2]) if past is None else past.to(keys.dtype)
        hidden = torch.tanh(self.query(query) + keys + self.read(past))
        return self.v(hidden).squeeze(-1).unsqueeze(1)


class LocationSensitive(AdditiveOfPast):
    """Content and location: the additive score with features of where the weight has been.

    e_j = v . tanh(W q + V k_j + U f_j + b), f = F * past  (Chorowski et al. 2015, section 2.2,
    where the convolution reads the weights of the step before; over the sum of all steps before as
    in Shen et al. 2018, section 2.2). F has `FILTERS` filters of `WIDTH`.
    """

    FILTERS, WIDTH = 10, 11

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__(query_size, key_size, attention_size)
        self.filters = nn.Conv1d(1, self.FILTERS, self.WIDTH, padding="same", bias=False)
        self.location = nn.Linear(self.FILTERS, attention_size, bias=False)

    def read(self, past: Tensor) -> Tensor:
        """Return U f: [batch, src_len, attention_size]."""
        return self.location(self.filters(past.unsqueeze(1)).transpose(1, 2))


class Coverage(AdditiveOfPast):
    """The additive score, which also reads how much weight each source token has had so far.

    e_j = v . tanh(W q + U k_j + V C_j + b), C = past  (Tu et al. 2016, section 3, with a bias
    that the paper leaves out). Of its coverages it is the linguistic one without a fertility: the
    plain sum of the weights, which people can add up in a map's column.
    """

    def __init__(self, query_size: int, key_size: int, attention_size: int) -> None:
        super().__init__(query_size, key_size, attention_size)
        self.coverage = nn.Linear(1, attention_size, bias=False)

    def read(self, past: Tensor) -> Tensor:
        """Return V C: [batch, src_len, attention_size]."""
        return self.coverage(past.unsqueeze(-1))


SCORES: dict[str, ScoreClass] = {
    "dot": Dot,
    "scaled-dot": ScaledDot,
    "general": General,
    "concat": Concat,
    "additive": Additive,
    "location": Location,
    "location-sensitive": LocationSensitive,
    "coverage": Coverage,
}
