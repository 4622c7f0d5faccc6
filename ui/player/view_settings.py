"""The view of the maps: the settings of the player, which exports follow too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from alignoscope.ui.svg.layout_constants import MEASURES

if TYPE_CHECKING:
    from alignoscope.ui.svg.scale import Scale

SCALINGS = ("linear", "log", "row")
PICTURES = ("flow", "map", "ribbons")
DENSITIES = ("fit", "large")
DECADES = int(MEASURES["scaling"]["decades"])  # powers of ten below the top that "log" spans
MOST_PINS = len(MEASURES["pinned"])


@dataclass(frozen=True, kw_only=True)
class View:
    """The settings of the player; they change the picture, never the numbers.

    Args:
        measure: the measure shown, such as "weights"; see `map_view.MEASURES`.
        unit: "words" or "pieces" (subwords).
        scaling: "linear"; "log" colours by the logarithm, "row" stretches each row to the scale.
        picture: "map", "ribbons", or "flow": one step of one map, large, above all maps.
        threshold: cells below this share (0 to 1) of the scale's top are hidden.
        transposed: whether the source is on the rows.
        margins: whether the sums of rows and columns are shown.
        density: "fit" shows all maps on one screen, "large" shows each in its full size.
    """

    measure: str = "weights"
    unit: str = "words"
    scaling: str = "linear"
    picture: str = "map"
    threshold: float = 0.0
    transposed: bool = False
    margins: bool = False
    density: str = "fit"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A chosen cell: the id of its map, its unit, and its row and column, counted from 0."""

    map: str
    unit: str
    row: int
    column: int


@dataclass(frozen=True, kw_only=True)
class Position:
    """A position in the player: step (from 0), view, chosen cell, and ids of the pinned maps."""

    step: int
    view: View
    cell: Cell | None
    pins: tuple[str, ...] = ()


def amended(view: View, values: Mapping[str, object]) -> View:
    """Return the view with those of the values that are valid; the others are ignored.

    Any text is a valid measure or unit here: the caller must check that such a layer exists.
    """
    names = {field.name for field in fields(View)}
    valid: dict[str, Any] = {
        k: v for k, v in values.items() if k in names and _fits(k, v, getattr(view, k))
    }
    amended = replace(view, **valid)
    return replace(amended, threshold=float(amended.threshold))  # JSON writes 0.0 as 0


def shares(cells: np.ndarray, scale: Scale, scaling: str) -> np.ndarray:
    """Return each cell's share of the colour scale, 0 (low) to 1 (high), [rows, columns].

    linear: (v - low) / (high - low). log: m = 1 + log10(|v| / high) / DECADES, cut at 0.
    row: m = |v| / max |v| of the row. A scale that starts at 0 takes m as the share; one centred
    on 0 takes (1 + sign(v) m) / 2. A cell that is not finite (outside of a local window) is NaN.
    """
    assert scaling in SCALINGS
    finite = np.where(np.isfinite(cells), cells, np.nan).astype(float)
    if scaling == "linear":
        return np.clip((finite - scale.low) / (scale.high - scale.low), 0, 1)
    sizes = np.abs(finite)
    if scaling == "log":
        with np.errstate(divide="ignore"):
            sizes = 1 + np.log10(sizes / scale.high) / DECADES
    else:
        tops = np.max(sizes, axis=-1, keepdims=True, initial=0, where=~np.isnan(sizes))
        sizes = sizes / np.where(tops > 0, tops, 1)
    sizes = np.clip(sizes, 0, 1)
    return (1 + np.sign(finite) * sizes) / 2 if scale.low < 0 else sizes


def faint(cells: np.ndarray, scale: Scale, threshold: float) -> np.ndarray:
    """Return a mask of the cells that the threshold hides: |v| < threshold * high, bool."""
    return np.abs(cells) < threshold * scale.high


def _fits(name: str, value: object, current: object) -> bool:
    if name == "threshold":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    choices = {"scaling": SCALINGS, "picture": PICTURES, "density": DENSITIES}.get(name)
    return type(value) is type(current) and (choices is None or value in choices)
