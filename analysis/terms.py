"""The terms that add up to a score, for one query and one key; `TERMS` maps names to functions.

`models.scores` computes the same sums for a whole batch at once, without keeping the terms.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from torch import Tensor

from alignoscope.models.scores import SCORES
from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.models.scores.base import Score
from alignoscope.models.scores.location import Coverage, Location, LocationSensitive
from alignoscope.models.scores.multiplicative import General
from alignoscope.records.arithmetic import Part, Terms
from alignoscope.records.catalogue.scores import score_entry

LETTERS = {  # default symbols by role, for a score without a catalogue entry
    "query": "q",
    "key": "k_j",
    "location": "l_j",
    "bias": "b",
    "v": "v",
}


class Asked(NamedTuple):
    """The inputs of a score function for one cell of a map."""

    query: np.ndarray  # [query_size]
    value: np.ndarray  # [value_size], the encoder state k_j
    column: int  # position of the source token, from 0
    past: np.ndarray  # [src_len], the sum of the weights of all earlier steps


def score_terms(score: Score, asked: Asked) -> tuple[str, Terms]:
    """Return the name of a score function, and the terms of its score for one cell.

    The symbols of the parts are those of the catalogue's formula.

    Raises:
        ValueError: if the score function has no entry in `TERMS`.
    """
    name = next(name for name, kind in SCORES.items() if type(score) is kind)
    if name not in TERMS:
        raise ValueError(
            f"The arithmetic of the score {name} is not written yet: it wants a function and a "
            "line of `TERMS` in `analysis/terms.py`, as `docs/adding-a-score.md` shows."
        )
    terms, symbols = TERMS[name](score, asked), score_entry(name).symbols
    parts = (part._replace(symbol=symbols.get(part.role, part.symbol)) for part in terms.parts)
    return name, terms._replace(parts=tuple(parts))


def as_array(tensor: Tensor) -> np.ndarray:
    """Return a tensor as an array of the same shape, in double precision."""
    return tensor.detach().double().numpy()


def _dot(score: Score, asked: Asked) -> Terms:
    return _product(query=asked.query, key=asked.value)


def _scaled_dot(score: Score, asked: Asked) -> Terms:
    terms, divisor = _dot(score, asked), math.sqrt(len(asked.query))
    return terms._replace(values=terms.values / divisor, divisor=divisor)


def _general(score: General, asked: Asked) -> Terms:
    return _product(query=asked.query, key=as_array(score.key.weight) @ asked.value)


def _concat(score: Concat, asked: Asked) -> Terms:
    first, second = np.split(as_array(score.both.weight), [score.query_size], axis=1)
    return _layer(score, query=first @ asked.query, key=second @ asked.value)


def _additive(score: Additive, asked: Asked) -> Terms:
    return _layer(
        score,
        query=as_array(score.query.weight) @ asked.query,
        key=as_array(score.key.weight) @ asked.value,
        bias=as_array(score.key.bias),
    )


def _location(score: Location, asked: Asked) -> Terms:
    return _product(query=asked.query, location=as_array(score.position.weight)[asked.column])


def _location_sensitive(score: LocationSensitive, asked: Asked) -> Terms:
    filters = as_array(score.filters.weight)[:, 0]
    width = filters.shape[1]
    before = (width - 1) // 2  # as torch pads for padding="same"
    padded = np.pad(asked.past, (before, width - 1 - before))
    features = filters @ padded[asked.column : asked.column + width]
    terms = _layer(
        score,
        query=as_array(score.query.weight) @ asked.query,
        key=as_array(score.key.weight) @ asked.value,
        location=as_array(score.location.weight) @ features,
        bias=as_array(score.key.bias),
    )
    return terms._replace(features=features)


def _coverage(score: Coverage, asked: Asked) -> Terms:
    covered = asked.past[asked.column : asked.column + 1]
    return _layer(
        score,
        query=as_array(score.query.weight) @ asked.query,
        key=as_array(score.key.weight) @ asked.value,
        location=as_array(score.coverage.weight) @ covered,
        bias=as_array(score.key.bias),
    )


def _product(**factors: np.ndarray) -> Terms:
    """Return the terms of the dot product of two vectors, passed by role."""
    first, second = factors.values()
    return Terms(first * second, _parts(factors))


def _layer(score: Concat | Additive | LocationSensitive | Coverage, **inside: np.ndarray) -> Terms:
    """Return the terms of v . tanh(the sum of the vectors inside), passed by role."""
    v = as_array(score.v.weight)[0]
    return Terms(v * np.tanh(np.sum([*inside.values()], axis=0)), _parts({"v": v, **inside}))


def _parts(vectors: Mapping[str, np.ndarray]) -> tuple[Part, ...]:
    return tuple(Part(role, LETTERS[role], values) for role, values in vectors.items())


TERMS: dict[str, Callable[..., Terms]] = {
    "dot": _dot,
    "scaled-dot": _scaled_dot,
    "general": _general,
    "concat": _concat,
    "additive": _additive,
    "location": _location,
    "location-sensitive": _location_sensitive,
    "coverage": _coverage,
}
