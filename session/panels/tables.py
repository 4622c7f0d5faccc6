"""The numbers of maps as plain tables: to read aloud, to sort and to copy."""

import streamlit as st

from alignoscope.figures.views.maps import Layers, map_table
from alignoscope.figures.views.view import View
from alignoscope.session.state import TABLES


def show_tables(layers: Layers, view: View, *, key: str = TABLES) -> None:
    """Offer the numbers of the maps on show as tables; call it inside their player's fragment."""
    tables = st.expander(
        "The same numbers as tables",
        icon=":material/table:",
        key=key,
        on_change="rerun",  # so that no step sends them while they are closed
    )
    if not tables.open:
        return
    with tables:
        maps, _ = layers[view.measure, view.unit]
        for one in maps:
            st.text(f"{one.label} ({one.mode})")
            if one.cells is None:
                st.caption("There are no numbers to show.")
            else:
                st.dataframe(map_table(one).style.format("{:.3f}"))
