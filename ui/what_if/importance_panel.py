"""The panel that shows how much each row of weights matters for its token."""

from collections.abc import Hashable

import streamlit as st

from alignoscope.analysis.words import plain_token
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.chart_panel import show_chart
from alignoscope.ui.exports.saved_chart import Figure
from alignoscope.ui.player.captions import chart_caption
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import IMPORTANCE, of
from alignoscope.ui.what_if.importance_chart import (
    falls_figure,
    importance_table,
    importance_text,
    share_figure,
)
from alignoscope.ui.what_if.state import WhatIf, no_edits
from alignoscope.ui.what_if.traces import measured

TITLES = {
    "weights": (
        "**Weights**, as shares of their row",
        "The weights of the map, summed over the pieces of each word.",
    ),
    "gradient": (
        "**Gradient × input**, as shares of their row",
        "For each source word: the derivative of the token's log-probability with respect to "
        "the word's embedding, times the embedding; its magnitude, as a share of the row.",
    ),
    "falls": (
        "**Drop in log-probability**, in nats",
        "How far the token's log-probability drops when only its own row is changed: made "
        "uniform, permuted (mean of 20 fixed random orders), or without its largest weight. "
        "Below 0, the token became more probable. A missing number means that one source "
        "token had all the weight.",
    ),
}


NO_ROW = (
    "attends with several heads in every layer, and its map is a mean that no layer reads, so no "
    "row of it can be changed. “Does it matter?” below leaves its heads out."
)


def show_importance(made: WhatIf, original: Trace, step: int) -> None:
    """Show how much each row of the original matters for its token."""
    try:
        found = measured(made)
    except (ValueError, OSError) as error:
        show_problem(error, icon="science")
        return
    if found.uniform is None or original.weights is None:
        show_problem(f"{made.path.stem} {no_edits(original) or NO_ROW}", icon="science")
        _chart("gradient", share_figure(original, found.gradient, "share", step), original)
        return
    uniform, permuted, without_top = found.uniform, found.permuted, found.without_top
    correlation = found.correlation
    assert uniform is not None
    assert permuted is not None
    assert without_top is not None
    assert correlation is not None
    falls = {"uniform": uniform, "permuted": permuted, "without top": without_top}
    if step < len(original.steps):
        measures = (values[step] for values in (*falls.values(), correlation))
        st.text(importance_text(plain_token(original.steps[step].token), *map(float, measures)))
    left, middle, right = st.columns(3)
    with left:
        _chart("weights", share_figure(original, original.weights, "share", step), original)
    with middle:
        _chart("gradient", share_figure(original, found.gradient, "share", step), original)
    with right:
        _chart("falls", falls_figure(original, falls, step), original)
    table = importance_table(original, falls, correlation)
    numbers: list[Hashable] = [*table.columns[1:]]
    shown = table.style.format("{:z.2f}", subset=numbers)
    st.dataframe(shown, hide_index=True, placeholder="–")


def _chart(name: str, figure: Figure, trace: Trace) -> None:
    title, explained = TITLES[name]
    st.markdown(title, help=explained)
    show_chart(
        figure,
        key=of(IMPORTANCE, name),
        title=title.replace("**", ""),
        caption=f"{chart_caption(trace)} {explained}",
        subject=trace.source.text,
    )
