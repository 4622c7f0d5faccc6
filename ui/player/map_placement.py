"""Where a map has its place beside others: which timing it is of, and which kind of score."""

from dataclasses import dataclass
from functools import lru_cache

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.variant import parse_variant

# Scores of one kind stand below each other: they read the same, and differ in when they are asked.
# What both timings have comes first, so that its columns agree in a full line, too; last of it what
# single timings have, which stand at its right where they share a line with it.
KINDS = (
    ("dot",),
    ("general",),
    ("location", "location-sensitive", "coverage"),
    ("concat", "additive"),
    ("scaled-dot",),
    ("local-m", "local-p"),
    ("none",),
)
NO_ATTENTION = "No attention"


@dataclass(frozen=True, kw_only=True)
class Place:
    """The group of maps that a map stands in, what that has in common, and its kind in there."""

    group: str = ""
    about: str = ""
    kind: int = 0


NOWHERE = Place()


@lru_cache(1000)
def place_of(variant: str) -> Place:
    """Return a variant's place; that of another tool has none."""
    try:
        timing, score, *_ = parse_variant(variant)
    except ValueError:
        return NOWHERE
    kind = kind_of(score)
    if score == "none":
        return Place(group=NO_ATTENTION, about="every step gets the same context", kind=kind)
    return Place(group=timing.title(), about=f"{TIMINGS[timing].asker} asks", kind=kind)


def kind_of(score: str) -> int:
    """Return the place of a score's kind in `KINDS`, or the one behind them."""
    return next((i for i, names in enumerate(KINDS) if _base(score) in names), len(KINDS))


def _base(score: str) -> str:
    """Return a local score without the score that its window stands over."""
    return next((name for name in ("local-m", "local-p") if score.startswith(name)), score)
