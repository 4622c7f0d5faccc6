"""The view of the maps: the settings of the player, which exports follow too."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from alignoscope.ui.svg.layout_constants import MEASURES

SCALINGS = ("linear", "log", "row")
PICTURES = ("flow", "map", "ribbons")
DENSITIES = ("fit", "large")
DECADES = int(MEASURES["scaling"]["decades"])  # powers of ten below the top that "log" spans
LINEAR = float(
    MEASURES["scaling"]["linear"]
)  # share of the top below which "log" of scores is linear
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
    """A position in the player.

    Args:
        step: the step, from 0.
        view: the view.
        cell: the chosen cell.
        pins: the ids of the pinned maps.
        joint: the words whose joint attention is shown, as the link has them; see `joint.py`.
    """

    step: int
    view: View
    cell: Cell | None
    pins: tuple[str, ...] = ()
    joint: str = ""


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


def _fits(name: str, value: object, current: object) -> bool:
    if name == "threshold":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    choices = {"scaling": SCALINGS, "picture": PICTURES, "density": DENSITIES}.get(name)
    return type(value) is type(current) and (choices is None or value in choices)
