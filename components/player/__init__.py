"""The step player: hands finished maps to the browser, which draws and steps through them alone.

What a map holds is decided in `figures.views.maps`; how it is drawn, moved and looked at in the
scripts beside this file, which are joined into one module in the order of `PARTS`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from math import isfinite
from pathlib import Path

import numpy as np
import streamlit as st

from alignoscope.figures.views.maps import Layers, MapView
from alignoscope.figures.views.view import Cell, Position, View, amended

PARTS = (
    "dom.js",
    "layout.js",
    "colours.js",
    "drawing.js",
    "ribbons.js",
    "stepping.js",
    "pointing.js",
    "controls.js",
    "moving.js",
    "player.js",
)


def _read(*names: str) -> str:
    here = Path(__file__).parent
    return "\n".join((here / name).read_text(encoding="utf-8") for name in names)


SCRIPT = _read(*PARTS)
STYLE = _read("player.css", "toolbar.css")
_mount = st.components.v2.component("alignoscope_player", css=STYLE, js=SCRIPT)
_VIEW = View()


def player(
    layers: Layers,
    *,
    step: int,
    identity: str,
    key: str,
    view: View = _VIEW,
    cell: Cell | None = None,
) -> Position:
    """Show the maps side by side with one step control; return where the person is.

    `layers[measure, unit]` are the maps of all variants and their one scale. The player starts at
    `step`, `view` and `cell`; from then on the browser leads, until `identity` (which sentence and
    target this is) changes and the player goes to the `step` and `cell` passed with it. The browser
    keeps a cell that is not on show, and the position has it as soon as it is.
    """
    state = st.session_state.get(key)
    reported = state.get("position") if isinstance(state, Mapping) else None
    reported = reported if isinstance(reported, Mapping) else {}
    view = fitting(_amended(view, reported.get("view")), layers)
    current = Position(step=_within(step, layers), view=view, cell=_shown(cell, layers))
    start = {"step": current.step, "view": view, "cell": cell}
    if reported.get("identity") == identity:
        # The browser also reports the start it was given: sent back unchanged, the payload stays
        # the same while the person steps, so that Streamlit sends and redraws nothing.
        first = reported.get("start")
        if isinstance(first, Mapping):
            start["step"] = _step(first.get("step"), current.step, layers)
            start["view"] = fitting(_amended(view, first.get("view")), layers)
            start["cell"] = _cell(first.get("cell"))
        current = replace(
            current,
            step=_step(reported.get("step"), current.step, layers),
            cell=_shown(_cell(reported.get("cell")), layers),
        )
    _mount(key=key, data=payload(layers, identity=identity, key=key, **start))
    return current


def payload(
    layers: Layers, step: int, identity: str, key: str, view: View, cell: Cell | None = None
) -> dict[str, object]:
    """Return what the browser gets: every map in every layer, each list of labels once.

    `columns`, `rows` and `tokens` are places in `lists`.
    """
    every = [one for views, _ in layers.values() for one in views]
    lists = dict.fromkeys(labels for one in every for labels in (one.columns, one.rows, one.tokens))
    place = {labels: index for index, labels in enumerate(lists)}
    return {
        "key": key,
        "identity": identity,
        "start": {"step": step, "view": asdict(view), "cell": cell and asdict(cell)},
        "maps": [
            {
                "variant": one.variant,
                "mode": one.mode,
                "translation": one.translation,
                "tokens": place[one.tokens],
            }
            for one in _maps(layers)
        ],
        "units": {
            unit: [_axes(one, place) for one in views] for (_, unit), (views, _) in layers.items()
        },
        "layers": [
            {
                "measure": measure,
                "unit": unit,
                "scale": asdict(scale),
                "cells": [None if one.cells is None else _rounded(one.cells) for one in views],
            }
            for (measure, unit), (views, scale) in layers.items()
        ],
        "lists": [list(labels) for labels in lists],
    }


def fitting(view: View, layers: Layers) -> View:
    """Return the view with the measure and unit of the layer that is most like what it asks for."""
    measure, unit = max(layers, key=lambda one: (one[0] == view.measure, one[1] == view.unit))
    return replace(view, measure=measure, unit=unit)


def is_on_show(cell: Cell, layers: Layers) -> bool:
    """Return whether there is such a cell in one of the layers."""
    return any(
        (one.variant, unit) == (cell.variant, cell.unit)
        and one.cells is not None
        and cell.row in range(len(one.rows))
        and cell.column in range(len(one.columns))
        for (_, unit), (views, _) in layers.items()
        for one in views
    )


def _axes(view: MapView, place: Mapping[tuple[str, ...], int]) -> dict[str, object]:
    return {
        "columns": place[view.columns],
        "rows": place[view.rows],
        "rowOfStep": [int(row) for row in view.row_of_step],
    }


def _amended(view: View, values: object) -> View:
    return amended(view, values) if isinstance(values, Mapping) else view


def _maps(layers: Layers) -> Sequence[MapView]:
    """Return the maps of the first layer; those of the others are of the same traces."""
    views, _ = next(iter(layers.values()))
    names = [one.variant for one in views]
    assert all([one.variant for one in others] == names for others, _ in layers.values())
    return views


def _cell(value: object) -> Cell | None:
    """Return a cell as the browser reported it, or None where that is none."""
    if not isinstance(value, Mapping):
        return None
    kinds = {"variant": str, "unit": str, "row": int, "column": int}
    fields = {name: value.get(name) for name in kinds}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()):
        return None
    return Cell(**fields)


def _shown(cell: Cell | None, layers: Layers) -> Cell | None:
    return cell if cell and is_on_show(cell, layers) else None


def _step(value: object, default: int, layers: Layers) -> int:
    return _within(value, layers) if type(value) is int else default


def _within(step: int, layers: Layers) -> int:
    last = max((len(one.row_of_step) for one in _maps(layers)), default=1) - 1
    return max(0, min(step, last))


def _rounded(cells: np.ndarray) -> list[list[float | None]]:
    """Round to 4 decimals, which is all a colour and a tooltip show; JSON has no infinity."""
    rows = np.asarray(cells, dtype=float).round(4).tolist()
    return [[value if isfinite(value) else None for value in row] for row in rows]
