"""The terms that add up to a score, for one query and one key; `TERMS` has them by its name.

`models.scores` computes the same sums for a whole batch at once and keeps no term.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from torch import Tensor, nn

from alignoscope.models.scores import SCORES


class Part(NamedTuple):
    """One of the vectors that the terms are made of."""

    role: str  # "query", "key", "location", "bias" or "v"
    symbol: str  # as the docstrings of `models.scores` have it
    values: np.ndarray  # [size]


class Asked(NamedTuple):
    """What a score function is asked about one cell."""

    query: np.ndarray  # [query_size]
    value: np.ndarray  # [value_size], the encoder state k_j
    column: int
    past: np.ndarray  # [src_len], the weights of the steps before, summed


class Terms(NamedTuple):
    """Terms [size] that add up to a score, and the parts of which each one is made.

    A term is the product of the parts' numbers, over `divisor`; or, where there is a part of the
    role "v", v_k tanh(the sum of the others). `features` [filters] are those of a convolution.
    """

    values: np.ndarray
    parts: tuple[Part, ...]
    divisor: float = 1.0
    features: np.ndarray | None = None


def score_terms(score: nn.Module, asked: Asked) -> tuple[str, Terms]:
    """Return the name of a score function, and the terms of one of its scores.

    Raises:
        ValueError: if the score function has no entry in `TERMS`.
    """
    name = next(name for name, kind in SCORES.items() if type(score) is kind)
    if name not in TERMS:
        raise ValueError(
            f"The arithmetic of the score {name} is not written yet: it wants a function and a "
            "line of `TERMS` in `analysis/terms.py`, as `docs/adding-a-score.md` shows."
        )
    return name, TERMS[name](score, asked)


def as_array(tensor: Tensor) -> np.ndarray:
    """Return weights as an array in double precision."""
    return tensor.detach().double().numpy()


def _dot(score: nn.Module, asked: Asked) -> Terms:
    return _product(Part("query", "q", asked.query), Part("key", "k_j", asked.value))


def _scaled_dot(score: nn.Module, asked: Asked) -> Terms:
    terms, divisor = _dot(score, asked), math.sqrt(len(asked.query))
    return terms._replace(values=terms.values / divisor, divisor=divisor)


def _general(score: nn.Module, asked: Asked) -> Terms:
    key = as_array(score.key.weight) @ asked.value
    return _product(Part("query", "q", asked.query), Part("key", "W k_j", key))


def _concat(score: nn.Module, asked: Asked) -> Terms:
    first, second = np.split(as_array(score.both.weight), [score.query_size], axis=1)
    return _layer(
        score,
        Part("query", "W_1 q", first @ asked.query),
        Part("key", "W_2 k_j", second @ asked.value),
    )


def _additive(score: nn.Module, asked: Asked) -> Terms:
    return _layer(
        score,
        Part("query", "W_1 q", as_array(score.query.weight) @ asked.query),
        Part("key", "W_2 k_j", as_array(score.key.weight) @ asked.value),
        Part("bias", "b", as_array(score.key.bias)),
    )


def _location(score: nn.Module, asked: Asked) -> Terms:
    row = as_array(score.position.weight)[asked.column]
    return _product(Part("query", "q", asked.query), Part("location", "W_j", row))


def _location_sensitive(score: nn.Module, asked: Asked) -> Terms:
    filters = as_array(score.filters.weight)[:, 0]
    width = filters.shape[1]
    before = (width - 1) // 2  # as torch pads for "same"
    padded = np.pad(asked.past, (before, width - 1 - before))
    features = filters @ padded[asked.column : asked.column + width]
    terms = _layer(
        score,
        Part("query", "W q", as_array(score.query.weight) @ asked.query),
        Part("key", "V k_j", as_array(score.key.weight) @ asked.value),
        Part("location", "U f_j", as_array(score.location.weight) @ features),
        Part("bias", "b", as_array(score.key.bias)),
    )
    return terms._replace(features=features)


def _product(first: Part, second: Part) -> Terms:
    return Terms(first.values * second.values, (first, second))


def _layer(score: nn.Module, *inside: Part) -> Terms:
    v = Part("v", "v", as_array(score.v.weight)[0])
    return Terms(v.values * np.tanh(sum(part.values for part in inside)), (v, *inside))


TERMS: dict[str, Callable[[nn.Module, Asked], Terms]] = {
    "dot": _dot,
    "scaled-dot": _scaled_dot,
    "general": _general,
    "concat": _concat,
    "additive": _additive,
    "location": _location,
    "location-sensitive": _location_sensitive,
}
