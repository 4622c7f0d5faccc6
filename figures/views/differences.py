"""Maps held against a base's: each cell is a variant's weight, or posterior, minus the base's."""

from collections.abc import Iterable
from dataclasses import replace

from alignoscope.analysis.distances import comparable
from alignoscope.figures.views.maps import SCORE_COLORS, MapView, Scale, map_view, peak
from alignoscope.records.trace import Trace


def difference_view(base: Trace, other: Trace, measure: str, unit: str) -> MapView:
    """Return the map of other's weights or posterior minus base's, over words or pieces."""
    assert comparable(base, other)
    view, of_base = (map_view(trace, measure, unit) for trace in (other, base))
    assert view.cells is not None
    assert of_base.cells is not None
    return replace(view, cells=view.cells - of_base.cells)


def base_view(base: Trace, measure: str, unit: str) -> MapView:
    """Return base's own map, as it stands beside the differences from it."""
    view = map_view(base, measure, unit)
    return replace(view, mode=f"base, {view.mode}")


def difference_scale(base: str, measure: str, views: Iterable[MapView]) -> Scale:
    """Return the one scale of the base's map and the differences: centred on 0, and symmetric."""
    high = max((peak(view.cells) for view in views if view.cells is not None), default=1.0)
    title = f"{measure.capitalize()} minus {base}'s (base: its own)"
    return Scale(title=title, label="value", low=-high, high=high, colors=SCORE_COLORS)
