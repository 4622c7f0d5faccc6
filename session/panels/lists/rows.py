"""A table of sentences of which one is open: clicked, or come to by a step."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

import streamlit as st
from pandas import DataFrame
from streamlit.elements.lib.column_types import ColumnConfig

from alignoscope.session.state import of

OPEN = "open"  # of a list: the name of the row that is open
OPEN_ROW = "open row"  # the key of the fragment that shows it, and that alone runs after a click


def list_rows(
    table: DataFrame,
    names: Sequence[Hashable],
    *,
    key: str,
    identity: Hashable,
    formats: Mapping[str, ColumnConfig | str | None],
    height: int,
) -> None:
    """Show a table, of which a click opens a row.

    `names` tell the rows apart, also from those of other tables of this key. `identity` says which
    table this is: another one is another widget, since a browser would not hear the first click
    on it.
    """
    widget = of(key, hash(identity))
    st.dataframe(
        table,
        key=widget,
        hide_index=True,
        height=min(height, 38 + 36 * len(table)),
        column_config=formats,
        placeholder="–",
        on_select=partial(_click, widget, of(key, OPEN), names),
        selection_mode=("single-row", "single-cell"),
    )


def step_rows(names: Sequence[Hashable], *, key: str) -> int:
    """Return the place of a list's open row, at first the first; offer those before and after it.

    Call it in a fragment with the key `OPEN_ROW`. Where the list is outside, a step, which is
    answered at once, and a click, after the 150 ms that the browser waits, send it no more.
    """
    slot = of(key, OPEN)
    opened = st.session_state.get(slot)
    place = names.index(opened) if opened in names else 0
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        last = len(names) - 1
        for label, icon, goal in (("Previous", "left", place - 1), ("Next", "right", place + 1)):
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


def open_row(key: str, name: Hashable) -> None:
    """Open a row of a list by its name."""
    _open(of(key, OPEN), name)


def _click(widget: str, slot: str, names: Sequence[Hashable]) -> None:
    selection = st.session_state[widget]["selection"]
    rows = [*selection["rows"], *(row for row, _ in selection["cells"])]
    if rows and rows[0] < len(names):
        _open(slot, names[rows[0]])
        st.rerun(OPEN_ROW)


def _open(slot: str, name: Hashable) -> None:
    st.session_state[slot] = name
