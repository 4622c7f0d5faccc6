"""Maps held against a base's: each cell is a variant's weight minus the base's."""

from collections.abc import Iterable
from dataclasses import replace

from alignoscope.analysis.distances import comparable
from alignoscope.figures.views.maps import SCORE_COLORS, MapView, Scale, map_view, peak
from alignoscope.records.trace import Trace


def difference_view(base: Trace, other: Trace, unit: str) -> MapView:
    """Return the map of other's weights minus base's, over words or pieces."""
    assert comparable(base, other)
    view, of_base = (map_view(trace, "weights", unit) for trace in (other, base))
    assert view.cells is not None
    assert of_base.cells is not None
    return replace(view, cells=view.cells - of_base.cells)


def base_view(base: Trace, unit: str) -> MapView:
    """Return the map of base's own weights, as it stands beside the differences from them."""
    view = map_view(base, "weights", unit)
    return replace(view, mode=f"base, {view.mode}")


def difference_scale(base: str, views: Iterable[MapView]) -> Scale:
    """Return the one scale of the base's map and the differences: centred on 0, and symmetric."""
    high = max((peak(view.cells) for view in views if view.cells is not None), default=1.0)
    title = f"Weights minus {base}'s (base: its own)"
    return Scale(title=title, label="value", low=-high, high=high, colors=SCORE_COLORS)
