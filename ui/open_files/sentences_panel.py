"""FileSet files of other tools: how they were read, their sentences, and the maps of one."""

from collections.abc import Sequence
from functools import partial
from math import ceil, floor

import streamlit as st
from pandas import DataFrame

from alignoscope.analysis.telling import telling_step
from alignoscope.interchange.foreign.file_set import FileSet, SharedSentence
from alignoscope.interchange.foreign.report import CHECK
from alignoscope.records.axis import TimeAxis
from alignoscope.records.escaping import plain
from alignoscope.records.foreign import ForeignFile, Heads
from alignoscope.records.limits import MAX_SIDE_BY_SIDE
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.open_files.foreign_view import (
    LOG_PROB,
    NUMBERS,
    HeadChoice,
    found_rows,
    most_heads,
    sentence_list,
    shown_traces,
)
from alignoscope.ui.open_files.heads_chart import heads_figure
from alignoscope.ui.open_files.picture_grids import show_grids
from alignoscope.ui.open_files.selectable_list import OPEN_ROW, list_rows, rows_beside, step_rows
from alignoscope.ui.player.map_view import Layers, layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.session_keys import (
    EVERY_HEAD,
    HEAD,
    LAYER,
    LISTED,
    OPENED_EXPORTS,
    OPENED_PLAYER,
    SCORED,
    SEARCH,
    TOGETHER,
    of,
)

ALL, EACH = "all", "side by side"
FORMATS = {
    **{name: st.column_config.TextColumn(width="medium") for name in ("source", "target")},
    **{name: st.column_config.NumberColumn(format="%.3f") for name in NUMBERS},
}
HIGH = 320  # The maximum height of the list, in pixels.
LONG = 400  # The maximum number of letters of a sentence above its maps.


def show_files(files: Sequence[ForeignFile], *, can_reread: bool) -> None:
    """Show the format of each file, the notes of its reader, and what it changed.

    Unless the files can be read again, no note asks for texts to be swapped.
    """
    for file in files:
        layers, heads = file.heads
        several = f", {layers} × {heads} layers and heads" if layers * heads > 1 else ""
        st.markdown(
            f"**{plain(file.name)}** · {file.tool}, {len(file.sentences):,} "
            f"sentence{'s' * (len(file.sentences) > 1)}{several}"
        )
        st.caption(plain(" ".join(note for note in file.notes if note not in file.changes)))
        if file.changes:
            changes = " ".join(file.changes)
            changes = changes if can_reread else changes.replace(CHECK, "check one map.")
            st.warning(plain(changes), icon=":material/warning:")


@st.fragment
def show_sentences(opened: FileSet, identity: str) -> None:
    """Show the list of sentences, and beside it the maps of the chosen one."""
    rows = opened.shared
    if len(rows) == 1:
        _show_open(rows, [0], identity)
        return
    listed, maps = st.columns([2, 3], gap="medium")
    with listed:
        kept = _list(rows, identity)
    with maps:
        if kept:
            _show_open(rows, kept, identity)
        else:
            st.info("No sentence contains these words.", icon=":material/search_off:")


@st.fragment(key=OPEN_ROW)
def _show_open(rows: Sequence[SharedSentence], kept: Sequence[int], identity: str) -> None:
    """Show the open sentence, by default the first in the list.

    The sentences before and after it are prefetched, so the player shows them at once.
    """
    numbers = [i + 1 for i in kept]
    place = step_rows(_names(kept, identity), numbers, key=LISTED) if len(rows) > 1 else 0
    row = rows[kept[place]]
    st.markdown(f"**{plain(row.source[:LONG])}{' …' * (len(row.source) > LONG)}**")
    choice = pick_heads(*most_heads([file for file, _ in row.foreign]))
    maps = partial(_maps, rows, identity, choice=choice)
    found, layers = maps(kept[place])
    beside = rows_beside(place, len(kept), key=LISTED)
    request = PlayerRequest(
        identity=f"{identity} {kept[place]}",
        key=OPENED_PLAYER,
        step=telling_step(found),
        # A voice is drawn from left to right, as its spectrogram.
        transposed=any(isinstance(trace.target.axis, TimeAxis) for trace in found),
        ahead={
            button: (f"{identity} {kept[goal]}", near, telling_step(others))
            for button, goal in beside.items()
            for others, near in [maps(kept[goal])]
        },
    )
    show_grids(layers, row.foreign[0][1].picture if row.foreign else None, OPENED_PLAYER)
    position = show_player(layers, request)
    _show_every_head(row)
    show_exports(found, layers, position, row.source, "", linked=False, key=OPENED_EXPORTS)
    show_tables(layers, position.view)


@st.cache_resource(max_entries=20, show_spinner=False)
def _maps(
    _rows: Sequence[SharedSentence], identity: str, row: int, choice: HeadChoice
) -> tuple[list[Trace], Layers]:
    found = shown_traces(_rows[row], choice, MAX_SIDE_BY_SIDE)
    return found, layers_of(found)


def _list(rows: Sequence[SharedSentence], identity: str) -> list[int]:
    """Show the sentences that contain the searched words; return their indices."""
    words = st.text_input(
        "Search", key=SEARCH, placeholder="Words of the source or of a translation"
    )
    table = _table(rows, identity)
    kept = _likely(table, found_rows(rows, words), identity)
    if kept:
        st.caption(
            f"{len(kept):,} of {len(rows):,} sentences. Click an eye or a row to open its "
            "sentence, a heading to sort."
        )
        list_rows(
            table if len(kept) == len(rows) else table.iloc[kept],
            _names(kept, identity),
            key=LISTED,
            identity=(identity, *kept),
            formats=FORMATS,
            height=HIGH,
        )
    return kept


def _likely(table: DataFrame, kept: list[int], identity: str) -> list[int]:
    """Return the rows whose log-probabilities are in the chosen range, if the file has any."""
    if LOG_PROB not in table or table[LOG_PROB].nunique() < 2:
        return kept
    ends = floor(table[LOG_PROB].min()), ceil(table[LOG_PROB].max())
    low, high = st.slider("Log-probability", *ends, value=ends, key=of(SCORED, identity))
    if (low, high) == ends:
        return kept
    return [i for i in kept if low <= table[LOG_PROB][i] <= high]


def _names(kept: Sequence[int], identity: str) -> list[tuple[str, int]]:
    return [(identity, i) for i in kept]


@st.cache_resource(max_entries=20, show_spinner=False)
def _table(_rows: Sequence[SharedSentence], identity: str) -> DataFrame:
    return sentence_list(_rows)


def pick_heads(layers: int, heads: int) -> HeadChoice:
    """Return the chosen layers and heads; there is a choice only if there are several."""
    if layers * heads == 1:
        return HeadChoice()

    def said(one: str | int) -> str:
        return str(one).capitalize()

    with st.container(horizontal=True, vertical_alignment="bottom"):
        layer = st.selectbox(
            "Layer", [ALL, *range(1, layers + 1)], key=LAYER, format_func=said, width=140
        )
        options = [ALL, *([EACH] if layer != ALL or layers == 1 else []), *range(1, heads + 1)]
        if st.session_state.get(HEAD, ALL) not in options:
            st.session_state[HEAD] = ALL
        head = st.selectbox("Head", options, key=HEAD, format_func=said, width=220)
        together = st.segmented_control(
            "Together",
            ["mean", "max"],
            default="mean",
            required=True,
            key=TOGETHER,
            format_func=str.capitalize,
        )
    found = Heads(
        layer=None if layer == ALL else int(layer) - 1,
        head=None if head in (ALL, EACH) else int(head) - 1,
        together=together,
    )
    return HeadChoice(heads=found, each=head == EACH)


def _show_every_head(row: SharedSentence) -> None:
    """Offer all heads of each file as small maps; a click on one shows it in the player."""
    for i, (file, sentence) in enumerate(row.foreign):
        if sentence.maps.shape[0] * sentence.maps.shape[1] == 1:
            continue
        key = f"{EVERY_HEAD} {i}"
        all_heads = st.expander(
            f"All {sentence.maps.shape[0] * sentence.maps.shape[1]} heads of {plain(file.name)}",
            icon=":material/apps:",
            key=of(key, "panel"),
            on_change="rerun",
        )
        if all_heads.open:
            with all_heads:
                st.caption("One map per head, with target tokens as rows. Click a head to show it.")
                st.plotly_chart(
                    heads_figure(sentence),
                    key=key,
                    on_select=lambda key=key: _take_head(key),
                    selection_mode="points",
                    config={"displayModeBar": False},
                )


def _take_head(key: str) -> None:
    points = st.session_state[key]["selection"]["points"]
    if points:
        layer, head = points[0]["customdata"]
        st.session_state[LAYER], st.session_state[HEAD] = int(layer) + 1, int(head) + 1
