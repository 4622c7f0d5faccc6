"""Where a person is in a player: step, view and chosen cell, kept in the session and in the URL.

`cell=luong-dot~words~3~4` is the cell of luong-dot's map over words in row 3, column 4, from 1.
"""

import re
from collections.abc import Sequence
from dataclasses import asdict, replace

import streamlit as st

from alignoscope.components.player.mount import player
from alignoscope.components.player.payload import fitting, is_on_show
from alignoscope.figures.views.maps import Layers, layers_of
from alignoscope.figures.views.view import PICTURES, SCALINGS, Cell, Position, View, amended
from alignoscope.records.trace import Trace
from alignoscope.session.links.parameters import warn_of_unknown

SWITCHES = {"on": True, "off": False}
THRESHOLDS = {f"{percent / 100:g}": percent / 100 for percent in range(101)}
_CELLS = "those of the maps on show, as `map~unit~row~column`, rows and columns from 1"
_CELL = re.compile(r"(.+)~([a-z]+)~([1-9][0-9]{0,5})~([1-9][0-9]{0,5})")


def show_player(
    found: Sequence[Trace], source: str, target: str, *, key: str = "player"
) -> Position:
    """Show the weights and scores of traces, over words and over pieces; see `show_layers`."""
    return show_layers(layers_of(found), identity=f"{source}\n{target}", key=key)


def show_layers(layers: Layers, *, identity: str, key: str = "player") -> Position:
    """Show the page's main player; keep where it is in the session and in the URL.

    Call it inside a fragment with all that follows the position, so that a step reruns only that.
    """
    slot = f"{key} position"
    known, kept = st.session_state.get(slot) or (identity, _linked(layers))
    if known != identity:
        kept = replace(kept, step=0, cell=None)
    position = player(layers, identity=identity, key=key, **vars(kept))
    # A cell whose map is not on show is kept: another page, or another choice, may show it.
    st.session_state[slot] = (identity, replace(position, cell=position.cell or kept.cell))
    _link(position, layers)
    return position


def _linked(layers: Layers) -> Position:
    """Return the step, the view and the cell that the URL asks for; say what in it cannot be."""
    choices = {
        "measure": {measure: measure for measure, _ in layers},
        "unit": {unit: unit for _, unit in layers},
        "scaling": {scaling: scaling for scaling in SCALINGS},
        "picture": {picture: picture for picture in PICTURES},
        "threshold": THRESHOLDS,
        "transposed": SWITCHES,
        "margins": SWITCHES,
    }
    values = {}
    for name, allowed in choices.items():
        written = st.query_params.get(name)
        if written in allowed:
            values[name] = allowed[written]
        else:
            warn_of_unknown(name, allowed, "0 to 1, in hundredths" if name == "threshold" else "")
    last = max(len(one.row_of_step) for maps, _ in layers.values() for one in maps)
    steps = {str(i): i - 1 for i in range(1, last + 1)}
    warn_of_unknown("step", steps, f"1 to {last}")
    step = steps.get(st.query_params.get("step"), 0)
    view = fitting(amended(View(), values), layers)
    return Position(step=step, view=view, cell=_linked_cell(layers))


def _linked_cell(layers: Layers) -> Cell | None:
    texts = st.query_params.get_all("cell")
    found = {text: cell for text in texts if (cell := _read_cell(text, layers))}
    warn_of_unknown("cell", found, _CELLS)
    return found.get(st.query_params.get("cell"))


def _read_cell(text: str, layers: Layers) -> Cell | None:
    """Return the cell that a link asks for, or None where there is no such cell."""
    match = _CELL.fullmatch(text)
    if not match:
        return None
    name, unit, row, column = match.groups()
    cell = Cell(map=name, unit=unit, row=int(row) - 1, column=int(column) - 1)
    return cell if is_on_show(cell, layers) else None


def _cell_text(cell: Cell) -> str:
    return f"{cell.map}~{cell.unit}~{cell.row + 1}~{cell.column + 1}"


def _link(position: Position, layers: Layers) -> None:
    """Write where a person is into the URL; what is as it is by default is left out."""
    view = asdict(position.view)
    plain = asdict(fitting(View(), layers))
    written = {name: _text(value) for name, value in view.items() if value != plain[name]}
    if position.step:
        written["step"] = str(position.step + 1)
    if position.cell:
        written["cell"] = _cell_text(position.cell)
    for name in (*view, "step", "cell"):
        if name in written:
            st.query_params[name] = written[name]
        elif name in st.query_params:
            del st.query_params[name]


def _text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.2g}"
