"""Traces of branches and edits, and the importance of each row. All sessions share the caches."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from alignoscope.analysis.importance import Importance, importance
from alignoscope.decoding.heads import head_maps, with_weights
from alignoscope.decoding.oracle import HeadRow
from alignoscope.decoding.what_if import continue_from, rows_under_alpha
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.trace import Edited, Trace
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import SLOTS, load
from alignoscope.serving.trace_store import cached_trace, decode, with_likelihoods
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import HEAD_ROWS, of
from alignoscope.ui.web.session_memo import once
from alignoscope.ui.what_if.state import (
    Branch,
    EditedRows,
    Head,
    WhatIf,
    histories,
    in_force,
)


def branch_trace(branch: Branch, source: str, *, posterior: bool = False) -> Trace:
    """Return the trace of a branch, labelled with its number."""
    file = (branch.path, stamp(branch.path))
    trace = _continued(*file, source, "", branch.prefix, (), keep=False)
    if posterior:
        trace = with_likelihoods(*file, trace)
    return trace.with_label(f"{trace.label} · branch {branch.number}")


def branch_traces(state: WhatIf, *, posterior: bool = False) -> list[tuple[Branch, Trace]]:
    """Return the branches that can be decoded with their traces; show a warning for others."""
    found = []
    for branch in state.branches:
        try:
            found.append((branch, branch_trace(branch, state.source, posterior=posterior)))
        except (ValueError, OSError) as error:
            about = f"Branch {branch.number} was skipped. "
            show_problem(error, icon="warning", kind="warning", about=about)
    return found


def own_translation(branch: Branch, state: WhatIf) -> Trace:
    """Return the unchanged trace of the branch's checkpoint: its own or the forced translation."""
    return decode(branch.path, stamp(branch.path), state.source, state.target)


def edited_trace(
    state: WhatIf, original: Trace, keep: bool, *, posterior: bool = False
) -> Trace | None:
    """Return the translation with all edits, or None if it reaches no edited step.

    Args:
        state: the changes.
        original: the unchanged translation.
        keep: whether to force the original's target; otherwise decoding continues from the first
            edited step.
        posterior: whether to add posterior attention.
    """
    rows = in_force(state.edits)
    if not rows:
        return None
    prefix = () if keep else original.target.ids[: rows[0][0]]
    try:
        file = (state.path, stamp(state.path))
        trace = _continued(*file, state.source, state.target, prefix, rows, keep=keep)
        if posterior:
            trace = with_likelihoods(*file, trace)
    except (ValueError, OSError) as error:
        show_problem(error, icon="warning", kind="warning", about="The edits were skipped. ")
        return None
    if not trace.edited:
        return None
    hows = histories(state.edits, original.source.words)
    edited = tuple(Edited(step=edit.step, how=hows[edit.step]) for edit in trace.edited)
    return replace(trace, edited=edited).with_label(f"{trace.label} · edited")


def rows_from(
    state: WhatIf, original: Trace, keep: bool, alpha: float, start: int
) -> dict[int, np.ndarray]:
    """Return the weights [src_len] under an alpha for all steps from `start` on.

    Edits before `start` apply.

    Args:
        state: the changes.
        original: the unchanged translation.
        keep: whether to force the original's target.
        alpha: the alpha of alpha-entmax.
        start: the first step, from 0.

    Raises:
        ValueError: if the checkpoint cannot be used, or has no attention.
    """
    edits = {step: np.array(row) for step, _, row in in_force(state.edits) if step < start}
    first = min([start, *edits])
    with SLOTS.other_work():
        return rows_under_alpha(
            load(state.path, stamp(state.path)),
            original.source,
            alpha,
            start,
            prefix=() if keep else original.target.ids[:first],
            edits=edits,
            target=original.target if keep else None,
        )


class DecoderLayers(NamedTuple):
    """How many layers the decoder of a Transformer has, and which one its map shows, from 0."""

    number: int
    shown: int


def layers_of(path: Path) -> DecoderLayers:
    """Return the layers of a Transformer."""
    decoder = load(path, stamp(path)).model.decoder
    assert isinstance(decoder, TransformerDecoder)
    return DecoderLayers(len(decoder.layers), decoder.aligned)


def of_head(state: WhatIf, trace: Trace, head: Head) -> Trace:
    """Return the original or edited trace of a Transformer with the weights of one head."""
    at = stamp(state.path)
    rows = in_force(state.edits) if trace.edited else ()

    def make() -> np.ndarray:
        return head_maps(load(state.path, at), trace, _rows_of_heads(rows)).cross

    subject = (state.path, at, trace.source, trace.target, rows)
    return with_weights(trace, once(of(HEAD_ROWS, bool(rows)), subject, make)[head])


def _rows_of_heads(rows: EditedRows) -> dict[HeadRow, np.ndarray]:
    """Return edited rows by step, layer and head."""
    return {(step, *head): np.array(row) for step, head, row in rows if head is not None}


def measured(state: WhatIf) -> Importance:
    """Return the importance of each row of the original."""
    return _measured(state.path, stamp(state.path), state.source, state.target)


@cached_trace
def _continued(
    path: Path,
    at: Stamp,
    source: str,
    target: str,
    prefix: tuple[int, ...],
    rows: EditedRows,
    *,
    keep: bool,
) -> Trace:
    original = decode(path, at, source, target)
    held = original.target if keep else None
    with SLOTS.other_work():
        edits = {step: np.array(row) for step, head, row in rows if head is None}
        heads = _rows_of_heads(rows)
        return continue_from(
            load(path, at), original.source, prefix=prefix, edits=edits, heads=heads, target=held
        )


@cached("Measuring")
def _measured(path: Path, at: Stamp, source: str, target: str) -> Importance:
    original = decode(path, at, source, target)
    with SLOTS.other_work():
        return importance(load(path, at), original)
