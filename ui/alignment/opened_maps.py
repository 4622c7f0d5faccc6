"""Pairs from opened files: the maps of one system, the gold links, and maps to join with."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.analysis.words import SHIFTS, own_map, own_words
from alignoscope.interchange.foreign.bitext import linked_pair, links_of
from alignoscope.interchange.foreign.file_set import FileSet, SharedSentence
from alignoscope.records.foreign import ForeignFile, ForeignSentence, Heads, foreign_trace
from alignoscope.records.trace import Trace
from alignoscope.ui.alignment.aligned_maps import Aligned, AlignedMaps, measures_of
from alignoscope.ui.open_files.foreign_view import most_heads
from alignoscope.ui.open_files.parallel_text import sample
from alignoscope.ui.open_files.sentences_panel import pick_heads
from alignoscope.ui.shell.session_keys import GOLD, JOINED, SYSTEM

NOTHING = "nothing"


def opened_maps(opened: FileSet) -> tuple[list[Aligned], str, bool]:
    """Return the pairs of the chosen system, its name, and whether gold links were chosen."""
    names = list(dict.fromkeys(name for row in opened.shared for name in _systems(row)))
    links = [file.name for file in opened.files if file.kind == "links"]
    with st.container(horizontal=True):
        name = st.selectbox("Maps of", names, key=SYSTEM, width=260)
        golds = [NOTHING, *(one for one in links if one != name)]
        first = 1 if len(golds) > 1 else 0
        gold = st.selectbox("Gold links", golds, first, key=GOLD, width=260)
        others = [NOTHING, *(one for one in names if one not in (name, gold))]
        other = st.selectbox("Combine with", others, key=JOINED, width=260)
    heads = pick_heads(*most_heads([file for file in opened.files if file.name == name])).heads
    numbered = enumerate(opened.shared, start=1)
    rows = sample([(number, row) for number, row in numbered if name in _systems(row)])
    found = [_aligned(*row, name, gold, other, heads) for row in rows]
    kept = [one for one in found if one is not None]
    if len(kept) < len(found):
        st.caption(
            f"{len(found) - len(kept):,} pairs were skipped: the gold links, or the maps to "
            "combine with, have other words."
        )
    return kept, name, gold != NOTHING


def _systems(row: SharedSentence) -> dict[str, tuple[ForeignFile, ForeignSentence] | Trace]:
    """Return the first translation of a sentence by each system."""
    found: dict[str, tuple[ForeignFile, ForeignSentence] | Trace] = {}
    for file, sentence in row.foreign:
        found.setdefault(file.name, (file, sentence))
    for trace in row.traces:
        if trace.weights is not None:
            found.setdefault(trace.id, trace)
    return found


def _aligned(
    number: int, row: SharedSentence, name: str, gold: str, other: str, heads: Heads
) -> Aligned | None:
    systems = _systems(row)
    trace = _trace(systems[name], heads)
    words = own_words(trace.source), own_words(trace.target)
    sure, possible = frozenset[tuple[int, int]](), frozenset[tuple[int, int]]()
    if gold != NOTHING:
        right = systems.get(gold)
        if not isinstance(right, tuple) or _words(right) != words:
            return None
        sure, possible = links_of(right[1])
    joined = None
    if other != NOTHING:
        if other not in systems or _words(systems[other]) != words:
            return None
        joined = _maps(_trace(systems[other], Heads()))
    texts = [trace.source.text, trace.target.text]
    return Aligned(
        pair=linked_pair(str(number), texts, words, sure, possible),
        maps=_maps(trace),
        other=joined,
        kind=trace.kind if trace.mode == "imported" else "",
        ends=(len(words[1]) < len(trace.target.words), len(words[0]) < len(trace.source.words)),
    )


def _maps(trace: Trace) -> AlignedMaps:
    measures = measures_of(trace)
    return {
        (measure, shift): own_map(trace, shift=shift, measure=measure)
        for measure in measures
        for shift in SHIFTS
    }


def _trace(found: tuple[ForeignFile, ForeignSentence] | Trace, heads: Heads) -> Trace:
    return found if isinstance(found, Trace) else foreign_trace(*found, heads)


def _words(found: tuple[ForeignFile, ForeignSentence] | Trace) -> tuple[Sequence[str], ...]:
    sentence = found if isinstance(found, Trace) else found[1]
    return own_words(sentence.source), own_words(sentence.target)
