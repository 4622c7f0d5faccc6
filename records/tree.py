"""The record of one node of a beam search."""

from dataclasses import dataclass
from typing import Literal

Fate = Literal["live", "ended", "pruned"]


@dataclass(frozen=True, kw_only=True)
class Node:
    """One node of a beam search: a hypothesis, represented by its last token.

    Its fate is `live` (kept for the next step), `ended` (by the end mark) or `pruned` (not among
    the best). `parent` is the index of the preceding node in the tree's list, None at the first
    step.
    """

    parent: int | None
    step: int  # from 0
    rank: int  # rank among the extensions of its step; 0 is the best
    token: str
    token_id: int
    log_prob: float  # log-probability of the token (nats)
    total: float  # log-probability of the hypothesis up to this token (nats)
    score: float  # total / length^length_penalty, which ranks hypotheses
    fate: Fate
