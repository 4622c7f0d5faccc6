"""The arithmetic of one cell of a map: its score, its weight, and its part of the context."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np


class Part(NamedTuple):
    """One of the vectors that the terms are made of."""

    role: str  # of the catalogue's ROLES
    symbol: str  # LaTeX, as the catalogue's formula has it
    values: np.ndarray  # [size]


class Terms(NamedTuple):
    """Terms [size] that add up to a score, and the parts of which each one is made.

    A term is the product of the parts' numbers, over `divisor`; or, where there is a part of the
    role "v", v_k tanh(the sum of the others). `features` [filters] are those of a convolution.
    """

    values: np.ndarray
    parts: tuple[Part, ...]
    divisor: float = 1.0
    features: np.ndarray | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Normalised:
    """How the scores [src_len] of one step become weights = parts / total * factors.

    Under softmax the parts are exp(e - highest). Under sparser normalisers, whose alpha is above 1,
    they are max((alpha - 1) (e - highest) - threshold, 0)^(1 / (alpha - 1)) and sum to 1 already.
    `factors` are local-p's Gaussian, None elsewhere.
    """

    alpha: float
    highest: float
    threshold: float | None  # None under softmax
    parts: np.ndarray  # [src_len], 0 outside of a window
    total: float
    factors: np.ndarray | None  # [src_len]
    weights: np.ndarray  # [src_len]


@dataclass(frozen=True, kw_only=True)
class Window:
    """The window of a step: source positions, from 0, at most `reach` away from its center.

    `asked` is the number whose sigmoid, times the source's length, is local-p's center.
    """

    center: float
    reach: int
    distance: float  # of the cell
    asked: float | None

    @property
    def holds(self) -> bool:
        """True where the cell is inside of the window."""
        return abs(self.distance) <= self.reach


class Evidence(NamedTuple):
    """How a step's word corrects its weights: posterior = weight * likelihood / total."""

    weights: np.ndarray  # [src_len]
    likelihoods: np.ndarray  # [src_len], of the word with this source token alone as context
    posterior: np.ndarray  # [src_len]
    total: float


@dataclass(frozen=True, kw_only=True, eq=False)
class CellArithmetic:
    """How the numbers of one cell came about; `terms` are those of the score named `score`.

    `content` is the terms' sum. It is the trace's own score wherever the cell is inside of the
    window. `weight` is the trace's weight; where it was `given` by an edit or an oracle, the
    computed one is in `normalised`. `share` is how much of the context's length, along its own
    direction, the cell's `contribution` makes: the shares of a row sum to 1.
    """

    score: str
    terms: Terms
    content: float
    window: Window | None
    past: np.ndarray | None  # [src_len], where the score looks at it
    normalised: Normalised
    weight: float
    given: bool
    contribution: np.ndarray  # [value_size], weight * value
    share: float
    evidence: Evidence | None  # where the trace has likelihoods
