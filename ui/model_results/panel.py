"""The models at a glance: translation and alignment quality, and the card of one model."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pandas as pd
import streamlit as st

from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.escaping import plain
from alignoscope.records.report import Report
from alignoscope.serving import model_store as cache
from alignoscope.ui.exports.chart_panel import pressed_point, show_chart
from alignoscope.ui.model_results.grid import about_numbers, show_grid
from alignoscope.ui.model_results.results_chart import (
    card,
    first_numbers,
    name_report,
    provenance,
)
from alignoscope.ui.model_results.trade_chart import ABOUT, plotted, trade_figure
from alignoscope.ui.player.table_panel import number_formats
from alignoscope.ui.shell.glossary import show_explained
from alignoscope.ui.shell.session_keys import CARD, GRID, TRADE, VARIANT
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write

OPENERS = (  # the pages of one model that its details lead to: path, label and icon
    ("pages/step_by_step.py", "Open in Step by step", ":material/footprint:"),
    ("pages/what_if.py", "Open in What if", ":material/alt_route:"),
)


def said_of_files(reports: Sequence[Report], paths: Sequence[Path]) -> str:
    """Return how many models are loaded and measured, and which are only one of the two."""
    loaded = [path.stem for path in paths]
    measured = [Path(report.checkpoint).stem for report in reports]
    bare = [name for name in loaded if name not in measured]
    gone = [name for name in measured if name not in loaded]
    said = f"{len(loaded)} models."
    said += f" Not measured: {', '.join(map(plain, bare))}." * bool(bare)
    return said + f" Measured but not installed: {', '.join(map(plain, gone))}." * bool(gone)


def of_files(reports: Sequence[Report], paths: Sequence[Path]) -> list[Report]:
    """Return reports, from their files alone, of the loaded models that have no results."""
    measured = {Path(report.checkpoint).stem for report in reports}
    found = cache.load_all([path for path in paths if path.stem not in measured])
    return [_of_file(path, checkpoint) for (path, _), checkpoint in found.items()]


def _of_file(path: Path, checkpoint: Checkpoint) -> Report:
    record = checkpoint.record
    return Report(
        checkpoint=f"{path.parent.name}/{path.name}",
        variant=checkpoint.variant,
        pair=path.parent.name,
        seed=record.seed,
        corpus=record.corpus.name or "",
        corpus_revision=record.corpus.revision or "",
        same_corpus=None,
        parameters=sum(p.numel() for p in checkpoint.model.parameters()),
        training_seconds=record.seconds,
        best_dev_loss=record.best_dev_loss,
        config=asdict(checkpoint.model.config),
        record=replace(record, snapshots=()),
        date="",
        command="",
        hardware={},
        versions={},
    )


def show_overview(reports: Sequence[Report], paths: Sequence[Path], said: str) -> None:
    """Show the grid of models, and beside it the details of the one chosen in it or by name.

    `said` is about the models, for the line below the grid.
    """
    names = [name_report(report) for report in reports]
    if CARD not in st.session_state:
        warn_of_unknown(CARD, names)
    if st.session_state.get(CARD) not in names:
        # The model of the link, or of the page that led here, if they have one.
        asked = (linked(CARD), st.session_state.get(VARIANT))
        st.session_state[CARD] = next((one for one in asked if one in names), names[0])

    def take(name: object) -> None:
        if name in names:
            st.session_state[CARD] = name

    left, right = st.columns([3, 2], gap="large")
    with left:
        show_explained(f"Click a model for its details. The numbers are {about_numbers(reports)}.")
        show_grid(reports, st.session_state[CARD], take, key=GRID)
        st.caption(said)
    with right:
        name = st.selectbox("Details", names, key=CARD)
        write(CARD, *([name] if name != names[0] else []))
        report = reports[names.index(name)]
        if name in (path.stem for path in paths):
            st.session_state[VARIANT] = name  # the pages of one model open with it
            with st.container(horizontal=True):
                for page, label, icon in OPENERS:
                    st.page_link(page, label=label, icon=icon)
        st.markdown(f"**{first_numbers(report)}**")
        st.markdown(card(report))
        with st.expander("Checkpoint metadata", icon=":material/data_object:"):
            st.markdown(provenance(report))
            st.json(replace(report.record, history=()).written(), expanded=False)


def show_trade(reports: Sequence[Report], pair: str) -> None:
    """Show BLEU against AER, if any model has both; a click on a point opens its details."""
    both = plotted(reports)
    if not both:
        return

    def take() -> None:
        if pressed := pressed_point(TRADE):
            st.session_state[CARD] = name_report(both[pressed[0]])

    st.header("BLEU and AER")
    st.caption(f"Click a point for its details above. {ABOUT}")
    show_chart(
        trade_figure(both),
        key=TRADE,
        title="BLEU and AER",
        caption=ABOUT,
        subject=pair,
        press=take,
    )


def show_table(table: pd.DataFrame) -> None:
    """Show a table with one row per model; the column of names stays visible when scrolling."""
    formats = {"variant": st.column_config.Column(pinned=True)} | number_formats(table)
    st.dataframe(table, hide_index=True, column_config=formats, height="content", placeholder="–")


def summed_up(table: pd.DataFrame, reports: Sequence[Report]) -> pd.DataFrame:
    """Return the table of results with name, BLEU, AER and loss as the first columns."""
    whole = table.copy()
    # Aligners come last; their AER is in other columns.
    below = [None] * (len(table) - len(reports))
    whole["BLEU"] = pd.Series([one.greedy_bleu for one in reports] + below, dtype=float)
    errors = pd.Series([one.alignment_error for one in reports] + below, dtype=float)
    whole["AER"] = errors.round(3)
    whole = whole.dropna(axis=1, how="all")
    first = [name for name in ("variant", "BLEU", "AER", "best dev loss") if name in whole]
    return whole[[*first, *(name for name in whole if name not in first)]]
