"""A set of sentences on the score bench: what every variant does with each, and the means."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from alignoscope.analysis.renormalising import under_alpha
from alignoscope.decoding.best import best_translations
from alignoscope.figures.views.sentence_set import (
    NUMBERS,
    Measured,
    csv_text,
    mean_table,
    measured,
    set_table,
)
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_SENTENCES
from alignoscope.records.trace import Trace, decoding_name
from alignoscope.session import cache
from alignoscope.session.cache import File
from alignoscope.session.panels.alpha import alpha_said
from alignoscope.session.panels.bench.held import follow, same_pieces
from alignoscope.session.panels.bench.lines import Lines, pick_set, readable
from alignoscope.session.state import SENTENCE, SET_TABLE, TARGET

BATCH = 32
FORMATS = {name: st.column_config.NumberColumn(format="%.3f") for name in NUMBERS}


def show_set(
    pair: str, files: Sequence[File], base: Path | None, width: int, alpha: float | None
) -> None:
    """Show the numbers of a set of sentences; a click on a row opens its sentence above.

    With an alpha, distances and entropies are those of the weights under it.
    """
    st.subheader("A set of sentences")
    text = pick_set(pair)
    if text is None or not files:
        return
    lines = readable(text, tuple(files))
    _show_refused(lines)
    if not lines.kept:
        st.info("None of these lines can be used.", icon=":material/edit:")
        return
    based = files[0][0] == base
    table = set_table(measure_set(files, based, lines.kept, width, alpha))
    how = (
        f"every variant forced to what {files[0][0].stem} wrote, {decoding_name(width)}, "
        "distances from its rows"
        if based
        else f"each variant translating freely, {decoding_name(width)} (choose a base above for "
        "distances)"
    )
    under = "" if alpha is None else f", weights as they would be under {alpha_said(alpha)}"
    st.caption(
        f"Means over {len(lines.kept):,} sentences, {how}{under}. Log-probabilities and entropies "
        "in nats."
    )
    st.dataframe(mean_table(table), hide_index=True, column_config=FORMATS, placeholder="–")
    st.caption("Click a row to open its sentence above, a heading to sort.")
    st.dataframe(
        table,
        key=SET_TABLE,
        hide_index=True,
        column_config=FORMATS,
        placeholder="–",
        on_select=partial(_open_row, tuple(table["sentence"])),
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


def measure_set(
    files: Sequence[File],
    based: bool,
    sentences: Sequence[str],
    width: int,
    alpha: float | None = None,
) -> list[Measured]:
    """Return what every variant does with every sentence; the first file is the base if `based`.

    With a base all are forced to its translations, else each translates freely. A batch that was
    measured before is not measured again.
    """
    rows: list[Measured] = []
    bar = st.empty()
    for start in range(0, len(sentences), BATCH):
        bar.progress(start / len(sentences), f"{start:,} of {len(sentences):,} sentences")
        batch = tuple(sentences[start : start + BATCH])
        rows += _measure_batch(tuple(files), based, batch, width, alpha)
    bar.empty()
    return rows


def _open_row(sentences: Sequence[str]) -> None:
    """Put the sentence of the row that was clicked in a table into the page's text box."""
    selection = st.session_state[SET_TABLE]["selection"]
    rows = [*selection["rows"], *(row for row, _ in selection["cells"])]
    if rows and rows[0] < len(sentences):
        st.session_state[SENTENCE] = sentences[rows[0]]
        st.session_state[TARGET] = ""


def _show_refused(lines: Lines) -> None:
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


@st.cache_resource(max_entries=200, show_spinner=False)
def _measure_batch(
    files: tuple[File, ...],
    based: bool,
    sentences: tuple[str, ...],
    width: int,
    alpha: float | None,
) -> list[Measured]:
    """Return the numbers of one batch, by sentence: traces would be too large to keep."""
    checkpoints = [cache.load(*file) for file in files]
    first = _translated(checkpoints[0], sentences, width)
    bases = [under_alpha(trace, alpha) if based else None for trace in first]
    found = []
    for i, checkpoint in enumerate(checkpoints):
        if i == 0:
            traces = first
        elif not based:
            traces = _translated(checkpoint, sentences, width)
        elif same_pieces(checkpoint, checkpoints[0]):
            traces = follow(checkpoint, first)
        else:
            continue
        drawn = [under_alpha(trace, alpha) for trace in traces]
        found.append([measured(*three) for three in zip(sentences, drawn, bases, strict=True)])
    return [row for rows in zip(*found, strict=True) for row in rows]


def _translated(checkpoint: Checkpoint, sentences: Sequence[str], width: int) -> list[Trace]:
    with cache.SLOTS:
        return best_translations(checkpoint, sentences, width)
