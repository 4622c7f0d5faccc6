"""The panels of the score bench: distances, what each wrote, the switches, a set of sentences."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from alignoscope.figures.captions import chart_caption
from alignoscope.figures.charts.comparison import matrix_figure, rows_figure
from alignoscope.figures.charts.translations import translations_table
from alignoscope.figures.drawing.dataflow import KEY, switch_lines
from alignoscope.figures.views.sentence_set import NUMBERS, csv_text, mean_table, set_table
from alignoscope.records.limits import MAX_SENTENCES
from alignoscope.session.panels import bench, sentence_set
from alignoscope.session.panels.bench import File, Held
from alignoscope.session.panels.charts import show_chart, show_dataflow
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables

FORMATS = {name: st.column_config.NumberColumn(format="%.3f") for name in NUMBERS}
DISTANCE = (
    "The Jensen-Shannon distance between two rows: 0 where they are equal, 1 where they share no "
    "word. It is the root of the divergence with logarithms to base 2 (Lin 1991; Endres and "
    "Schindelin 2003), over words, the end mark among them."
)


@st.fragment
def show_maps(held: Held, source: str, target: str) -> None:
    """Show the maps, and the same numbers as tables: a step reruns this alone."""
    layers, position = bench.show_maps(held, source, target)
    views, _ = layers[position.view.measure, position.view.unit]
    shown = held.rows if held.base else held.found
    show_exports(shown, position, source, target, layers=layers)
    show_tables(views)


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
            key="matrix",
            title="Distances of weights: mean over the rows, all pairs of variants",
            caption=f"{chart_caption(*held.rows)} {DISTANCE}",
            subject=held.rows[0].source.text,
        )
    if held.base:
        with left:
            st.markdown(f"Each row from {held.base.label}'s")
            show_chart(
                rows_figure(held.base, held.rows[1:]),
                key="rows",
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


def show_switches(pair: str, paths: Sequence[Path], sentences: tuple[str, str] | None) -> None:
    """Show the three choices that make a variant, and what each changes.

    With a source and a target that can be read, the variant's map stands below.
    """
    st.subheader("What makes a variant")
    st.caption("Three choices that do not depend on one another: change one, and see what moves.")
    left, right = st.columns(2, gap="large")
    with left:
        timing, score, feeding = bench.pick_switches()
        try:
            name = bench.variant_name(timing, score, feeding)
        except ValueError as error:
            st.info(str(error), icon=":material/block:")
            return
        st.html(switch_lines(timing, score, feeding))
    with right:
        show_dataflow(timing, score, feeding, name)
        st.caption(f"One decoding step. {KEY}")
    shipped = [path for path in paths if path.stem == name]
    if not shipped:
        names = ", ".join(f"`{path.stem}`" for path in paths)
        st.markdown(f"**{name}** is not among the checkpoints: {names}. This would train it:")
        st.code(bench.training_command(name, pair), language="bash")
        return
    held = bench.hold(bench.usable(shipped), None, *sentences) if sentences else None
    if held:
        bench.show_map(held.found[0], *sentences)


def show_set(pair: str, files: Sequence[File], base: Path | None) -> None:
    """Show the numbers of a set of sentences; a click on a row opens its sentence above."""
    st.subheader("A set of sentences")
    text = sentence_set.pick_set(pair)
    if text is None or not files:
        return
    lines = sentence_set.readable(text, tuple(files))
    _show_refused(lines)
    if not lines.kept:
        st.info("None of these lines can be used.", icon=":material/edit:")
        return
    based = files[0][0] == base
    table = set_table(sentence_set.measure_set(files, based, lines.kept))
    how = (
        f"every variant forced to what {files[0][0].stem} wrote, distances from its rows"
        if based
        else "each variant translating freely (choose a base above for distances)"
    )
    st.caption(
        f"Means over {len(lines.kept):,} sentences, {how}. Log-probabilities and entropies in nats."
    )
    st.dataframe(mean_table(table), hide_index=True, column_config=FORMATS, placeholder="–")
    st.caption("Click a row to open its sentence above, a heading to sort.")
    st.dataframe(
        table,
        key="set_table",
        hide_index=True,
        column_config=FORMATS,
        placeholder="–",
        on_select=partial(sentence_set.open_row, "set_table", tuple(table["sentence"])),
        selection_mode=("single-row", "single-cell"),
    )
    st.download_button(
        "Download as CSV",
        partial(csv_text, table),
        file_name="alignoscope-sentences.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _show_refused(lines: sentence_set.Lines) -> None:
    if lines.beyond:
        st.warning(
            f"A set has at most {MAX_SENTENCES:,} lines: {lines.beyond:,} behind them are left out."
        )
    if lines.refused:
        with st.expander(
            f"Lines that cannot be used: {len(lines.refused):,}", icon=":material/warning:"
        ):
            rows = [
                dict(zip(("line", "text", "reason"), row, strict=True)) for row in lines.refused
            ]
            st.dataframe(rows, hide_index=True)
