"""The record of one node of a beam search."""

from dataclasses import dataclass
from typing import Literal

Fate = Literal["live", "ended", "pruned"]


@dataclass(frozen=True, kw_only=True)
class Node:
    """One token at the end of a hypothesis.

    Its fate is `live` (kept for the next step), `ended` (by the end mark) or `pruned` (not among
    the best). `parent` is the index of the node before it in the tree's list, None at the first
    step.
    """

    parent: int | None
    step: int  # from 0
    rank: int  # among what its step considered, 0 the best
    token: str
    token_id: int
    log_prob: float  # of the token (nats)
    total: float  # of the hypothesis up to it (nats)
    score: float  # total / length^length_penalty, by which hypotheses are ranked
    fate: Fate
