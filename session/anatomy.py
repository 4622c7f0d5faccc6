"""The panel that takes one step of one variant apart, and follows the player's step at once."""

from collections.abc import Sequence

import streamlit as st

from components.anatomy import anatomy
from figures.steps import steps_view
from models.arithmetic import is_given
from models.trace import Trace


def show_anatomy(found: Sequence[Trace], unit: str, step: int, *, player: str = "player") -> None:
    """Show the anatomy of a step of one of these traces; several are chosen from by variant."""
    names = {trace.variant: trace for trace in found}
    name = next(iter(names))
    if len(names) > 1:
        name = st.selectbox(
            "The anatomy of a step, of", names, key=f"{player} anatomy variant", width=320
        )
    trace = names[name]
    given = {i for i in range(len(trace.steps)) if is_given(trace, i)}
    anatomy(steps_view(trace, unit, given), player=player, step=step, key=f"{player} anatomy")
