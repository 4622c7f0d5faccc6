"""The distances between the rows of the variants, and their translations."""

from collections.abc import Sequence

import streamlit as st
from pandas import DataFrame

from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.chart_panel import pressed_point, show_chart
from alignoscope.ui.player.captions import chart_caption
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import number_formats
from alignoscope.ui.score_bench.comparison import Comparison
from alignoscope.ui.score_bench.difference_view import pair_layers
from alignoscope.ui.score_bench.distance_chart import matrix_figure, rows_figure
from alignoscope.ui.score_bench.translations_chart import translations_table
from alignoscope.ui.score_bench.translations_view import probabilities
from alignoscope.ui.shell.session_keys import MATRIX, PAIRED, PAIRED_MAPS, PAIRED_WITH, ROWS

DISTANCE = (
    "The Jensen-Shannon distance between two rows: 0 if they are equal, 1 if they have no "
    "word in common. It is the square root of the divergence with base-2 logarithms (Lin "
    "1991; Endres and Schindelin 2003), over words and the end mark."
)


def show_distances(held: Comparison) -> None:
    """Show the distance of each row from the base's, and the mean distances of all pairs."""
    st.subheader("How different the maps are", help=DISTANCE)
    if len(held.rows) < 2:
        st.caption(
            "Rows can only be compared if all models have the same target. Choose a reference "
            "model or force a translation, and select at least two models with attention."
        )
        return
    if held.base:
        st.markdown(f"Distance of each row from {plain(held.base.label)}'s")
        show_chart(
            rows_figure(held.base, held.rows[1:]),
            key=ROWS,
            title=f"Distances of weights: each row from {held.base.label}'s",
            caption=f"{chart_caption(*held.rows)} {DISTANCE}",
            subject=held.rows[0].source.text,
        )
    _show_pairs(held.rows)


@st.fragment
def _show_pairs(rows: Sequence[Trace]) -> None:
    """Show the mean distances of all pairs; a click on one shows both maps and their difference.

    Choosing a pair reruns only this fragment.
    """
    names = [trace.id for trace in rows]  # An alpha changes the labels.

    def take() -> None:
        if pressed := pressed_point(MATRIX):
            st.session_state[PAIRED], st.session_state[PAIRED_WITH] = (names[i] for i in pressed)

    st.markdown(
        "Average distance between every pair of models (similar ones are adjacent). "
        "Click a cell to compare two."
    )
    show_chart(
        matrix_figure(rows),
        key=MATRIX,
        title="Distances of weights: mean over the rows, all pairs of models",
        caption=f"{chart_caption(*rows)} {DISTANCE}",
        subject=rows[0].source.text,
        press=take,
    )
    for key, first in ((PAIRED, names[0]), (PAIRED_WITH, names[1])):
        if st.session_state.get(key) not in names:
            st.session_state[key] = first
    with st.container(horizontal=True):
        first = st.selectbox("Compare", names, key=PAIRED, width=240)
        second = st.selectbox("with", names, key=PAIRED_WITH, width=240)
    if first != second:
        base, other = (rows[names.index(name)] for name in (first, second))
        request = PlayerRequest(identity=f"{first}\n{second}", key=PAIRED_MAPS, main=False)
        show_player(pair_layers(base, other), request)


def show_translations(held: Comparison, target: str) -> None:
    """Show the variants' translations, with their differences from the first one's marked.

    With a forced target, show the target and its probability under each variant instead.
    """
    first = held.wrote[0]
    if target.strip():
        st.subheader("How probable the target is for each model")
        st.text(first.target.text)
        table = DataFrame(probabilities(held.wrote))
        st.dataframe(table, hide_index=True, column_config=number_formats(table))
        return
    st.subheader("Translations")
    if any(trace.target.words != first.target.words for trace in held.wrote):
        st.caption(f"Compared with {first.label}: added words are bold, missing words struck out.")
    st.html(translations_table(first, held.wrote))
