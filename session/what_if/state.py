"""What if: the branches and edits of one sentence in the session, and their traces.

A browser session holds token ids and rows of numbers; the traces are in caches that all share.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import streamlit as st

from alignoscope.analysis.importance import Importance, importance
from alignoscope.data.tokenizer import END, SPACE, Tokenizer
from alignoscope.decoding.what_if import continue_from, token_id
from alignoscope.figures.text import plain
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_BRANCHES, MAX_EDITS
from alignoscope.records.trace import Edited, Trace
from alignoscope.session.cache import SLOTS, decode, load
from alignoscope.session.what_if.values import (
    BY_HAND,
    Branch,
    Edit,
    Rows,
    WhatIf,
    histories,
    in_force,
    in_parts,
)


def change(**fields: tuple) -> None:
    """Put other branches or edits in the place of the present ones."""
    st.session_state.what_if = replace(st.session_state.what_if, **fields)


def refuse(problem: str) -> None:
    """Keep a problem of a callback for the page to show once."""
    st.session_state["what_if problem"] = problem


def show_refused() -> None:
    """Show once what the press before this run could not do."""
    problem = st.session_state.pop("what_if problem", None)
    if problem:
        st.warning(plain(problem), icon=":material/edit:")


def add_branches(base: Trace, home: Path, step: int, typed: str, paths: Iterable[Path]) -> None:
    """Write another token at a step of a trace of `home`: a branch of each checkpoint in `paths`.

    A checkpoint that has not all of the tokens is left out, and said.
    """
    state: WhatIf = st.session_state.what_if
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
                raise ValueError("This branch is there already.")
            if len(branches) == MAX_BRANCHES:
                raise ValueError(f"{MAX_BRANCHES} branches are kept at most: remove one.")
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


def as_typed(piece: str) -> str:
    """Return what a person would type for exactly this piece: `+s` goes on with a word."""
    return piece if piece.startswith(SPACE) or piece == END else f"+{piece}"


def add_edit(step: int, how: str, make: Callable[[], np.ndarray]) -> None:
    """Edit one step's row; `make` returns the weights [src_len], or says why it cannot."""
    edits = st.session_state.what_if.edits
    try:
        edit = Edit(step=step, how=how, row=in_parts(make()))
        if how == BY_HAND and edits and (edits[-1].step, edits[-1].how) == (step, how):
            edits = edits[:-1]  # a bar that moves on is one edit
        if len(edits) == MAX_EDITS:
            raise ValueError(f"{MAX_EDITS} edits are kept at most: take some back.")
        change(edits=(*edits, edit))
    except (ValueError, OSError) as error:
        refuse(str(error))


def follows(step: int, edits: int) -> bool:
    """Return whether a row moved by hand after so many edits still applies.

    A bar that moves on while the page answers does; one that was let go just before an edit was
    taken back does not.
    """
    made = st.session_state.what_if.edits
    return edits == len(made) or [(e.step, e.how) for e in made[-1:]] == [(step, BY_HAND)]


def branch_trace(branch: Branch, source: str) -> Trace:
    """Return the trace of a branch, labelled with its number."""
    trace = _continued(branch.path, changed(branch.path), source, "", branch.prefix, (), False)
    return trace.called(f"{trace.label} · branch {branch.number}")


def branch_traces(state: WhatIf) -> list[tuple[Branch, Trace]]:
    """Return all branches with their traces; say which can no longer be decoded."""
    found = []
    for branch in state.branches:
        try:
            found.append((branch, branch_trace(branch, state.source)))
        except (ValueError, OSError) as error:
            st.warning(f"Branch {branch.number} is left out. {error}", icon=":material/warning:")
    return found


def own_translation(branch: Branch, state: WhatIf) -> Trace:
    """Return what the branch's checkpoint wrote by itself, or was given to write."""
    return decode(branch.path, changed(branch.path), state.source, state.target)


def edited_trace(state: WhatIf, original: Trace, keep: bool) -> Trace | None:
    """Return the translation with all edits in force, or None if there is none that it reaches.

    It is decoded on from the first edited step, or with `keep` held to the original's target.
    """
    rows = in_force(state.edits)
    if not rows:
        return None
    prefix = () if keep else original.target.ids[: rows[0][0]]
    try:
        place = (state.path, changed(state.path), state.source, state.target)
        trace = _continued(*place, prefix, rows, keep)
    except (ValueError, OSError) as error:
        st.warning(f"The edits are left out. {error}", icon=":material/warning:")
        return None
    if not trace.edited:
        return None
    hows = histories(state.edits, original.source.words)
    edited = tuple(Edited(step=edit.step, how=hows[edit.step]) for edit in trace.edited)
    return replace(trace, edited=edited).called(f"{trace.label} · edited")


def measured(state: WhatIf) -> Importance:
    """Return how much each row of the original matters."""
    return _measured(state.path, changed(state.path), state.source, state.target)


def _prefix(
    checkpoint: Checkpoint, ids: Sequence[int], pieces: Sequence[str], typed: str
) -> tuple[int, ...]:
    """Return a checkpoint's ids of pieces (`ids` in another one) and of the typed token."""
    tokenizer = checkpoint.tokenizer
    known = (
        i if _has(tokenizer, i, piece) else token_id(checkpoint, as_typed(piece))
        for i, piece in zip(ids, pieces, strict=True)
    )
    return (*known, token_id(checkpoint, typed))


def _has(tokenizer: Tokenizer, i: int, piece: str) -> bool:
    return i < len(tokenizer) and tokenizer.piece(i) == piece


def changed(path: Path) -> int:
    """Return when a checkpoint was written: caches read it again after that.

    Raises:
        ValueError: if it is no longer there, or cannot be reached.
    """
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}.") from error


def _load(path: Path) -> Checkpoint:
    return load(path, changed(path))


@st.cache_resource(max_entries=200, show_spinner=False)
def _continued(
    path: Path,
    at: int,
    source: str,
    target: str,
    prefix: tuple[int, ...],
    rows: Rows,
    keep: bool,
) -> Trace:
    original = decode(path, at, source, target)
    edits = {step: np.array(row) for step, row in rows}
    held = original.target if keep else None
    with SLOTS:
        return continue_from(
            load(path, at), original.source, prefix=prefix, edits=edits, target=held
        )


@st.cache_resource(max_entries=30, show_spinner="Measuring")
def _measured(path: Path, at: int, source: str, target: str) -> Importance:
    original = decode(path, at, source, target)
    with SLOTS:
        return importance(load(path, at), original)
