"""The actions of the page “What if”: adding and removing branches and edits.

The session stores token ids and rows of weights, not traces.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from alignoscope.analysis.edits import spread
from alignoscope.analysis.words import merge_source
from alignoscope.data.tokenizer import END, SPACE, Tokenizer
from alignoscope.decoding.what_if import token_id
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import stamp
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_BRANCHES, MAX_EDITS
from alignoscope.records.trace import Trace
from alignoscope.serving.model_store import load
from alignoscope.ui.shell.session_keys import PROBLEM, WHAT_IF, WHAT_IFS
from alignoscope.ui.what_if.state import (
    BY_HAND,
    KNOWN_BRANCH,
    MOVE,
    Branch,
    Edit,
    Head,
    WhatIf,
    in_parts,
)
from alignoscope.ui.what_if.traces import branch_trace, edited_trace
from alignoscope.ui.what_if.url_changes import read_changes


def resume(source: str, target: str, original: Trace, path: Path, paths: Sequence[Path]) -> WhatIf:
    """Return the changes of this session, or those in the link that opened it.

    Another sentence or variant starts without changes, unless it has some from earlier in the
    session.

    Args:
        source: the source sentence.
        target: the target to force, or "".
        original: the unchanged translation.
        path: the checkpoint of the original.
        paths: all checkpoints that the link may name.
    """
    fresh = WhatIf(path=path, source=source, target=target)
    state = st.session_state.get(WHAT_IF)
    if state is None:
        state = read_changes(fresh, original, paths)
    elif (about := (path, source, target)) != (state.path, state.source, state.target):
        kept = st.session_state.setdefault(WHAT_IFS, {})
        if state.branches or state.edits:
            kept[state.path, state.source, state.target] = state
        state = kept.pop(about, fresh)
        while len(kept) > MAX_BRANCHES:
            kept.pop(next(iter(kept)))
    st.session_state[WHAT_IF] = state
    return state


def change(**fields: tuple) -> None:
    """Replace the present branches or edits."""
    st.session_state[WHAT_IF] = replace(st.session_state[WHAT_IF], **fields)


def move_attention(original: Trace, trace: Trace, keep: bool, moved: object) -> None:
    """Move the weight of a source word to another, as a person dragged a ribbon of the flow.

    The flow shows the mean of all steps of a target word, so all of them are edited.

    Args:
        original: the unchanged translation.
        trace: the trace that the flow shows.
        keep: whether the translation is kept; see `edited_trace`.
        moved: the step and the source words `from` and `to`, as the browser reports them.
    """
    report = moved if isinstance(moved, Mapping) else {}
    values: list[Any] = [report.get(name) for name in ("step", "from", "to")]
    limits = (len(trace.steps), len(trace.source.words), len(trace.source.words))
    if any(type(one) is not int for one in values):
        return
    if not all(0 <= one < end for one, end in zip(values, limits, strict=True)):
        return
    _, old, new = values
    if old != new:
        how = f"{MOVE}.{old + 1}.{new + 1}"
        add_rows(how, partial(_moved_rows, original, trace, keep, how, values))


def _moved_rows(
    original: Trace, trace: Trace, keep: bool, how: str, moved: Sequence[int]
) -> dict[int, np.ndarray]:
    """Return the rows [src_len] of a target word, by step, after the move (step, old, new).

    Without `keep` the model writes the word afresh: each row is the one that it computes after the
    rows before, and a word that becomes shorter has fewer.
    """
    step, old, new = moved
    made: WhatIf = st.session_state[WHAT_IF]
    rows: dict[int, np.ndarray] = {}
    word = trace.target.word_of[step]
    for at in trace.target.spans[word]:
        if not keep and rows:
            edits = (Edit(step=i, how=how, row=in_parts(row)) for i, row in rows.items())
            again = edited_trace(replace(made, edits=(*made.edits, *edits)), original, keep)
            if again is None or again.target.word_of[at : at + 1] != (word,):
                break
            trace = again
        row = trace.steps[at].weights
        assert row is not None
        words = merge_source(row, trace.source, "weights").copy()
        words[new] += words[old]
        words[old] = 0
        rows[at] = spread(words, row, trace.source)
    return rows


def refuse(problem: str) -> None:
    """Store a problem found by a callback, for the page to show once."""
    st.session_state[PROBLEM] = problem


def show_refused() -> None:
    """Show, once, the problem that a callback stored before this run."""
    problem = st.session_state.pop(PROBLEM, None)
    if problem:
        st.warning(plain(problem), icon=":material/edit:")


def add_branches(base: Trace, home: Path, step: int, typed: str, paths: Iterable[Path]) -> None:
    """Force another token at a step of a trace: add one branch per checkpoint in `paths`.

    A checkpoint that lacks one of the tokens is left out, with a message.

    Args:
        base: the trace to branch off from.
        home: the checkpoint of `base`.
        step: the step (from 0) whose token is replaced.
        typed: the new token, as typed by a person.
        paths: the checkpoints that continue from it.
    """
    state: WhatIf = st.session_state[WHAT_IF]
    branches = list(state.branches)
    problems: dict[str, list[str]] = {}
    ids = base.target.ids[:step]
    try:
        before = [_load(home).tokenizer.piece(i) for i in ids]
    except (ValueError, OSError) as error:
        refuse(f"{home.stem}: {error}")
        return
    for path in paths:
        try:
            prefix = _prefix(_load(path), ids, before, typed)
            if any((branch.path, branch.prefix) == (path, prefix) for branch in branches):
                raise ValueError(KNOWN_BRANCH)
            if len(branches) == MAX_BRANCHES:
                raise ValueError(f"At most {MAX_BRANCHES} branches are allowed. Remove one first.")
            number = max((branch.number for branch in branches), default=0) + 1
            branch = Branch(number=number, path=path, prefix=prefix)
            branch_trace(branch, state.source)
            branches.append(branch)
        except (ValueError, OSError) as error:
            problems.setdefault(str(error), []).append(path.stem)
    change(branches=tuple(branches))
    if problems:
        lines = (f"{', '.join(names)}: {problem}" for problem, names in problems.items())
        refuse("\n\n".join(lines))


def add_edit(step: int, how: str, make: Callable[[], np.ndarray], head: Head | None = None) -> None:
    """Add an edit of one step's row.

    Args:
        step: the step, from 0.
        how: how the row was made (see `state.Edit`).
        make: returns the weights [src_len], or raises ValueError or OSError with the reason.
        head: of a Transformer, the head whose row it is.
    """
    edits = st.session_state[WHAT_IF].edits
    try:
        edit = Edit(step=step, how=how, row=in_parts(make()), head=head)
        if how == BY_HAND and edits and replace(edits[-1], row=edit.row) == edit:
            edits = edits[:-1]  # Successive moves of the bars of one step count as one edit.
        if len(edits) == MAX_EDITS:
            raise ValueError(f"At most {MAX_EDITS} edits are allowed. Undo one first.")
        change(edits=(*edits, edit))
    except (ValueError, OSError) as error:
        refuse(str(error))


def add_rows(how: str, make: Callable[[], Mapping[int, np.ndarray]]) -> None:
    """Add one edit per step for several steps at once.

    `make` returns the weights [src_len] by step, or raises ValueError or OSError with the reason.
    """
    edits = st.session_state[WHAT_IF].edits
    try:
        rows = sorted(make().items())
        made = [Edit(step=step, how=how, row=in_parts(row)) for step, row in rows]
        if len(edits) + len(made) > MAX_EDITS:
            raise ValueError(
                f"This would add {len(made)} edits, and at most {MAX_EDITS} are allowed. Undo "
                "some, or start at a later step."
            )
        change(edits=(*edits, *made))
    except (ValueError, OSError) as error:
        refuse(str(error))


def follows(step: int, edits: int) -> bool:
    """Return whether a row moved by hand when there were `edits` edits still applies.

    It does if the bar kept moving while the page answered. It does not if an edit was undone since
    the bar was released.
    """
    made = st.session_state[WHAT_IF].edits
    return edits == len(made) or [(e.step, e.how) for e in made[-1:]] == [(step, BY_HAND)]


def as_typed(piece: str) -> str:
    """Return the text that a person types for exactly this piece: `+s` continues a word."""
    return piece if piece.startswith(SPACE) or piece == END else f"+{piece}"


def _prefix(
    checkpoint: Checkpoint, ids: Sequence[int], pieces: Sequence[str], typed: str
) -> tuple[int, ...]:
    """Return a checkpoint's ids for `pieces` and for the typed token.

    `ids` are the ids of these pieces in another checkpoint.
    """
    tokenizer = checkpoint.tokenizer
    known = (
        i if _has(tokenizer, i, piece) else token_id(checkpoint, as_typed(piece))
        for i, piece in zip(ids, pieces, strict=True)
    )
    return (*known, token_id(checkpoint, typed))


def _has(tokenizer: Tokenizer, i: int, piece: str) -> bool:
    return i < len(tokenizer) and tokenizer.piece(i) == piece


def _load(path: Path) -> Checkpoint:
    return load(path, stamp(path))
