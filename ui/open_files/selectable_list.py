"""A table of sentences of which one is open: clicked, or come to by a step."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

import streamlit as st
from pandas import DataFrame
from streamlit.elements.lib.column_types import ColumnConfig

from alignoscope.ui.shell.session_keys import of

OPEN = "open"  # of a list: the name of the row that is open
BUTTON = "open it"  # the column of buttons
OPEN_ROW = "open row"  # the key of the fragment that shows it, and that alone runs after a click
STEPS = {"Previous": ("left", -1), "Next": ("right", 1)}  # buttons: their arrows, how far they go


def list_rows(
    table: DataFrame,
    names: Sequence[Hashable],
    *,
    key: str,
    identity: Hashable,
    formats: Mapping[str, ColumnConfig | str | None],
    height: int,
) -> None:
    """Show a table, of which a click opens a row: at once on its button, elsewhere after 150 ms.

    `names` tell the rows apart, also from those of other tables of this key. `identity` says which
    table this is: another one is another widget, since a browser would not hear the first click
    on it.
    """
    widget = of(key, hash(identity))
    button, slot = of(widget, "button"), of(key, OPEN)
    press = partial(_press, button, slot, names)
    opens = st.column_config.ButtonColumn(
        "", type="tertiary", width=48, pinned=True, key=button, on_click=press
    )
    st.dataframe(
        DataFrame({BUTTON: ":material/visibility:"}, index=table.index).join(table),
        key=widget,
        hide_index=True,
        height=min(height, 38 + 36 * len(table)),
        column_config={**formats, BUTTON: opens},
        placeholder="–",
        on_select=partial(_click, widget, slot, names),
        selection_mode="single-cell",
    )


def step_rows(names: Sequence[Hashable], *, key: str) -> int:
    """Return the place of a list's open row, at first the first; offer those before and after it.

    Call it in a fragment with the key `OPEN_ROW`. Where the list is outside, neither a step nor a
    click sends it again.
    """
    slot = of(key, OPEN)
    opened = st.session_state.get(slot)
    place = names.index(opened) if opened in names else 0
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        last = len(names) - 1
        for label, (icon, way) in STEPS.items():
            goal = place + way
            st.button(
                label,
                key=of(key, label),
                icon=f":material/chevron_{icon}:",
                on_click=_open,
                args=(slot, names[max(0, min(goal, last))]),
                disabled=not 0 <= goal <= last,
            )
        st.markdown(f"**{place + 1:,} of {len(names):,}**")
    return place


def rows_beside(place: int, count: int, *, key: str) -> dict[str, int]:
    """Return the places that a step leads to from one of so many, by the keys of its buttons."""
    goals = {of(key, label): place + way for label, (_, way) in STEPS.items()}
    return {button: goal for button, goal in goals.items() if 0 <= goal < count}


def open_row(key: str, name: Hashable) -> None:
    """Open a row of a list by its name."""
    _open(of(key, OPEN), name)


def _click(widget: str, slot: str, names: Sequence[Hashable]) -> None:
    for row, _ in st.session_state[widget]["selection"]["cells"]:
        _show(slot, names, row)


def _press(button: str, slot: str, names: Sequence[Hashable]) -> None:
    _show(slot, names, st.session_state[button]["row"])


def _show(slot: str, names: Sequence[Hashable], row: int) -> None:
    if row < len(names):
        _open(slot, names[row])
        st.rerun(OPEN_ROW)


def _open(slot: str, name: Hashable) -> None:
    st.session_state[slot] = name
