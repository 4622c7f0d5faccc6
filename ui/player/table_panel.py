"""The numbers of the maps as tables, which screen readers can read and people can sort and copy."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from alignoscope.ui.player.map_view import Layers, MapView
from alignoscope.ui.player.position import View
from alignoscope.ui.shell.session_keys import TABLES

if TYPE_CHECKING:
    from pandas import DataFrame

MOST_DIGITS = 4  # after the decimal point
WHOLE = "localized"  # Streamlit's format for whole numbers with grouped digits


def number_formats(table: "DataFrame") -> dict[str, ColumnConfig]:
    """Return formats for the columns of numbers in a table.

    All fractions of a column have the same number of decimals; whole numbers have grouped digits.
    """
    fractions = {
        str(name): max((_digits(value) for value in table[name].dropna()), default=0)
        for name in table.select_dtypes("float")
    }
    formats = {name: f"%.{digits}f" if digits else WHOLE for name, digits in fractions.items()}
    formats |= dict.fromkeys(map(str, table.select_dtypes("integer")), WHOLE)
    return {name: st.column_config.NumberColumn(format=form) for name, form in formats.items()}


def _digits(value: float) -> int:
    return len(f"{value:.{MOST_DIGITS}f}".rstrip("0").partition(".")[2])


def map_table(view: MapView) -> "DataFrame":
    """Return a map's numbers as a table; words are numbered to make the labels unique."""
    from pandas import DataFrame  # here, so that the first map does not wait for it

    assert view.cells is not None
    return DataFrame(view.cells, index=numbered(view.rows), columns=numbered(view.columns))


def numbered(words: Sequence[str]) -> list[str]:
    """Return words with their positions, counted from 1: "1 the", "2 red"."""
    return [f"{i} {word}" for i, word in enumerate(words, start=1)]


def show_tables(layers: Layers, view: View, *, key: str = TABLES) -> None:
    """Show the numbers of the player's maps as tables; call it in the player's fragment."""
    tables = st.expander(
        "Data tables",
        icon=":material/table:",
        key=key,
        on_change="rerun",  # so that steps do not send the tables while they are closed
    )
    if not tables.open:
        return
    with tables:
        maps, _ = layers[view.measure, view.unit]
        for one in maps:
            st.text(f"{one.label} ({one.mode})")
            if one.cells is None:
                st.caption("This model has no attention, so there is no table.")
            else:
                st.dataframe(map_table(one).style.format("{:.3f}"))
