"""Difference maps: each cell is a variant's weight, or posterior, minus the base's."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product

from alignoscope.analysis.distances import comparable
from alignoscope.analysis.posterior import cells
from alignoscope.records.trace import Trace
from alignoscope.ui.player.map_view import (
    DIVERGING,
    UNITS,
    Layers,
    MapView,
    map_view,
    peak,
    shared_scale,
)
from alignoscope.ui.svg.scale import Scale


def difference_view(base: Trace, other: Trace, measure: str, unit: str) -> MapView:
    """Return the map of other's weights or posterior minus base's, over words or pieces."""
    assert comparable(base, other)
    view, of_base = (map_view(trace, measure, unit) for trace in (other, base))
    assert view.cells is not None
    assert of_base.cells is not None
    return replace(view, cells=view.cells - of_base.cells)


def base_view(base: Trace, measure: str, unit: str) -> MapView:
    """Return the base's own map, on its own scale, for display beside the differences."""
    view = map_view(base, measure, unit)
    return replace(view, mode=f"base, {view.mode}", scale=shared_scale((), measure))


def difference_scale(base: str, measure: str, views: Iterable[MapView]) -> Scale:
    """Return the colour scale of all difference maps: symmetric and centred on 0."""
    shared = (one.cells for one in views if one.scale is None)
    high = max((peak(values) for values in shared if values is not None), default=1.0)
    title = f"{measure.capitalize()} minus {base}'s (its own map: 0 to 1)"
    return Scale(title=title, label="value", low=-high, high=high, **DIVERGING)


def difference_layers(base: Trace, others: Sequence[Trace]) -> Layers:
    """Return the base's map and the difference of every other from it.

    There is one layer per measure (weights, and the posterior if it was computed) and unit (words,
    pieces).
    """
    return _layers(
        base,
        lambda measure, unit: [
            base_view(base, measure, unit),
            *(difference_view(base, one, measure, unit) for one in others),
        ],
    )


def pair_layers(base: Trace, other: Trace) -> Layers:
    """Return the maps of two traces, each on its own scale, and the second minus the first."""
    name, unique = (f"{other.label} − {base.label}", f"{other.id} − {base.id}")

    def views(measure: str, unit: str) -> list[MapView]:
        own = shared_scale((), measure)
        maps = [replace(map_view(one, measure, unit), scale=own) for one in (base, other)]
        return [*maps, replace(difference_view(base, other, measure, unit), label=name, id=unique)]

    return _layers(base, views)


def _layers(base: Trace, views_of: Callable[[str, str], list[MapView]]) -> Layers:
    layers = {}
    measures = {"weights": "difference", "posterior": "posterior difference"}
    for (measure, name), unit in product(measures.items(), UNITS):
        if cells(base, measure) is not None:
            views = views_of(measure, unit)
            layers[name, unit] = (views, difference_scale(base.label, measure, views))
    return layers
