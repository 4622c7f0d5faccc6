"""The position in a link: step, view, chosen cell, words and pinned maps of a page's main player.

`cell=luong-dot~words~3~4` is the cell of luong-dot's map over words in row 3, column 4, counted
from 1.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict

from alignoscope.ui.player.map_view import AFTER_THE_WORD, Layers
from alignoscope.ui.player.position import (
    DENSITIES,
    MOST_PINS,
    PICTURES,
    SCALINGS,
    Cell,
    Position,
    View,
    amended,
    fitting,
    fitting_joint,
    is_on_show,
    maps_of,
)
from alignoscope.ui.shell.url_parameters import (
    SWITCHES,
    all_linked,
    linked,
    warn_of_link,
    warn_of_unknown,
    write,
)

THRESHOLDS = {f"{percent / 100:g}": percent / 100 for percent in range(101)}
_CELLS = "the cells of these maps, as `map~unit~row~column`, with rows and columns counted from 1"
_JOINT = "words of these maps, as `map~unit~rows~1.3` or `map~unit~columns~2.3`, counted from 1"
_CELL = re.compile(r"(.+)~([a-z]+)~([1-9][0-9]{0,5})~([1-9][0-9]{0,5})")


def read_position(layers: Layers, opening: Position, *, warn: bool = True) -> Position:
    """Return the position in the link, and `warn` of its values that are not possible.

    `opening` has the step and the view of a link that names none.
    """
    last = max(len(one.row_of_step) for maps, _ in layers.values() for one in maps)
    steps = {str(i): i - 1 for i in range(1, last + 1)}
    names = [one.id for one in maps_of(layers)]
    cells = {text: cell for text in all_linked("cell") if (cell := _read_cell(text, layers))}
    joints = [text for text in all_linked("joint") if fitting_joint(text, layers)]
    if warn:
        for name, allowed in _choices(layers).items():
            _say_unknown(name, allowed)
        warn_of_unknown("step", steps, f"1 to {last}")
        warn_of_unknown("pinned", names)
        warn_of_unknown("cell", cells, _CELLS)
        warn_of_unknown("joint", joints, _JOINT)
    pins = tuple(dict.fromkeys(name for name in all_linked("pinned") if name in names))[:MOST_PINS]
    return Position(
        step=steps.get(linked("step") or "", opening.step),
        view=_read_view(layers, opening.view),
        cell=cells.get(linked("cell") or ""),
        pins=pins,
        joint=joints[-1] if joints else "",
    )


def _read_view(layers: Layers, plain: View) -> View:
    """Return the view in the link; values that are not possible are ignored."""
    written = {name: (linked(name) or "", allowed) for name, allowed in _choices(layers).items()}
    values = {name: allowed[text] for name, (text, allowed) in written.items() if text in allowed}
    return fitting(amended(plain, values), layers)


def _say_unknown(name: str, allowed: Mapping[str, object]) -> None:
    if name == "measure" and linked(name) in AFTER_THE_WORD.keys() - allowed.keys():
        warn_of_link(
            "This link asks for the posterior, which these maps do not have. Showing weights."
        )
    else:
        warn_of_unknown(name, allowed, "0 to 1, with two decimals" if name == "threshold" else "")


def write_position(position: Position, layers: Layers, opening: Position) -> None:
    """Write a position into the link, without the values that equal those of `opening`."""
    view = asdict(position.view)
    defaults = asdict(fitting(opening.view, layers))
    written = {name: _text(value) for name, value in view.items() if value != defaults[name]}
    if position.step != opening.step:
        written["step"] = str(position.step + 1)
    if position.cell:
        written["cell"] = _cell_text(position.cell)
    if position.joint:
        written["joint"] = position.joint
    for name in (*view, "step", "cell", "joint"):
        write(name, *([written[name]] if name in written else []))
    names = [one.id for one in maps_of(layers)]
    write("pinned", *(name for name in position.pins if name in names and len(names) > 1))


def _choices(layers: Layers) -> dict[str, Mapping[str, object]]:
    return {
        "measure": {measure: measure for measure, _ in layers},
        "unit": {unit: unit for _, unit in layers},
        "scaling": {scaling: scaling for scaling in SCALINGS},
        "picture": {picture: picture for picture in PICTURES},
        "density": {density: density for density in DENSITIES},
        "threshold": THRESHOLDS,
        "transposed": SWITCHES,
        "margins": SWITCHES,
    }


def _read_cell(text: str, layers: Layers) -> Cell | None:
    """Return the cell that a link's text names, or None if there is no such cell."""
    match = _CELL.fullmatch(text)
    if not match:
        return None
    name, unit, row, column = match.groups()
    cell = Cell(map=name, unit=unit, row=int(row) - 1, column=int(column) - 1)
    return cell if is_on_show(cell, layers) else None


def _cell_text(cell: Cell) -> str:
    return f"{cell.map}~{cell.unit}~{cell.row + 1}~{cell.column + 1}"


def _text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.2g}"
