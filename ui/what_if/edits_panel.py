"""The panel of the page “What if” that edits the weights of a step, with bars and buttons."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import streamlit as st

from alignoscope.analysis import edits, renormalising
from alignoscope.analysis.words import merge_source, plain_token
from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace
from alignoscope.ui.arithmetic.alpha_picker import alpha_said, pick_alpha
from alignoscope.ui.player.map_view import plain_words
from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.svg.ink import decimal
from alignoscope.ui.what_if import row_sources as rows
from alignoscope.ui.what_if.actions import add_edit, add_rows, follows, refuse
from alignoscope.ui.what_if.row_editor import edited_row, row_editor
from alignoscope.ui.what_if.state import (
    ALPHA,
    BY_HAND,
    LIKE,
    Head,
    WhatIf,
    head_count,
    no_edits,
)
from alignoscope.ui.what_if.traces import layers_of, of_head, rows_from
from alignoscope.ui.what_if.url_changes import read_keep

ON, KEEP = "Re-decode", "Keep the words"


def holds_translation() -> bool:
    """Return whether the translation is fixed, so that edits change only its probabilities.

    The link sets the first value.
    """
    if state.AFTER_EDIT not in st.session_state:
        st.session_state[state.AFTER_EDIT] = KEEP if read_keep() else ON
    return st.session_state[state.AFTER_EDIT] == KEEP


def show_edits(
    made: WhatIf,
    original: Trace,
    edited: Trace | None,
    step: int,
    paths: Sequence[Path],
) -> None:
    """Show the step's weights as bars, with buttons that edit them.

    Args:
        made: the changes so far.
        original: the unchanged translation.
        edited: the translation with all edits, or None.
        step: the current step, from 0.
        paths: all checkpoints of the language pair.
    """
    trace = edited or original
    if why := no_edits(trace):
        show_problem(f"{made.path.stem} {why}", icon="edit")
        return
    if step >= len(trace.steps):
        st.info("The translation is finished here. Go back a step to edit.")
    else:
        record = trace.steps[step]
        token = plain_token(record.token)
        st.text(f"Weights while it wrote “{token}” (log-probability {decimal(record.log_prob)})")
        head = _pick_head(made, trace)
        if head is not None:
            trace, original = of_head(made, trace, head), of_head(made, original, head)
        _bars(made, trace, original, step, head)
        _presses(trace, step, head)
        with st.expander("More edits", key=state.MORE_EDITS):
            _words(trace, step, head)
            _others(made, trace, step, paths, head)
            _alpha(made, original, trace, step)
    st.segmented_control(
        "After an edit",
        (ON, KEEP),
        required=True,
        key=state.AFTER_EDIT,
        persist_state="session",
        help="Re-decode: the model chooses its words again from the first edited step on. "
        "Keep the words: the translation stays, and only its probabilities change.",
    )


def _pick_head(made: WhatIf, trace: Trace) -> Head | None:
    """Offer the heads of a Transformer; return the chosen one, or None of other models."""
    heads = head_count(trace)
    if not heads:
        return None
    layers = layers_of(made.path)
    with st.container(horizontal=True, gap="small"):
        layer = _pick_number("Layer", layers.number, layers.shown, state.EDITED_LAYER)
        head = _pick_number("Head", heads, 0, state.EDITED_HEAD)
    st.caption(
        f"The map is the mean over the heads of layer {layers.shown + 1}. All other heads keep "
        "their own weights."
    )
    return layer, head


def _pick_number(name: str, count: int, default: int, key: str) -> int:
    """Offer the layers or heads from 0; another model may have fewer than the last one."""
    if st.session_state.get(key, 0) not in range(count):
        del st.session_state[key]
    return st.segmented_control(
        name,
        range(count),
        default=default,
        required=True,
        format_func=lambda number: f"{name} {number + 1}",
        key=key,
        label_visibility="collapsed",
    )


def _bars(made: WhatIf, trace: Trace, original: Trace, step: int, head: Head | None) -> None:
    """Show the row as bars; the row that a person leaves becomes an edit."""
    weights, words = trace.steps[step].weights, plain_words(trace.source)
    of_original = original.steps[step].weights if step < len(original.steps) else weights
    assert weights is not None
    assert of_original is not None
    identity = f"{made.path.stem}\n{made.source}\n{made.target}\n{head}"

    def take() -> None:
        try:
            found = edited_row(
                state.ROW_EDITOR, identity=identity, words=len(words), steps=len(trace.steps)
            )
        except ValueError as error:
            found = None
            refuse(str(error))
        if found and follows(found.step, found.edits):
            row = trace.steps[found.step].weights
            assert row is not None
            pieces = partial(edits.spread, np.array(found.row), row, trace.source)
            add_edit(found.step, BY_HAND, pieces, head)

    row_editor(
        words,
        merge_source(weights, trace.source, "weights"),
        merge_source(of_original, trace.source, "weights"),
        step=step,
        edits=len(made.edits),
        identity=identity,
        key=state.ROW_EDITOR,
        on_change=take,
    )
    st.caption("Drag a bar; the others rescale. The dotted line marks the original weight.")


def _presses(trace: Trace, step: int, head: Head | None) -> None:
    row = trace.steps[step].weights
    assert row is not None
    with st.container(horizontal=True, gap="small"):
        _press("Uniform", step, "uniform", partial(edits.uniform, row), head)
        _press("Sharpen", step, "sharpen", partial(edits.sharpen, row), head)
        _press("Flatten", step, "flatten", partial(edits.flatten, row), head)


def _words(trace: Trace, step: int, head: Head | None) -> None:
    """Offer edits of chosen words: attend to only these, forget these, or swap two of them."""
    row, source = trace.steps[step].weights, trace.source
    assert row is not None
    chosen = st.pills(
        "Choose words",
        range(len(source.words)),
        format_func=lambda i: plain(plain_words(source)[i]),
        selection_mode="multi",
        wrap=True,
        key=state.of(state.EDITED_WORDS, source.text),
    )
    columns = [source.spans[word] for word in chosen]
    together = [column for word in columns for column in word]
    numbers = ".".join(str(word + 1) for word in chosen)
    only, forget = partial(edits.only, row, together), partial(edits.forget, row, together)
    swap = partial(edits.swap, row, *columns)
    with st.container(horizontal=True, gap="small"):
        _press("Attend only to these", step, f"only.{numbers}", only, head, disabled=not chosen)
        _press("Ignore these", step, f"forget.{numbers}", forget, head, disabled=not chosen)
        _press("Swap the two", step, f"swap.{numbers}", swap, head, disabled=len(chosen) != 2)


def _others(
    made: WhatIf, trace: Trace, step: int, paths: Sequence[Path], head: Head | None
) -> None:
    gold = rows.gold_of(made.path.parent.name, trace)
    others = {path.stem: path for path in paths if path != made.path}
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        if others:
            name = st.selectbox("Another model", others, key=state.OTHER_VARIANT, width=220)
            make = partial(rows.as_looked, others[name], made, trace, step)
            _press("Copy its attention", step, f"{LIKE}.{name}", make, head)
        if gold:
            make = partial(rows.as_gold, gold, trace, step)
            _press("Use the gold alignment", step, "gold", make, head)


def _alpha(made: WhatIf, original: Trace, trace: Trace, step: int) -> None:
    """Offer to renormalise the scores with another alpha, at this step or from this step on."""
    if trace.steps[step].scores is None:
        return
    alpha = pick_alpha(
        "Normalises the scores of a step with another alpha; the model "
        "continues with the new weights."
    )
    number = 1.0 if alpha is None else alpha
    how, keep = f"{ALPHA}.{number:g}", holds_translation()
    if alpha is not None:
        row = renormalising.alpha_row(trace, step, alpha)
        zeros = int((merge_source(row, trace.source, "weights") == 0).sum())
        st.caption(
            f"Under {alpha_said(alpha)}, {zeros} of the {len(trace.source.words)} words of this "
            "step have a weight of exactly 0."
        )
    with st.container(horizontal=True, gap="small"):
        make = partial(renormalising.alpha_row, trace, step, number)
        _press("Apply to this step", step, how, make, None, disabled=alpha is None)
        st.button(
            "Apply from this step on",
            on_click=add_rows,
            args=(how, partial(rows_from, made, original, keep, number, step)),
            disabled=alpha is None,
        )


def _press(
    label: str,
    step: int,
    how: str,
    make: Callable[[], np.ndarray],
    head: Head | None,
    *,
    disabled: bool = False,
) -> None:
    st.button(label, on_click=add_edit, args=(step, how, make, head), disabled=disabled)
