"""The panel with the anatomy of one step of one model; it follows the player's step."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from alignoscope.records.trace import Trace
from alignoscope.ui.anatomy.component import anatomy
from alignoscope.ui.anatomy.export import anatomy_drawing
from alignoscope.ui.anatomy.step_view import steps_view
from alignoscope.ui.exports.drawings import Drawing
from alignoscope.ui.player.position import Cell
from alignoscope.ui.shell.session_keys import (
    ANATOMY,
    ANATOMY_CELL,
    ANATOMY_VARIANT,
    PLAYER,
    STEPS,
    of,
)
from alignoscope.ui.web.session_memo import once


def show_anatomy(
    found: Sequence[Trace],
    unit: str,
    step: int,
    cell: Cell | None = None,
    *,
    player: str = PLAYER,
    lead: str = "",
) -> Drawing:
    """Show the anatomy of a step of one of these traces; return its picture.

    The trace is that of the cell chosen last, until another is chosen here. Before a cell is
    chosen, it is the trace with the id `lead`, as in the readout bar below the maps.

    Args:
        found: the traces.
        unit: "words" or "pieces".
        step: the player's step, from 0.
        cell: the chosen cell.
        player: the key of the player that is followed.
        lead: the id of the trace to start with.
    """
    names = {trace.id: trace for trace in found}
    name = next(iter(names))
    if len(names) > 1:
        key, followed = of(player, ANATOMY_VARIANT), of(player, ANATOMY_CELL)
        line = cell and replace(cell, row=0)  # a step moves a chosen cell to its row
        if cell and cell.map in names and st.session_state.get(followed) != line:
            st.session_state[key] = cell.map
        st.session_state[followed] = line
        first = [*names].index(lead) if lead in names else 0
        name = st.selectbox("Inside one step: model", names, first, key=key, width=320)
    trace = names[name]
    view = once(of(player, STEPS), (trace, unit), lambda: steps_view(trace, unit))
    anatomy(view, player=player, step=step, key=of(player, ANATOMY))
    return anatomy_drawing(trace, view, unit, step)
