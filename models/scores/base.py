"""What every score function is: one constructor and two methods."""

from typing import Protocol

from torch import Tensor


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
