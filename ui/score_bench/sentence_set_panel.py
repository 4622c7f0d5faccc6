"""A set of sentences on the score bench: the numbers of every variant, and their means."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from alignoscope.analysis.confidence import with_confidence
from alignoscope.analysis.renormalising import under_alpha
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_SENTENCES
from alignoscope.records.trace import Trace, decoding_name
from alignoscope.serving import model_store as cache
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import File
from alignoscope.ui.arithmetic.alpha_picker import alpha_said
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.score_bench.comparison import compare_to_base, follow, same_pieces
from alignoscope.ui.score_bench.difference_view import difference_layers
from alignoscope.ui.score_bench.sentence_lines import (
    SentenceLine,
    SentenceLines,
    pick_set,
    readable,
)
from alignoscope.ui.score_bench.sentence_set_view import (
    NUMBERS,
    MeasuredSet,
    csv_text,
    mean_table,
    measured,
    set_table,
)
from alignoscope.ui.shell.session_keys import ONLY_DOUBTED, SET_MAPS, SET_TABLE

BATCH = 32
FORMATS = {name: st.column_config.NumberColumn(format="%.3f") for name in NUMBERS}


@st.fragment
def show_set(
    pair: str, files: Sequence[File], base: Path | None, width: int, alpha: float | None
) -> None:
    """Show the numbers of a sentence set; a click on a row opens its sentence below.

    Args:
        pair: the language pair.
        files: the checkpoints, the base first.
        base: the base's checkpoint, or None.
        width: the beam width.
        alpha: the alpha to renormalise the weights with, for distances and entropies, or None.
    """
    text = pick_set(pair)
    if text is None or not files:
        return
    lines = readable(text, tuple(files))
    _show_refused(lines)
    if not lines.kept:
        st.info("None of these lines can be used.", icon=":material/edit:")
        return
    based = files[0][0] == base
    rows = measure_set(files, based, lines.kept, width, alpha)
    st.caption(_how(lines.kept, files[0][0].stem if based else "", width, alpha))
    st.dataframe(
        mean_table(set_table(rows)),
        hide_index=True,
        column_config=FORMATS,
        height="content",
        placeholder="–",
    )
    st.caption("Click a row to open its sentence below, or a heading to sort.")
    sentences = [line for line in lines.kept for _ in range(len(rows) // len(lines.kept))]
    shown = [*zip(rows, sentences, strict=True)]
    doubted = [one for one in shown if one[0].doubted]
    if doubted and st.checkbox(
        f"Only the {len(doubted):,} that are probably wrong", key=ONLY_DOUBTED
    ):
        shown = doubted
    table = set_table(row for row, _ in shown)
    chosen = st.dataframe(
        table,
        key=SET_TABLE,
        hide_index=True,
        column_config=FORMATS,
        placeholder="–",
        on_select="rerun",
        selection_mode=("single-row", "single-cell"),
    )["selection"]
    picked = [*chosen["rows"], *(row for row, _ in chosen["cells"])]
    if picked and picked[0] < len(shown):
        _open_line(files, base, shown[picked[0]][1], width, alpha)
    st.download_button(
        "Download as CSV",
        partial(csv_text, table),
        file_name="alignoscope-sentences.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def _how(lines: Sequence[SentenceLine], base: str, width: int, alpha: float | None) -> str:
    """Return the caption of the means: number of sentences, decoding, base and units."""
    given = sum(1 for _, target in lines if target)
    free = (
        f"every model forced to the translation of {base}, {decoding_name(width)}, distances "
        "from its rows"
        if base
        else f"each model translating freely, {decoding_name(width)} (choose a reference model "
        "above for distances)"
    )
    forced = f"{given:,} with their own target, which every model is forced to"
    how = "; ".join([free] * (given < len(lines)) + [forced] * (given > 0))
    under = "" if alpha is None else f", weights under {alpha_said(alpha)}"
    units = "Log-probabilities and entropies in nats."
    return f"Means over {len(lines):,} sentences, {how}{under}. {units}"


def _open_line(
    files: Sequence[File], base: Path | None, line: SentenceLine, width: int, alpha: float | None
) -> None:
    """Show the maps of one line, as the first tab does for a typed sentence."""
    held = compare_to_base(files, base, *line, width)
    if held is None:
        return
    drawn = held.under(alpha)
    layers = difference_layers(drawn.base, drawn.rows[1:]) if drawn.base else layers_of(drawn.found)
    st.text(line[0])
    show_player(layers, PlayerRequest(identity="\n".join(line), key=SET_MAPS, main=False))


def measure_set(
    files: Sequence[File],
    based: bool,
    lines: Sequence[SentenceLine],
    width: int,
    alpha: float | None = None,
) -> list[MeasuredSet]:
    """Return the numbers of every variant on every line, in cached batches.

    A line with a target is forced to it. A line without one is forced to the base's translation, or
    without a base each variant translates freely.

    Args:
        files: the checkpoints.
        based: whether the first file is the base.
        lines: the sentences, with their targets if given.
        width: the beam width.
        alpha: the alpha to renormalise the weights with, or None.
    """
    rows: list[MeasuredSet] = []
    bar = st.empty()
    for start in range(0, len(lines), BATCH):
        bar.progress(start / len(lines), f"{start:,} of {len(lines):,} sentences")
        batch = tuple(lines[start : start + BATCH])
        rows += _measure_batch(tuple(files), based, batch, width, alpha)
    bar.empty()
    return rows


def _show_refused(lines: SentenceLines) -> None:
    if lines.beyond:
        st.warning(
            f"A set has at most {MAX_SENTENCES} lines: the last {lines.beyond} were skipped."
        )
    if lines.refused:
        with st.expander(f"Skipped lines: {len(lines.refused):,}", icon=":material/warning:"):
            rows = [
                dict(zip(("line", "text", "reason"), row, strict=True)) for row in lines.refused
            ]
            st.dataframe(rows, hide_index=True)


@cached()
def _measure_batch(
    files: tuple[File, ...],
    based: bool,
    lines: tuple[SentenceLine, ...],
    width: int,
    alpha: float | None,
) -> list[MeasuredSet]:
    """Return the numbers of one batch, sentence by sentence.

    Traces would be too large to cache.
    """
    checkpoints = [cache.load(*file) for file in files]
    first = _traces(checkpoints[0], lines, width)
    bases = [under_alpha(trace, alpha) if based else None for trace in first]
    found = []
    for i, checkpoint in enumerate(checkpoints):
        if i == 0:
            traces = first
        elif not based:
            traces = _traces(checkpoint, lines, width)
        elif same_pieces(checkpoint, checkpoints[0]):
            traces = follow(checkpoint, first)
        else:
            continue
        drawn = [under_alpha(trace, alpha) for trace in traces]
        sources = [source for source, _ in lines]
        found.append([measured(*three) for three in zip(sources, drawn, bases, strict=True)])
    return [row for rows in zip(*found, strict=True) for row in rows]


def _traces(checkpoint: Checkpoint, lines: Sequence[SentenceLine], width: int) -> list[Trace]:
    """Return one trace per line: forced to the line's target, or translated freely."""
    pairs = [line for line in lines if line[1]]
    with cache.SLOTS.other_work():
        forced = iter(force(checkpoint, *zip(*pairs, strict=True)) if pairs else ())
        free = [source for source, target in lines if not target]
        own = best_translations(checkpoint, free, width) if free else ()
        written = iter(with_confidence(checkpoint, own))
    return [next(forced if target else written) for _, target in lines]
