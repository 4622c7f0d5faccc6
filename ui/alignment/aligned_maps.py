"""Sentence pairs with their maps over words, by forced decoding or from opened files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import streamlit as st

from alignoscope.analysis.likelihoods import with_posteriors
from alignoscope.analysis.links import LinkOptions, read_links
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import SHIFTS, word_weights
from alignoscope.data.gold import GoldPair
from alignoscope.decoding.forced import force
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.links import Links, swap
from alignoscope.records.trace import Trace
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import SLOTS, load
from alignoscope.ui.player.map_view import MapView

BATCH = 16
MEASURES = ("weights", "posterior")
AlignedMaps = Mapping[tuple[str, int], np.ndarray]  # The maps by measure and shift.
SplitText = tuple[str, tuple[str, ...]]  # A text and its words.


class Aligned(NamedTuple):
    """A pair and its maps [target words + 1, source words + 1], by measure and shift.

    `other` are the maps whose links are joined with these; `turned` says that they are of a model
    of the other direction, so they are transposed. `ends` says of target and source whether the map
    has an end mark. `kind` is the kind of an opened file's maps, "" for a model's.
    """

    pair: GoldPair
    maps: AlignedMaps
    other: AlignedMaps | None = None
    turned: bool = False
    ends: tuple[bool, bool] = (True, True)
    kind: str = ""

    @property
    def identity(self) -> str:
        """A text that identifies the pair: its words."""
        return f"{' '.join(self.pair.source_words)}\n{' '.join(self.pair.target_words)}"


def found_links(one: Aligned, extraction: LinkOptions, joining: str) -> Links:
    """Return the links extracted from a pair's maps, symmetrised with those of the other maps.

    Args:
        one: the pair with its maps.
        extraction: the extraction options.
        joining: the name of the symmetrisation; it is used only if there are other maps.
    """
    links = read_links(one.maps, extraction)
    if one.other is None:
        return links
    others = read_links(one.other, extraction)
    return SYMMETRISATIONS[joining](links, swap(others) if one.turned else others)


def word_view(one: Aligned, label: str, mode: str, cells: np.ndarray) -> MapView:
    """Return a map over words, with its end marks if it has any.

    Args:
        one: the pair.
        label: the label of the map, which is also its id.
        mode: the line below the label.
        cells: the map [target words + 1, source words + 1].
    """
    rows, columns = (
        (*words, "end") if end else words
        for words, end in zip((one.pair.target_words, one.pair.source_words), one.ends, strict=True)
    )
    return MapView(
        label=label,
        id=label,
        mode=mode,
        origin="rows are the target's words",
        translation="",
        columns=columns,
        rows=rows,
        cells=cells[: len(rows), : len(columns)],
        row_of_step=tuple(range(len(rows))),
        tokens=rows,
    )


def model_maps(
    path: Path, pairs: Sequence[GoldPair], *, backward: bool = False
) -> list[AlignedMaps | None]:
    """Force a model to pairs and return their maps, or None for a pair that is too long.

    With `backward`, the model translates the other direction, and the rows are source words.
    """
    sides: list[tuple[SplitText, SplitText]] = []
    for pair in pairs:
        source, target = (pair.source, pair.source_words), (pair.target, pair.target_words)
        sides.append((target, source) if backward else (source, target))
    found: list[AlignedMaps | None] = []
    bar = st.empty()
    for start in range(0, len(sides), BATCH):
        if len(sides) > BATCH:
            bar.progress(start / len(sides), f"{start:,} of {len(sides):,} pairs")
        found += _maps(path, stamp(path), tuple(sides[start : start + BATCH]))
    bar.empty()
    return found


@cached()
def _maps(
    path: Path, at: Stamp, sides: tuple[tuple[SplitText, SplitText], ...]
) -> list[AlignedMaps | None]:
    checkpoint = load(path, at)
    fitting = [i for i, both in enumerate(sides) if _fits(checkpoint, both)]
    found: list[AlignedMaps | None] = [None] * len(sides)
    with SLOTS.other_work():
        traces = force(
            checkpoint, [sides[i][0][0] for i in fitting], [sides[i][1][0] for i in fitting]
        )
        for i, trace in zip(fitting, with_posteriors(checkpoint, traces), strict=True):
            (_, source), (_, target) = sides[i]
            found[i] = {
                (measure, shift): word_weights(trace, source, target, shift=shift, measure=measure)
                for measure in measures_of(trace)
                for shift in SHIFTS
            }
    return found


def measures_of(trace: Trace) -> Sequence[str]:
    """Return the measures that links can be read off in a trace."""
    return [one for one in MEASURES if one == "weights" or trace.likelihoods is not None]


def _fits(checkpoint: Checkpoint, both: tuple[SplitText, SplitText]) -> bool:
    """Return whether the tokenizer can read both texts within the length limit."""
    try:
        for text, _ in both:
            read(checkpoint.tokenizer, text, "", MAX_MEASURED)
    except ValueError:
        return False
    return True
