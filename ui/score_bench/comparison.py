"""Variants compared with a base variant on one sentence: the checkpoints and their traces."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import streamlit as st

from alignoscope.analysis.distances import comparable
from alignoscope.analysis.renormalising import under_alpha
from alignoscope.decoding.forced import force_sentences
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp
from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace, with_unique_ids
from alignoscope.records.variant import parse_variant
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.serving.model_store import File
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import BASE
from alignoscope.ui.shell.url_parameters import warn_of_unknown

NONE = "none"


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """The traces of several variants on one sentence.

    `found` are the traces to draw, the base first; `wrote` are the variants' own or forced
    translations; `files` are the checkpoints. With a base and no given target, `found` are forced
    to the base's translation, because differences need one target.
    """

    files: tuple[File, ...]
    base: Trace | None
    found: tuple[Trace, ...]
    wrote: tuple[Trace, ...]

    @property
    def rows(self) -> list[Trace]:
        """The traces whose rows can be compared: those with weights and the first one's target."""
        first = next((trace for trace in self.found if trace.weights is not None), None)
        return [trace for trace in self.found if first is not None and comparable(first, trace)]

    def under(self, alpha: float | None) -> Self:
        """Return a copy with the maps under an alpha; the translations stay as decoded."""
        found = tuple(under_alpha(trace, alpha) for trace in self.found)
        return replace(self, base=found[0] if self.base else None, found=found)


def pick_base(paths: Sequence[Path]) -> Path | None:
    """Return the base variant chosen on the page, or None.

    With a base, every other map shows its weights minus the base's, and every row has a distance
    from it.
    """
    names = {path.stem: path for path in paths if _score(path) != "none"}
    warn_of_unknown(BASE, [NONE, *names])
    chosen = st.selectbox(
        "Show differences to",
        [NONE, *names],
        key=BASE,
        format_func=lambda name: "Difference: none" if name == NONE else name,
        bind="query-params",
        label_visibility="collapsed",
        width=160,
    )
    return names.get(chosen)


def compare_to_base(
    files: Sequence[File],
    base: Path | None,
    source: str,
    target: str,
    width: int,
    *,
    posterior: bool = False,
) -> Comparison | None:
    """Return the traces of several variants on one sentence, or None, with a message, on failure.

    If the first file is not the base, the base could not be read, and nothing is compared with it.

    Args:
        files: the checkpoints, the base first.
        base: the base's checkpoint, or None.
        source: the source sentence.
        target: the target to force, or "".
        width: the beam width.
        posterior: whether to add posterior attention.
    """
    try:
        lead = files[0][0].stem if files else ""
        wrote = decoded.decode_all(files, source, target, width, posterior=posterior, lead=lead)
    except ValueError as error:
        show_problem(error, icon="edit")
        return None
    if not wrote:
        return None
    if files[0][0] != base or wrote[0].weights is None:
        return Comparison(files=tuple(files), base=None, found=tuple(wrote), wrote=tuple(wrote))
    found = wrote[:1]
    for file in files[1:]:
        try:
            trace = _follow(*file, *files[0], source, target, width)
            found.append(decoded.with_likelihoods(*file, trace) if posterior else trace)
        except ValueError as error:
            about = f"**{plain(file[0].stem)}** has no difference map: "
            show_problem(error, icon="warning", kind="warning", about=about)
    drawn = tuple(with_unique_ids(found))
    return Comparison(files=tuple(files), base=wrote[0], found=drawn, wrote=tuple(wrote))


@decoded.cached_trace
def _follow(
    path: Path,
    at: Stamp,
    base: Path,
    base_at: Stamp,
    source: str,
    target: str,
    width: int,
) -> Trace:
    """Force a checkpoint to the base's translation.

    Raises:
        ValueError: if the checkpoint and the base do not share their pieces.
    """
    checkpoint, leader = cache.load(path, at), cache.load(base, base_at)
    if not same_pieces(checkpoint, leader):
        raise ValueError(
            f"It splits words into other pieces than {base.stem}, so their rows cannot be "
            "compared. Train both on one corpus with one vocabulary."
        )
    trace = follow(checkpoint, [decoded.decode(base, base_at, source, target, width)])[0]
    return trace.with_label(path.stem)


def same_pieces(checkpoint: Checkpoint, base: Checkpoint) -> bool:
    """Return whether two checkpoints split texts into the same pieces."""
    return checkpoint.tokenizer.to_json() == base.tokenizer.to_json()


def follow(checkpoint: Checkpoint, bases: Sequence[Trace]) -> list[Trace]:
    """Force a checkpoint to the targets of the base's traces.

    The targets are forced as tokens, because their texts might be split into other pieces.
    """
    sources, targets = [base.source for base in bases], [base.target for base in bases]
    with cache.SLOTS.other_work():
        return force_sentences(checkpoint, sources, targets)


def _score(path: Path) -> str:
    try:
        return parse_variant(path.stem).score
    except ValueError:
        return path.stem
