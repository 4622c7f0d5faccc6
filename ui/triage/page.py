"""The page “Triage”: pairs as a scatter plot and as a list, and the open pair in the player."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import streamlit as st
from pandas import DataFrame, Series

from alignoscope.analysis.triage.measures import MEASURES
from alignoscope.data.parallel_files import FORMS
from alignoscope.decoding.triaging import SentencePair, numbers_of
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_TRIAGED
from alignoscope.serving import model_store as cache
from alignoscope.serving.trace_store import traces
from alignoscope.ui.exports.chart_panel import offer_chart
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.open_files.parallel_text import pick_bitext, sample
from alignoscope.ui.open_files.selectable_list import OPEN_ROW, list_rows, open_row, step_rows
from alignoscope.ui.open_files.uploaded_files import was_brought
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import number_formats
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.pickers import bar, pick_kind, pick_pair, pick_variant, settings
from alignoscope.ui.triage import measured_corpus as corpus
from alignoscope.ui.triage.measuring import damaged_gold, measured
from alignoscope.ui.triage.scatter import cloud_figure
from alignoscope.ui.triage.table_view import (
    found_damage,
    oddest_first,
    triage_csv,
    triage_parquet,
    triage_table,
)

SHOWN, TEXT = "Demo: gold pairs, half corrupted", "Parallel text"
CORPUS = "Measured corpus"
SIZES = (50, 200, 500, MAX_TRIAGED)
# The models chosen at first for measuring disagreement.
OTHERS = ("luong-scaled-dot", "bahdanau-additive")
MOST_OTHERS = 3
HIGH = 330  # The maximum height of the list, in pixels.
FORMATS = {
    **{name: st.column_config.TextColumn(width=220) for name in ("source", "target")},
    **{
        name: st.column_config.NumberColumn(format="%.3f", help=one.about)
        for name, one in MEASURES.items()
    },
}


def show() -> None:
    """Show the chosen pairs, the oddest first."""
    _show_chosen()


def _show_chosen() -> None:
    with bar():
        pair, paths = pick_pair()
        offered = {CORPUS: opened.CORPUS, SHOWN: cache.gold_pairs(pair), TEXT: True}
        kinds = [kind for kind, there in offered.items() if there]
        first = TEXT if was_brought(state.TRIAGE_FILES) else kinds[0]
        kind = pick_kind("Pairs", kinds, first, key=state.TRIAGE)
        chosen = [] if kind == CORPUS else _pick_models(paths)
    if kind == CORPUS:
        _show_corpus(Path(opened.CORPUS))
        return
    names, texts, damage = _pairs(kind, pair)
    if not texts:
        return
    paths = [path for path, _ in cache.load_all(chosen)]
    if chosen[0] not in paths:
        return
    found = measured(paths, texts)
    table = triage_table(numbers_of(found), names, texts, damage)
    left_out = len(texts) - len(table)
    if left_out:
        st.caption(f"{left_out:,} pairs were skipped: they are too long for the models.")
    if len(table):
        _show([*table], lambda _: table, paths)


def _show_corpus(folder: Path) -> None:
    """Show the measured corpus that the app was started with."""
    about, parts = corpus.open_corpus(folder)
    table = corpus.numbers(parts)
    st.caption(corpus.said(about, parts, len(table)))
    _show([*table], partial(corpus.shown, parts), corpus.models(about))


def _pick_models(paths: Sequence[Path]) -> list[Path]:
    """Return the model whose maps are measured, followed by the models it is compared with."""
    path = pick_variant(paths)
    names = {one.stem: one for one in paths if one != path}
    with settings():
        chosen = st.multiselect(
            "Disagreement with",
            names,
            [name for name in OTHERS if name in names],
            max_selections=MOST_OTHERS,
            key=state.of(state.BESIDES, path.stem),
            help="A pair is suspicious if models attend to different words. The player shows "
            "these models, too.",
        )
    return [path, *(names[name] for name in chosen)]


def _pairs(kind: str, pair: str) -> tuple[list[str], list[SentencePair], list[str]]:
    """Return names and texts of the pairs, and their damage if it is known."""
    if kind == SHOWN:
        return damaged_gold(cache.gold_pairs(pair))
    text = pick_bitext(state.TRIAGE_FILES, f"Parallel text: {FORMS}", pair)
    if text is None:
        return [], [], []
    rows = [text.pair(i) for i in sample(range(len(text.texts)), SIZES)]
    return [row.name for row in rows], [(row.source, row.target) for row in rows], []


@st.fragment(key=OPEN_ROW)
def _show(columns: Sequence[str], rows: Callable[[str], DataFrame], paths: Sequence[Path]) -> None:
    """Show the scatter plot, the list of the pairs selected in it, and the open pair.

    Args:
        columns: the columns of the table.
        rows: returns the pairs to show, given the measure on the vertical axis.
        paths: the checkpoints whose maps are shown.
    """
    left, right = st.columns([2, 3], gap="medium")
    with left:
        across, upward = _pick_axes(columns)
        table = rows(upward)
        cloud = cloud_figure(table, across, upward)
        st.plotly_chart(
            cloud, key=state.CLOUD, on_select=_click, selection_mode=("points", "box", "lasso")
        )
        names = ", ".join(path.stem for path in paths)
        offer_chart(
            cloud,
            key=state.CLOUD,
            title=f"{upward} and {across} of {len(table):,} pairs",
            caption=(
                f"Each point is a pair. {_about(upward, across)} Maps: {names or 'not available'}."
            ),
            subject="triage",
        )
    with right:
        brushed = _brushed()
        kept = table.loc[[i for i in table.index if i in brushed]] if len(brushed) > 1 else table
        kept = oddest_first(kept, upward)
        first = dict.fromkeys(["no.", upward, across, *kept])
        st.caption(
            f"{len(kept):,} of {len(table):,} pairs, the most suspicious by {upward} first. "
            "Click an eye, a row or a point to open its sentence, or a heading to sort. With "
            "the box or the lasso above the chart, drag over points to list only these."
        )
        places = kept.index.tolist()
        list_rows(
            kept[list(first)],
            places,
            key=state.TRIAGED,
            identity=(*first, *kept.index),
            formats=FORMATS,
            height=HIGH,
        )
        place = step_rows(places, [i + 1 for i in places], key=state.TRIAGED)
        _offer(table)
    if "damage" in table:
        with st.expander(
            "How well each measure finds the corrupted pairs", icon=":material/search_check:"
        ):
            st.caption(
                "AUROC: how often a corrupted pair has a more suspicious value than an intact "
                "one. 0.5 is chance, 1 is perfect."
            )
            found = found_damage(table)
            st.dataframe(found, hide_index=True, column_config=number_formats(found))
    _show_open(kept.iloc[place], paths)


def _pick_axes(columns: Sequence[str]) -> tuple[str, str]:
    names = [name for name in MEASURES if name in columns]
    with st.container(horizontal=True):
        upward = st.selectbox("Y axis", names, _first(names, "surprise"), key=state.UPWARD)
        across = st.selectbox("X axis", names, _first(names, "log p"), key=state.ACROSS)
    st.caption(_about(upward, across))
    return across, upward


def _about(*names: str) -> str:
    return " ".join(f"{name}: {MEASURES[name].about}." for name in names)


def _first(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else 0


def _brushed() -> set[int]:
    """Return the index labels of the points selected in the chart."""
    chart = st.session_state.get(state.CLOUD) or {}
    return {point["customdata"][0] for point in chart.get("selection", {}).get("points", [])}


def _click() -> None:
    """Open the pair of a point if it is the only one selected."""
    brushed = _brushed()
    if len(brushed) == 1:
        open_row(state.TRIAGED, brushed.pop())


def _offer(table: DataFrame) -> None:
    with st.container(horizontal=True):
        save = partial(st.download_button, icon=":material/download:", on_click="ignore")
        save(
            "Download as CSV",
            partial(triage_csv, table),
            file_name="alignoscope-triage.csv",
            mime="text/csv",
        )
        save(
            "Download as Parquet",
            partial(triage_parquet, table),
            file_name="alignoscope-triage.parquet",
            mime="application/vnd.apache.parquet",
        )


def _show_open(row: Series, paths: Sequence[Path]) -> None:
    """Show the maps of the open pair."""
    source, target = row["source"], row["target"]
    said = f" · {row['damage']}" if "damage" in row else ""
    st.markdown(f"**{plain(source)}**{said}")
    found = traces(paths, source, target, posterior=True) if paths else []
    if found:
        identity = f"{source}\n{target}"
        request = PlayerRequest(identity=identity, key=state.TRIAGE_PLAYER, savable=False)
        show_player(layers_of(found), request)
