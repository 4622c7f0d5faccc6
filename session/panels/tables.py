"""The numbers of maps as plain tables: to read aloud, to sort and to copy."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.figures.views.maps import MapView, map_table
from alignoscope.session.state import TABLES


def show_tables(views: Sequence[MapView], *, key: str = TABLES) -> None:
    """Offer the maps' numbers as tables; call it inside a fragment with their player."""
    tables = st.expander(
        "The same numbers as tables",
        icon=":material/table:",
        key=key,
        on_change="rerun",  # so that no step sends them while they are closed
    )
    if not tables.open:
        return
    with tables:
        for view in views:
            st.text(f"{view.label} ({view.mode})")
            if view.cells is None:
                st.caption("There are no numbers to show.")
            else:
                st.dataframe(map_table(view).style.format("{:.3f}"))
