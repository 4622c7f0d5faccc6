"""The panel of the page “What if” that forces another token at a step."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from alignoscope.analysis.words import plain_token
from alignoscope.records.escaping import plain
from alignoscope.records.percentages import percentage
from alignoscope.records.trace import Trace
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.what_if.actions import add_branches, as_typed
from alignoscope.ui.what_if.state import Branch, WhatIf

THIS, ALL = "This model", "All models"


def show_branches(
    made: WhatIf,
    original: Trace,
    branches: Sequence[tuple[Branch, Trace]],
    step: int,
    paths: Sequence[Path],
) -> None:
    """Offer the most probable tokens of the step, and a box to type another.

    Args:
        made: the changes so far.
        original: the unchanged translation.
        branches: the branches with their traces.
        step: the current step, from 0.
        paths: all checkpoints of the language pair.
    """
    homes = {original.id: (original, made.path)}
    homes |= {trace.id: (trace, branch.path) for branch, trace in branches}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = original.id
        if branches:
            chosen = st.selectbox("Branch off from", homes, key=state.BRANCH_BASE, width=260)
        scope = st.segmented_control(
            "For", (THIS, ALL), default=THIS, required=True, key=state.SCOPE
        )
    base, home = homes[chosen]
    if step < len(base.steps):
        where = paths if scope == ALL else [home]
        _offer(base, step, lambda text: add_branches(base, home, step, text, where))
    else:
        st.info("The translation is finished here. Go back a step to branch off.")


def _offer(base: Trace, step: int, add: Callable[[str], None]) -> None:
    record = base.steps[step]
    st.text(f"Step {step + 1} wrote “{plain_token(record.token)}”. Write instead:")
    with st.container(horizontal=True, gap="small"):
        for i, candidate in enumerate(record.candidates):
            share = percentage(math.exp(candidate.log_prob), 1)
            st.button(
                f"{plain(plain_token(candidate.token))} {share}",
                key=state.of(state.CANDIDATE, i),
                disabled=candidate.token == record.token,
                on_click=add,
                args=(as_typed(candidate.token),),
            )
    st.text_input(
        "Another token",
        key=state.TYPED,
        placeholder="Type a token and press Enter",
        on_change=lambda: _add_typed(add),
        help="Type a word (or the start of one). Prefix with `+` to continue the previous "
        "word; `</s>` ends the sentence.",
    )


def _add_typed(add: Callable[[str], None]) -> None:
    text = st.session_state[state.TYPED]
    if text.strip():
        add(text)
        st.session_state[state.TYPED] = ""
