"""How far apart the rows of the variants are, and what each of them wrote."""

import streamlit as st

from alignoscope.figures.captions import chart_caption
from alignoscope.figures.charts.comparison import matrix_figure, rows_figure
from alignoscope.figures.charts.translations import translations_table
from alignoscope.session.panels.bench.held import Held
from alignoscope.session.panels.charts import show_chart
from alignoscope.session.state import MATRIX, ROWS

DISTANCE = (
    "The Jensen-Shannon distance between two rows: 0 where they are equal, 1 where they share no "
    "word. It is the root of the divergence with logarithms to base 2 (Lin 1991; Endres and "
    "Schindelin 2003), over words, the end mark among them."
)


def show_distances(held: Held) -> None:
    """Show each row's distance from the base's, and the mean distances of all pairs."""
    st.subheader("How far apart", help=DISTANCE)
    if len(held.rows) < 2:
        st.caption(
            "Rows are compared where the targets are the same: choose a base, or force a target, "
            "with at least two variants that attend."
        )
        return
    left, right = st.columns(2, gap="large")
    with right if held.base else left:
        st.markdown("Mean over the rows, all pairs of variants")
        show_chart(
            matrix_figure(held.rows),
            key=MATRIX,
            title="Distances of weights: mean over the rows, all pairs of variants",
            caption=f"{chart_caption(*held.rows)} {DISTANCE}",
            subject=held.rows[0].source.text,
        )
    if held.base:
        with left:
            st.markdown(f"Each row from {held.base.label}'s")
            show_chart(
                rows_figure(held.base, held.rows[1:]),
                key=ROWS,
                title=f"Distances of weights: each row from {held.base.label}'s",
                caption=f"{chart_caption(*held.rows)} {DISTANCE}",
                subject=held.rows[0].source.text,
            )


def show_translations(held: Held) -> None:
    """Show what each variant wrote, the words marked that the first one's has not."""
    first = held.wrote[0]
    st.subheader("What each wrote")
    if any(trace.target.words != first.target.words for trace in held.wrote):
        st.caption(
            f"Held against {first.label}: other words are bold and underlined, words that are "
            "missing are struck."
        )
    st.html(translations_table(first, held.wrote))
