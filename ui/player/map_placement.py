"""The slot of a map in the grid of maps: its line is by timing, its column by kind of score."""

from dataclasses import dataclass
from functools import lru_cache

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.head_trace import HeadTrace
from alignoscope.records.trace import Trace
from alignoscope.records.variant import TRANSFORMER, parse_variant

# Scores of one kind share a column, so that one reads the effect of the timing down the column.
# Kinds that both timings have come first, so that their columns agree in full lines too. The last
# of these kinds has scores of single timings, which are to its right if they share its line.
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
class MapSlot:
    """The slot of a map: its group, what the maps of the group share, and its kind of score."""

    group: str = ""
    about: str = ""
    kind: int = 0


NOWHERE = MapSlot()


def slot_of(trace: Trace) -> MapSlot:
    """Return the slot of a trace: that of its variant, or of a head by layer and number."""
    if not isinstance(trace, HeadTrace):
        return place_of(trace.variant)
    about = "the mean of these is the model’s map" if trace.aligned else ""
    return MapSlot(group=f"Layer {trace.layer + 1}", about=about, kind=trace.head)


@lru_cache(1000)
def place_of(variant: str) -> MapSlot:
    """Return the slot of a variant, or `NOWHERE` for a model of another tool."""
    try:
        timing, score, *_ = parse_variant(variant)
    except ValueError:
        return NOWHERE
    kind = kind_of(score)
    if score == "none":
        return MapSlot(group=NO_ATTENTION, about="the same context vector at every step", kind=kind)
    if timing == TRANSFORMER:
        about = "the mean over one layer's heads"
        return MapSlot(group=timing.title(), about=about, kind=kind)
    return MapSlot(group=timing.title(), about=f"attends {TIMINGS[timing].moment}", kind=kind)


def kind_of(score: str) -> int:
    """Return the index of a score's kind in `KINDS`, or the index after the last."""
    return next((i for i, names in enumerate(KINDS) if _base(score) in names), len(KINDS))


def _base(score: str) -> str:
    """Return a score's name; for a local score, without the score that its window is over."""
    return next((name for name in ("local-m", "local-p") if score.startswith(name)), score)
