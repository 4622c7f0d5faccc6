"""The results of the changes: the edited translation and the branches, and what they changed."""

from collections.abc import Hashable, Sequence
from html import escape

import streamlit as st

from alignoscope.analysis.words import plain_token
from alignoscope.records.trace import Trace
from alignoscope.ui.score_bench.translations_chart import marked_text
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.svg.ink import decimal
from alignoscope.ui.what_if.actions import change
from alignoscope.ui.what_if.importance_chart import changed_tokens
from alignoscope.ui.what_if.state import Branch, Edit, WhatIf, head_name, in_words, together
from alignoscope.ui.what_if.traces import own_translation


def show_translation(original: Trace, edited: Trace | None) -> None:
    """Show the edited translation, or the original: two lines, so that an edit moves nothing."""
    with st.container(key=state.WROTE, gap=None):
        _tell(edited or original, original, "the original")


def show_results(
    made: WhatIf, original: Trace, edited: Trace | None, branches: Sequence[tuple[Branch, Trace]]
) -> None:
    """List the edits and branches with undo buttons, and the branches' log-probabilities.

    Args:
        made: the changes.
        original: the unchanged translation.
        edited: the translation with all edits, or None.
        branches: the branches with their traces.
    """
    _list_edits(made.edits, edited or original)
    if edited:
        _show_tokens(original, edited)
    _list_branches(made, branches)


@st.fragment
def _show_tokens(original: Trace, edited: Trace) -> None:
    """Offer a table of the probability of each token before and after the edits."""
    tokens = st.expander(
        "Token by token",
        icon=":material/difference:",
        key=state.TOKENS,
        on_change="rerun",  # The table is sent to the browser only while the section is open.
    )
    if tokens.open:
        numbers: list[Hashable] = ["log p", "log p after", "change"]
        table = changed_tokens(original, edited).style.format("{:z.2f}", subset=numbers)
        tokens.dataframe(table, hide_index=True, placeholder="–")


def _tell(trace: Trace, base: Trace, named: str) -> None:
    """Show what a trace wrote, its log-probability, and the difference from another base."""
    change = trace.log_prob - base.log_prob
    against = (
        f", {'+' * (change >= 0)}{decimal(change)} against {named}" if trace is not base else ""
    )
    st.html(
        f"<strong>{escape(trace.label)}</strong> "
        f"<span dir='auto'>{marked_text(base, trace)}</span><br>"
        f"<small>log-probability {decimal(trace.log_prob)}{against}</small>",
        width="stretch",
    )


def _list_edits(made: Sequence[Edit], trace: Trace) -> None:
    for i, end in together(made):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(_said(made[i:end], trace), width="stretch")
            left = (*made[:i], *made[end:])
            st.button(
                "Undo",
                key=state.of(state.UNDO_EDIT, i),
                on_click=change,
                kwargs={"edits": left},
            )
    if len(made) > 1:
        st.button("Undo all", key=state.UNDO_EDITS, on_click=change, kwargs={"edits": ()})


def _said(made: Sequence[Edit], trace: Trace) -> str:
    """Describe an edit of one step and the token written there, or an edit of several steps."""
    first, last = made[0], made[-1]
    how = in_words(first.how, trace.source.words)
    if first is not last:
        return f"Steps {first.step + 1} to {last.step + 1}: {how}"
    reached = first.step < len(trace.steps)
    wrote = (
        f"writes “{plain_token(trace.steps[first.step].token)}”"
        if reached
        else ("the translation ends before")
    )
    head = "" if first.head is None else f", {head_name(first.head)}"
    return f"Step {first.step + 1}{head}: {how} ({wrote})"


def _list_branches(made: WhatIf, branches: Sequence[tuple[Branch, Trace]]) -> None:
    """List the branches, the most probable first, with buttons that remove them."""
    for branch, trace in sorted(branches, key=lambda one: -one[1].log_prob):
        with st.container(horizontal=True, vertical_alignment="center"):
            _tell(trace, own_translation(branch, made), "its own translation")
            rest = tuple(other for other in made.branches if other is not branch)
            _change("Remove", state.of(state.REMOVE_BRANCH, branch.number), rest)
    if len(branches) > 1:
        with st.container(horizontal=True):
            _change("Undo the last branch", state.UNDO_BRANCH, made.branches[:-1])
            _change("Clear all branches", state.CLEAR_BRANCHES, ())


def _change(label: str, key: str, branches: tuple[Branch, ...]) -> None:
    st.button(label, key=key, on_click=change, kwargs={"branches": branches})
