"""The position in a player: its parts, its link, and `settle`, which repairs one from anywhere.

A position comes from a page, the link, the session or the browser's report. In a link,
`cell=luong-dot~words~3~4` is the cell of luong-dot's map over words in row 3, column 4, counted
from 1.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, NamedTuple

from alignoscope.ui.player.map_view import Layers, MapView
from alignoscope.ui.shell.link_parameters import SWITCHES, VALUES
from alignoscope.ui.svg.layout_constants import MEASURES

SCALINGS, PICTURES, DENSITIES = VALUES["scaling"], VALUES["picture"], VALUES["density"]
DECADES = int(MEASURES["scaling"]["decades"])  # powers of ten below the top that "log" spans
LINEAR = float(
    MEASURES["scaling"]["linear"]
)  # share of the top below which "log" of scores is linear
MOST_PINS = len(MEASURES["pinned"])
THRESHOLDS = {f"{percent / 100:g}": percent / 100 for percent in range(101)}
_CELL = re.compile(r"(.+)~([a-z]+)~([1-9][0-9]{0,5})~([1-9][0-9]{0,5})")
_JOINT = re.compile(
    r"(.+)~([a-z]+)~(rows|columns)~((?:[1-9][0-9]{0,5}\.){0,999}[1-9][0-9]{0,5})", re.ASCII
)


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
        joint: the words whose joint attention is shown, as text: `luong-dot~words~rows~1.3` are
            the first and the third target word of luong-dot's map over words; with `columns` they
            are source words.
    """

    step: int
    view: View
    cell: Cell | None
    pins: tuple[str, ...] = ()
    joint: str = ""


def settle(raw: object, layers: Layers, default: Position) -> Position:
    """Return the position that untrusted values ask for, as far as these maps have it.

    The step and the view always fit the maps. A cell and pins may be of maps that are not shown:
    another page or another choice of models may show them.

    Args:
        raw: values by the names of the fields, such as the browser's report; others are ignored.
        layers: the maps.
        default: the position that has the values that are missing.
    """
    values = raw if isinstance(raw, Mapping) else {}
    step = values.get("step")
    return Position(
        step=max(0, min(step if type(step) is int else default.step, last_step(layers))),
        view=fitting(amended(default.view, values.get("view")), layers),
        cell=_cell(values["cell"]) if "cell" in values else default.cell,
        pins=_pins(values["pins"]) if "pins" in values else default.pins,
        joint=fitting_joint(values["joint"], layers) if "joint" in values else default.joint,
    )


class Settled(NamedTuple):
    """What a page makes of the browser's report.

    Args:
        start: the position to start at, for the browser.
        current: the person's position now.
        kept: the same for the session, with a chosen cell whose map is not shown: another page or
            choice of models may show it.
        link: the values of each parameter of a link to the position.
    """

    start: Position
    current: Position
    kept: Position
    link: Mapping[str, Sequence[str]]


def settle_report(
    kept: Position,
    report: Mapping,
    layers: Layers,
    opening: Position,
    *,
    known: bool,
    restored: bool,
) -> Settled:
    """Return the start that is sent to the browser, and the person's position now.

    The browser also reports the start that it was sent. Sent back unchanged, it keeps the payload
    the same while the person steps, so that Streamlit sends and redraws nothing.

    Args:
        kept: the position that the page asks for.
        report: the browser's last report.
        layers: the maps.
        opening: the position of a link that names none.
        known: whether the report is of these maps; otherwise only its view counts.
        restored: whether not even the view of other maps counts.
    """
    at = settle({} if restored and not known else {"view": report.get("view")}, layers, kept)
    report = report if known else {}
    current = settle(report, layers, at)
    current = replace(current, cell=shown(current, layers))
    hidden = None if shown(kept, layers) else kept.cell
    return Settled(
        start=settle(report.get("start"), layers, at),
        current=current,
        kept=replace(current, cell=current.cell or hidden),
        link=to_link(current, layers, opening),
    )


def known_texts(
    texts: Mapping[str, Sequence[str]], layers: Layers
) -> dict[str, Mapping[str, object]]:
    """Return the texts that a link to these maps may have, and their meanings, by parameter.

    All cells and joint words would be too many: only those that the link has are there.

    Args:
        texts: the link's values of each parameter.
        layers: the maps.
    """
    return {
        "measure": {measure: measure for measure, _ in layers},
        "unit": {unit: unit for _, unit in layers},
        "scaling": {scaling: scaling for scaling in SCALINGS},
        "picture": {picture: picture for picture in PICTURES},
        "density": {density: density for density in DENSITIES},
        "threshold": THRESHOLDS,
        "transposed": SWITCHES,
        "margins": SWITCHES,
        "step": {str(step + 1): step for step in range(last_step(layers) + 1)},
        "pinned": {one.id: one.id for one in maps_of(layers)},
        "cell": {text: cell for text in texts["cell"] if (cell := _read_cell(text, layers))},
        "joint": {text: text for text in texts["joint"] if fitting_joint(text, layers)},
    }


def from_link(
    texts: Mapping[str, Sequence[str]], layers: Layers, opening: Position
) -> tuple[Position, Mapping[str, Mapping[str, object]]]:
    """Return the position in a link, and `known_texts`; of several values the last counts.

    Args:
        texts: the link's values of each parameter of `known_texts`.
        layers: the maps.
        opening: the position of a link that names none.
    """
    known = known_texts(texts, layers)
    last = {name: values[-1] for name, values in texts.items() if values}
    raw = {name: known[name][text] for name, text in last.items() if text in known[name]}
    pins = [*dict.fromkeys(name for name in texts["pinned"] if name in known["pinned"])]
    return settle({**raw, "view": raw, "pins": pins}, layers, opening), known


def to_link(position: Position, layers: Layers, opening: Position) -> dict[str, list[str]]:
    """Return the values of each parameter of a link; those that `opening` has are left out."""
    plain, cell = asdict(fitting(opening.view, layers)), position.cell
    view = asdict(position.view).items()
    names = [one.id for one in maps_of(layers)]
    return {
        **{name: [_text(value)] if value != plain[name] else [] for name, value in view},
        "step": [str(position.step + 1)] if position.step != opening.step else [],
        "cell": [f"{cell.map}~{cell.unit}~{cell.row + 1}~{cell.column + 1}"] if cell else [],
        "joint": [position.joint] if position.joint else [],
        "pinned": [name for name in position.pins if name in names and len(names) > 1],
    }


def _read_cell(text: str, layers: Layers) -> Mapping[str, object] | None:
    """Return the fields of the cell that a link's text names, or None if no layer has it."""
    match = _CELL.fullmatch(text)
    if not match:
        return None
    name, unit, row, column = match.groups()
    cell = Cell(map=name, unit=unit, row=int(row) - 1, column=int(column) - 1)
    return asdict(cell) if is_on_show(cell, layers) else None


def _text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return next(text for text, switch in SWITCHES.items() if switch is value)
    return value if isinstance(value, str) else f"{value:.2g}"


def amended(view: View, values: object) -> View:
    """Return the view with those of the values that are valid; the others are ignored.

    Any text is a valid measure or unit here: the caller must check that such a layer exists.
    """
    if not isinstance(values, Mapping):
        return view
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


def fitting(view: View, layers: Layers) -> View:
    """Return the view with the measure and unit of the layer that matches it best."""
    measure, unit = max(layers, key=lambda one: (one[0] == view.measure, one[1] == view.unit))
    return replace(view, measure=measure, unit=unit)


def last_step(layers: Layers) -> int:
    """Return the last step of the longest map, from 0."""
    return max((len(one.row_of_step) for one in maps_of(layers)), default=1) - 1


def _cell(value: object) -> Cell | None:
    """Return the cell that has these values, or None if they are not those of a cell."""
    if not isinstance(value, Mapping):
        return None
    kinds = {"map": str, "unit": str, "row": int, "column": int}
    fields: dict[str, Any] = {name: value.get(name) for name in kinds}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()):
        return None
    return Cell(**fields)


def _pins(value: object) -> tuple[str, ...]:
    """Return the ids among the values of a list; () if it is no list."""
    names = value if isinstance(value, list) else []
    return tuple(one for one in names if isinstance(one, str))[:MOST_PINS]


def shown(position: Position, layers: Layers) -> Cell | None:
    """Return the chosen cell if one of the layers has it, else None."""
    cell = position.cell
    return cell if cell and is_on_show(cell, layers) else None


def is_on_show(cell: Cell, layers: Layers) -> bool:
    """Return whether the cell exists in one of the layers."""
    return any(
        (one.id, unit) == (cell.map, cell.unit)
        and one.cells is not None
        and cell.row in range(len(one.rows))
        and cell.column in range(len(one.columns))
        for (_, unit), (views, _) in layers.items()
        for one in views
    )


def maps_of(layers: Layers) -> Sequence[MapView]:
    """Return the maps of the first layer; all layers have the same traces in the same order."""
    views, _ = next(iter(layers.values()))
    names = [one.id for one in views]
    assert len(set(names)) == len(names), names
    assert all([one.id for one in others] == names for others, _ in layers.values())
    return views


def fitting_joint(text: object, layers: Layers) -> str:
    """Return the text if it names words of one of the maps, else ""."""
    units = {unit: views for (_, unit), (views, _) in layers.items()}
    known = isinstance(text, str) and any(joint_words(text, unit, units[unit]) for unit in units)
    return str(text) if known else ""


def joint_words(text: str, unit: str, views: Iterable[MapView]) -> Sequence[str]:
    """Return the words that the text names in one of the maps over a unit."""
    match = _JOINT.fullmatch(text)
    if not match or match[2] != unit:
        return ()
    words = next((getattr(one, match[3]) for one in views if one.id == match[1]), ())
    places = [int(number) - 1 for number in match[4].split(".")]
    return [words[i] for i in places] if max(places) < len(words) else ()
