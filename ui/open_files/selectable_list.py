"""A table of sentences with one open row, chosen by clicking or by stepping."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

import streamlit as st
from pandas import DataFrame
from streamlit.elements.lib.column_types import ColumnConfig

from alignoscope.ui.shell.session_keys import ROW, of
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write

OPEN = "open"  # The suffix of the state key that stores the open row's name.
BUTTON = "open it"  # The name of the column of buttons.
# The key of the fragment that shows the open row, and that alone reruns after a click.
OPEN_ROW = "open row"
STEPS = {"Previous": ("left", -1), "Next": ("right", 1)}  # The arrow and the step of each button.


def list_rows(
    table: DataFrame,
    names: Sequence[Hashable],
    *,
    key: str,
    identity: Hashable,
    formats: Mapping[str, ColumnConfig | str | None],
    height: int,
) -> None:
    """Show a table in which a click opens a row.

    A click on the row's button opens it at once; elsewhere it takes 150 ms.

    Args:
        table: the rows.
        names: the names of the rows, unique among all tables with this key.
        key: the key of the list in the session.
        identity: identifies the table's content. Other content gets a new widget, since a browser
            would miss the first click on it.
        formats: the formats of the columns.
        height: the maximum height in pixels.
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


def step_rows(names: Sequence[Hashable], numbers: Sequence[int], *, key: str) -> int:
    """Return the index of a list's open row, at first that of the link or 0.

    Show buttons to the rows beside it, and write its number into the link. Call it in a fragment
    with the key `OPEN_ROW`. If the list is outside this fragment, neither a step nor a click sends
    it to the browser again.

    Args:
        names: the names of the listed rows.
        numbers: their numbers among all rows, from 1, which a search or an order leaves as it is.
        key: the key of the list in the session.
    """
    slot = of(key, OPEN)
    if slot not in st.session_state:
        linked_ = {str(number): name for number, name in zip(numbers, names, strict=True)}
        warn_of_unknown(ROW, linked_, f"1 to {max(numbers):,}")
        st.session_state[slot] = linked_.get(linked(ROW) or "")
    opened = st.session_state[slot]
    place = names.index(opened) if opened in names else 0
    write(ROW, *([str(numbers[place])] if opened in names else []))
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
    """Return the indices of the rows before and after `place`, by the keys of their buttons."""
    goals = {of(key, label): place + way for label, (_, way) in STEPS.items()}
    return {button: goal for button, goal in goals.items() if 0 <= goal < count}


def open_row(key: str, name: Hashable) -> None:
    """Open the row with this name."""
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
