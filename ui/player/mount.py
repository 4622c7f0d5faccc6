"""The player as a component on a page of the app: it gets the maps and reports the position."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import streamlit as st

from alignoscope.records.variant import named_model
from alignoscope.ui.player.map_placement import place_of
from alignoscope.ui.player.map_view import Layers
from alignoscope.ui.player.payload import drawn
from alignoscope.ui.player.position import Cell, Position, View, last_step, start_and_current
from alignoscope.ui.player.script import SCRIPT, STYLE
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.session_memo import once

COMPONENT = Component("player", SCRIPT, STYLE)
_FIRST = Position(step=0, view=View(), cell=None)
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
    at: Position = _FIRST,
    *,
    identity: str,
    key: str,
    force: Callable[[str], None] | None = None,
    save: Callable[[], None] | None = None,
    movable: str = "",
    move: Callable[[object], None] | None = None,
    lead: str = "",
    late: Mapping[int, str] = _NOTHING,
    restored: View | None = None,
    ahead: Sequence[Ahead] = (),
) -> Position:
    """Show the maps side by side with one step control; return the person's position.

    The player starts `at` a position. From then on the browser decides, until `identity` changes:
    then the player goes to the new step, cell and pins. The browser keeps a chosen cell whose map
    is not shown; the position contains it once the map is shown again.

    Args:
        layers: the maps of all traces and their one scale, by measure and unit.
        at: the position to start at.
        identity: names the sentence and the target that the maps are of.
        key: the key of the component.
        force: if given, the person can force all models to the translation of one map: this is
            called with the map's id, before the script runs again.
        save: if given, the bar has buttons that save a picture and copy the link: this is called
            when a picture shall be saved, before the script runs again.
        movable: the id of the map whose flow's ribbons the person can drag to other source words.
        move: called with what the browser reports of such a drag: the step, and the source words
            `from` and `to`, before the script runs again.
        lead: the id of the map that the readout bar below the maps describes at first.
        late: the names of models whose maps are still to come, by their index among all models.
        restored: a view that takes precedence until the browser has reported this identity.
        ahead: content that the browser shows as soon as a button is clicked, until Python answers.
            If the button leads elsewhere by then, this content has changed too, so the browser
            sees that the answer is new.
    """
    report = reported(key, "position")
    known = report.get("identity") == identity
    start, current = start_and_current(
        at, report, layers, known=known, restored=restored is not None
    )
    holds = report.get("holds")
    held = holds if isinstance(holds, list) else []
    data: dict[str, object] = {
        "key": key,
        "identity": identity,
        "start": asdict(start),
        "lead": lead,
        **once(f"{key} drawn", layers, partial(_sheet, layers)).sent(held),
    }
    optional = {
        "late": _late(late),
        "restored": restored and asdict(restored),
        "ahead": _ahead(key, ahead, held),
        "forcible": force is not None,
        "savable": save is not None,
        "movable": movable,
    }
    data |= {name: value for name, value in optional.items() if value}
    heard: dict[str, Any] = {}
    if force:
        heard["on_force_change"] = partial(_force, key, force)
    if move:
        heard["on_move_change"] = partial(_move, key, move)
    if save:
        heard["on_save_change"] = save
    COMPONENT.mount(key=key, data=data, **heard)
    return current


def _late(names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the places of maps that are still to come."""
    return [
        {"at": at, "label": name, "place": asdict(place_of(named_model(name).variant))}
        for at, name in sorted(names.items())
    ]


def _ahead(key: str, ahead: Sequence[Ahead], held: Sequence[object]) -> list[dict[str, object]]:
    """Return the prefetched content as it is sent, without what is too long."""
    if not ahead:
        return []
    near = once(f"{key} ahead", [one.layers for one in ahead], partial(_sheets, ahead))
    return [
        {
            "button": one.button,
            "identity": one.identity,
            "step": max(0, min(one.step, last_step(one.layers))),
            "cell": one.cell and asdict(one.cell),
            **sheet.sent(held),
        }
        for one, sheet in zip(ahead, near, strict=True)
        if len(sheet.drawn) <= MOST_AHEAD
    ]


def _sheet(layers: Layers) -> Sheet:
    text = json.dumps(drawn(layers), allow_nan=False, separators=(",", ":"))
    return Sheet(blake2b(text.encode(), digest_size=8).hexdigest(), text)


def _sheets(ahead: Sequence[Ahead]) -> list[Sheet]:
    return [_sheet(one.layers) for one in ahead]


def _force(key: str, force: Callable[[str], None]) -> None:
    asked = st.session_state[key].get("force")
    if isinstance(asked, str):
        force(asked)


def _move(key: str, move: Callable[[object], None]) -> None:
    move(st.session_state[key].get("move"))
