"""The step player on a page of the app: mounted with its maps, asked where the person is."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import streamlit as st

from alignoscope.records.variant import named_model
from alignoscope.ui.player.map_placement import place_of
from alignoscope.ui.player.map_view import Layers
from alignoscope.ui.player.payload import drawn, fitting, is_on_show, maps_of
from alignoscope.ui.player.script import SCRIPT, STYLE
from alignoscope.ui.player.view_settings import MOST_PINS, Cell, Position, View, amended
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.session_memo import once

_mount = st.components.v2.component("alignoscope_player", css=STYLE, js=SCRIPT)
_VIEW = View()
_NOTHING: Mapping = {}
MOST_AHEAD = 200_000  # characters of maps that are sent ahead


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """What a button of the page leads to, by its key: maps, and the step and cell they start at."""

    button: str
    identity: str
    layers: Layers
    step: int
    cell: Cell | None


class Sheet(NamedTuple):
    """What the browser draws, as one text, and a name by which it knows it again."""

    drawing: str
    drawn: str

    def sent(self, held: Sequence[object]) -> dict[str, str]:
        """Return what goes to a browser: the name alone where it holds the text."""
        return {"drawing": self.drawing} if self.drawing in held else self._asdict()


def player(
    layers: Layers,
    *,
    step: int,
    identity: str,
    key: str,
    view: View = _VIEW,
    cell: Cell | None = None,
    pins: tuple[str, ...] = (),
    force: Callable[[str], None] | None = None,
    lead: str = "",
    late: Mapping[int, str] = _NOTHING,
    restored: View | None = None,
    ahead: Sequence[Ahead] = (),
) -> Position:
    """Show the maps side by side with one step control; return where the person is.

    `layers[measure, unit]` are the maps of all traces and their one scale. The player starts at
    `step`, `view`, `cell` and `pins`; from then on the browser leads, until `identity` (which
    sentence and target this is) changes and the player goes to the `step`, `cell` and `pins` passed
    with it. The browser keeps a cell that is not on show, and the position has it as soon as it is.
    With `force`, a person can want all models to be given the words of one map: it is called with
    the map's id, before the script runs again. `lead` is the id of the map that the strip below the
    maps is about at first, and `late` names models whose maps are still to come, by their place
    among all. A view to be `restored` with this identity counts
    until the browser reports of it. What is `ahead` the browser shows as soon as its button is
    pressed, until Python answers: where the press leads elsewhere by then, what is ahead has
    changed, and so the answer is new to the browser.
    """
    report = reported(key, "position")
    back = restored is not None and report.get("identity") != identity
    view = fitting(view if back else _amended(view, report.get("view")), layers)
    current = Position(step=_within(step, layers), view=view, cell=_shown(cell, layers))
    current = replace(current, pins=pins)
    start = replace(current, cell=cell)
    if report.get("identity") == identity:
        # The browser also reports the start it was given: sent back unchanged, the payload stays
        # the same while the person steps, so that Streamlit sends and redraws nothing.
        first = report.get("start")
        if isinstance(first, Mapping):
            start = Position(
                step=_step(first.get("step"), current.step, layers),
                view=fitting(_amended(view, first.get("view")), layers),
                cell=_cell(first.get("cell")),
                pins=_pins(first.get("pins")),
            )
        current = replace(
            current,
            step=_step(report.get("step"), current.step, layers),
            cell=_shown(_cell(report.get("cell")), layers),
            pins=_pins(report.get("pins")),
        )
    holds = report.get("holds")
    left_out = holds if isinstance(holds, list) else []
    sheet = once(f"{key} drawn", layers, partial(_sheet, layers))
    data: dict[str, object] = {
        "key": key,
        "identity": identity,
        "start": asdict(start),
        "lead": lead,
        **sheet.sent(left_out),
    }
    if late:
        data["late"] = [
            {"at": at, "label": name, "place": asdict(place_of(named_model(name).variant))}
            for at, name in sorted(late.items())
        ]
    if restored:
        data["restored"] = asdict(restored)
    if ahead:
        near = once(f"{key} ahead", [one.layers for one in ahead], partial(_sheets, ahead))
        data["ahead"] = [
            {
                "button": one.button,
                "identity": one.identity,
                "step": _within(one.step, one.layers),
                "cell": one.cell and asdict(one.cell),
                **sheet.sent(left_out),
            }
            for one, sheet in zip(ahead, near, strict=True)
            if len(sheet.drawn) <= MOST_AHEAD
        ]
    if force is None:
        _mount(key=key, data=data)
    else:
        _mount(key=key, data=data | {"forcible": True}, on_force_change=partial(_force, key, force))
    return current


def _sheet(layers: Layers) -> Sheet:
    text = json.dumps(drawn(layers), allow_nan=False, separators=(",", ":"))
    return Sheet(blake2b(text.encode(), digest_size=8).hexdigest(), text)


def _sheets(ahead: Sequence[Ahead]) -> list[Sheet]:
    return [_sheet(one.layers) for one in ahead]


def _force(key: str, force: Callable[[str], None]) -> None:
    asked = st.session_state[key].get("force")
    if isinstance(asked, str):
        force(asked)


def _amended(view: View, values: object) -> View:
    return amended(view, values) if isinstance(values, Mapping) else view


def _cell(value: object) -> Cell | None:
    """Return a cell as the browser reported it, or None where that is none."""
    if not isinstance(value, Mapping):
        return None
    kinds = {"map": str, "unit": str, "row": int, "column": int}
    fields: dict[str, Any] = {name: value.get(name) for name in kinds}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()):
        return None
    return Cell(**fields)


def _pins(value: object) -> tuple[str, ...]:
    """Return the maps that the browser reported as large, or none where those are no names."""
    names = value if isinstance(value, list) else []
    return tuple(one for one in names if isinstance(one, str))[:MOST_PINS]


def _shown(cell: Cell | None, layers: Layers) -> Cell | None:
    return cell if cell and is_on_show(cell, layers) else None


def _step(value: object, default: int, layers: Layers) -> int:
    return _within(value, layers) if type(value) is int else default


def _within(step: int, layers: Layers) -> int:
    last = max((len(one.row_of_step) for one in maps_of(layers)), default=1) - 1
    return max(0, min(step, last))
