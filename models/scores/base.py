"""The interface of score functions: one constructor and two methods."""

from typing import Protocol

from torch import Tensor


class Score(Protocol):
    """The methods of every score function."""

    def project(self, keys: Tensor) -> Tensor:
        """Return the projected keys of keys [batch, src_len, key_size]; runs once per sentence."""

    def __call__(self, query: Tensor, keys: Tensor, past: Tensor | None = None) -> Tensor:
        """Return the scores [batch, n, src_len] of n queries and the projected keys."""


class ScoreClass(Protocol):
    """The constructor of every score function."""

    def __call__(self, query_size: int, key_size: int, attention_size: int) -> Score:
        """Return a score function with newly initialised weights."""
