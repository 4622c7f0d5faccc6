"""The arithmetic of one cell of a map: its score, its weight, and its share of the context."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    """One of the vectors that the terms of a score are computed from."""

    role: str  # one of the catalogue's ROLES
    symbol: str  # LaTeX, as in the catalogue's formula
    values: np.ndarray  # [size]


class Terms(NamedTuple):
    """The terms [size] that add up to a score, and the parts they are computed from.

    Term k is the product of component k of the parts, divided by `divisor`; if a part has the role
    "v", it is v_k tanh(the sum of the others). `features` [filters] are those of the convolution of
    location-sensitive attention.
    """

    values: np.ndarray
    parts: tuple[Part, ...]
    divisor: float = 1.0
    features: np.ndarray | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Normalised:
    """How the scores [src_len] of one step become weights = parts / total * factors.

    Under softmax, the parts are exp(e - highest). Under sparser normalisers, whose alpha is above
    1, they are max((alpha - 1) (e - highest) - threshold, 0)^(1 / (alpha - 1)) and already sum to
    1. `factors` are the Gaussian of local-p, and None for other scores. Monotonic attention has no
    alpha: its parts are p = sigmoid(e), and its weights 1 at the token chosen by them.
    """

    alpha: float | None
    highest: float
    threshold: float | None  # None under softmax
    parts: np.ndarray  # [src_len], 0 outside a window
    total: float
    factors: np.ndarray | None  # [src_len]
    weights: np.ndarray  # [src_len]


@dataclass(frozen=True, kw_only=True)
class Window:
    """The window of one step: source positions, from 0, at most `reach` away from its center.

    In local-p, the center is min(S sigmoid(asked), S - 1), with S the source length.
    """

    center: float
    reach: int
    distance: float  # from the center to the cell, with its sign
    asked: float | None

    @property
    def holds(self) -> bool:
        """True if the cell is inside the window."""
        return abs(self.distance) <= self.reach


class Energy(NamedTuple):
    """The two numbers by which monotonic attention makes an energy of a score."""

    gain: float
    offset: float


class Evidence(NamedTuple):
    """Bayes' rule for one step: posterior = weight * likelihood / total."""

    weights: np.ndarray  # [src_len]
    likelihoods: np.ndarray  # [src_len], p(y_t | c_t = h_j)
    posterior: np.ndarray  # [src_len]
    total: float


@dataclass(frozen=True, kw_only=True, eq=False)
class CellArithmetic:
    """The arithmetic of one cell; `terms` are those of the score function named `score`.

    `content` is the sum of the terms, which equals the trace's score if the cell is inside the
    window; under monotonic attention, that score is the energy, gain * content + offset. `weight`
    is the trace's weight; if an edit or an oracle replaced it (`given`), the computed weight is in
    `normalised`. `share` is the fraction of the length of `context` that
    `contribution` supplies along the context's direction; the shares of a row sum to 1.
    """

    score: str
    terms: Terms
    content: float
    energy: Energy | None  # of monotonic attention alone
    window: Window | None
    past: np.ndarray | None  # [src_len], if the score reads the past weights
    normalised: Normalised
    weight: float
    given: bool
    contribution: np.ndarray  # [value_size], weight * value
    context: np.ndarray  # [value_size], the trace's, or that of the recomputed weights
    share: float
    evidence: Evidence | None  # None if the trace has no likelihoods
