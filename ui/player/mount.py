"""The player as a component on a page of the app: it gets the maps and reports the position."""

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
MOST_AHEAD = 200_000  # characters of one button's prefetched maps; longer ones are not sent


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """Prefetched player content for a page button; the browser shows it before Python answers.

    Args:
        button: the key of the button.
        identity: the identity that the player has after a click; see `player`.
        layers: the maps.
        step, cell: where the player starts.
    """

    button: str
    identity: str
    layers: Layers
    step: int
    cell: Cell | None


class Sheet(NamedTuple):
    """The layers as the browser gets them: a hash (`drawing`) and the JSON text (`drawn`)."""

    drawing: str
    drawn: str

    def sent(self, held: Sequence[object]) -> dict[str, str]:
        """Return what is sent to the browser: only the hash if its cache (`held`) has the text."""
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
    """Show the maps side by side with one step control; return the person's position.

    The player starts at `step`, `view`, `cell` and `pins`. From then on the browser decides, until
    `identity` changes: then the player goes to the new `step`, `cell` and `pins`. The browser keeps
    a chosen cell whose map is not shown; the position contains it once the map is shown again.

    Args:
        layers: the maps of all traces and their one scale, by measure and unit.
        step: the step to start at, from 0.
        identity: names the sentence and the target that the maps are of.
        key: the key of the component.
        view: the view to start with.
        cell: the chosen cell to start with.
        pins: the ids of the pinned maps to start with.
        force: if given, the person can force all models to the translation of one map: this is
            called with the map's id, before the script runs again.
        lead: the id of the map that the readout bar below the maps describes at first.
        late: the names of models whose maps are still to come, by their index among all models.
        restored: a view that takes precedence until the browser has reported this identity.
        ahead: content that the browser shows as soon as a button is clicked, until Python answers.
            If the button leads elsewhere by then, this content has changed too, so the browser
            sees that the answer is new.
    """
    report = reported(key, "position")
    back = restored is not None and report.get("identity") != identity
    view = fitting(view if back else _amended(view, report.get("view")), layers)
    current = Position(step=_within(step, layers), view=view, cell=_shown(cell, layers))
    current = replace(current, pins=pins)
    start = replace(current, cell=cell)
    if report.get("identity") == identity:
        # The browser also reports the start that it was sent. Sent back unchanged, it keeps the
        # payload the same while the person steps, so that Streamlit sends and redraws nothing.
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
    """Return the cell that the browser reported, or None if the value is not a cell."""
    if not isinstance(value, Mapping):
        return None
    kinds = {"map": str, "unit": str, "row": int, "column": int}
    fields: dict[str, Any] = {name: value.get(name) for name in kinds}
    if any(type(fields[name]) is not kind for name, kind in kinds.items()):
        return None
    return Cell(**fields)


def _pins(value: object) -> tuple[str, ...]:
    """Return the ids of the pinned maps that the browser reported, without invalid values."""
    names = value if isinstance(value, list) else []
    return tuple(one for one in names if isinstance(one, str))[:MOST_PINS]


def _shown(cell: Cell | None, layers: Layers) -> Cell | None:
    return cell if cell and is_on_show(cell, layers) else None


def _step(value: object, default: int, layers: Layers) -> int:
    return _within(value, layers) if type(value) is int else default


def _within(step: int, layers: Layers) -> int:
    last = max((len(one.row_of_step) for one in maps_of(layers)), default=1) - 1
    return max(0, min(step, last))
