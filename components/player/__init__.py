"""The step player: hands finished maps to the browser, which draws and steps through them alone.

What a map holds is decided in `figures.maps`; how it looks in `drawing.js` and `player.css`, how
it moves in `player.js`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

if TYPE_CHECKING:
    from figures.maps import MapView, Scale


def _read(*names: str) -> str:
    here = Path(__file__).parent
    return "\n".join((here / name).read_text(encoding="utf-8") for name in names)


_mount = st.components.v2.component(
    "alignoscope_player", css=_read("player.css"), js=_read("drawing.js", "player.js")
)


def player(maps: Sequence[MapView], scale: Scale, *, step: int, identity: str, key: str) -> int:
    """Show the maps side by side with one step control; return the current step (from 0).

    The player starts at `step`; from then on the browser leads, until `identity` (which sentence
    and target this is) changes and the player goes to the `step` passed with it.
    """
    last = max((len(view.row_of_step) for view in maps), default=1) - 1
    # The browser also reports the start it was given: sent back unchanged, the payload stays the
    # same while the person steps, and Streamlit then sends nothing and the browser redraws nothing.
    start, current = _reported(st.session_state.get(key), identity) or (step, step)
    _mount(
        key=key,
        data={
            "identity": identity,
            "start": _within(start, last),
            "scale": {
                "label": scale.label,
                "title": scale.title,
                "low": scale.low,
                "high": scale.high,
                "colors": list(scale.colors),
            },
            "maps": [_payload(view) for view in maps],
        },
    )
    return _within(current, last)


def _reported(state: object, identity: str) -> tuple[int, int] | None:
    """Return (start, step) as the browser reported them, or None where they do not apply."""
    position = state.get("position") if isinstance(state, Mapping) else None
    if not isinstance(position, Mapping) or position.get("identity") != identity:
        return None
    start, step = position.get("start"), position.get("step")
    return (start, step) if type(start) is int and type(step) is int else None


def _within(step: int, last: int) -> int:
    return max(0, min(step, last))


def _payload(view: MapView) -> dict[str, object]:
    return {
        "variant": view.variant,
        "mode": view.mode,
        "translation": view.translation,
        "columns": list(view.columns),
        "rows": list(view.rows),
        "cells": None if view.cells is None else _rounded(view.cells),
        "rowOfStep": [int(row) for row in view.row_of_step],
        "tokens": list(view.tokens),
    }


def _rounded(cells: np.ndarray) -> list[list[float | None]]:
    """Round to 4 decimals, which is all a colour and a tooltip show; JSON has no infinity."""
    rows = np.asarray(cells, dtype=float).round(4).tolist()
    return [[value if isfinite(value) else None for value in row] for row in rows]
