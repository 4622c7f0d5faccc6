"""Alignment maps: the cells of a trace to be drawn, and their colour scale."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, isfinite
from typing import NamedTuple

import numpy as np
from plotly.colors import diverging, hex_to_rgb, sequential, unlabel_rgb

from alignoscope.analysis.confidence import left_out
from alignoscope.analysis.copying import copied_shares
from alignoscope.analysis.normalising import is_softmax
from alignoscope.analysis.posterior import cells
from alignoscope.analysis.words import merge_words, merging, plain_words, unknown_places
from alignoscope.records.axis import WordlessAxis
from alignoscope.records.confidence import Confidence
from alignoscope.records.percentages import rounded
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import SELF, Candidates, Trace, with_unique_ids
from alignoscope.ui.flow.notes import FlowNotes, flow_notes
from alignoscope.ui.player.decoding_mode import origin, whose_words
from alignoscope.ui.player.map_placement import NOWHERE, MapSlot, slot_of
from alignoscope.ui.shell.link_parameters import VALUES
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.theme import PALETTE

MEASURES, UNITS = VALUES["measure"], VALUES["unit"]
AFTER_THE_WORD = {
    "posterior": "Posterior, after the word",
    "alone": "Single-source readout, after the word",
}
IMPORTED = {
    "weights": "Weights from the file",
    SELF: "Self-attention, row by row",
    "links": "Links: 1, or the aligner’s confidence",
    "maximum": "Largest weight of any head",
    "attributions": "Attributions, as shares of their row",
}
NEXT = 3  # number of most probable tokens per step that a map carries
Likely = Sequence[tuple[str, float]]
ANY_NORMALISER = "the normaliser"  # in titles, if not all maps use softmax


UnsureRow = tuple[int, float, str] | tuple[int, float, str, float, str]


class Doubt(NamedTuple):
    """What a map marks as uncertain, by row or column.

    Args:
        unsure: rows of words that are probably wrong: the row, the probability that such a word is
            right, and the feature that lowers it most (`analysis.confidence.WORD_FEATURES`); if
            that is a second reader, also the probability that it gives the word, and its name.
        rare: columns of words that the models have hardly read: the column, and how many times.
        left_out: columns of words that no output covers.
    """

    unsure: tuple[UnsureRow, ...]
    rare: tuple[tuple[int, int], ...]
    left_out: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class MapView:
    """One map as it is drawn: rows are the target, columns the source.

    Args:
        label: the name on the screen.
        id: the name that is unique on the page.
        mode: who chose the words, in plain words; see `decoding_mode.whose_words`.
        origin: how the words were decoded and where they come from, in the field's terms.
        translation: the target as text.
        columns: the source words or pieces.
        rows: the target words or pieces.
        cells: [rows, columns], or None for a model without attention; a score outside of a local
            window is -inf, and so is each number of a masked token in self-attention.
        row_of_step: the row of each decoding step.
        tokens: the token that each decoding step wrote.
        place: the slot in the grid of maps.
        next: for each step the most probable tokens with their probabilities.
        scale: the map's own colour scale, if it differs from that of the other maps.
        unread: the columns that the model read as an unknown piece.
        doubt: what is known of words that may be wrong; None if there are none.
        copied: how much of each row was copied from the source; empty if the model does not copy.
        source: the text that was translated.
        log_prob: the log-probability (nats) of a forced translation; None of other translations.
        per_token: the geometric mean of the probabilities that the model gives the tokens of the
            translation; None if it is not known.
        flow: what the flow of a step shows; None if no trace is drawn, but a difference of two, or
            if the places of a side are no words.
        row_axis, column_axis: what the places of rows and of columns are, if they are no words.
    """

    label: str
    id: str
    mode: str
    origin: str
    translation: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: np.ndarray | None
    row_of_step: tuple[int, ...]
    tokens: tuple[str, ...]
    place: MapSlot = NOWHERE
    next: Sequence[Likely] = ()
    scale: Scale | None = None
    unread: tuple[int, ...] = ()
    doubt: "Doubt | None" = None
    copied: tuple[float, ...] = ()
    source: str = ""
    log_prob: float | None = None
    per_token: float | None = None
    flow: FlowNotes | None = None
    row_axis: WordlessAxis | None = None
    column_axis: WordlessAxis | None = None


Layers = Mapping[tuple[str, str], tuple[Sequence[MapView], Scale]]  # by measure and unit


def layers_of(found: Sequence[Trace]) -> Layers:
    """Return the maps of traces by measure and unit, for each measure that any trace has."""
    layers = {}
    found = with_unique_ids(found)
    likely = {trace.id: most_probable(trace) for trace in found}
    worded = [trace for trace in found if not (trace.source.axis or trace.target.axis)]
    notes = {trace.id: flow_notes(trace) for trace in worded}
    for measure in MEASURES:
        if measure != "weights" and all(cells(trace, measure) is None for trace in found):
            continue
        for unit in UNITS if worded else UNITS[:1]:  # A place is a word and a piece.
            views = [
                replace(map_view(trace, measure, unit, likely[trace.id]), flow=notes.get(trace.id))
                for trace in found
            ]
            scale = shared_scale(views, measure, softmax=all(map(is_softmax, found)))
            if measure == "weights":
                scale = replace(scale, title=weights_title(found) or scale.title)
            layers[measure, unit] = (views, scale)
    return layers


def weights_title(found: Sequence[Trace]) -> str:
    """Return the title of the weights' scale if any trace was imported, else ""."""
    imported = {trace.kind for trace in found if trace.mode == "imported"}
    if not imported:
        return ""
    several = imported | {"weights" for trace in found if trace.mode != "imported"}
    return IMPORTED[imported.pop()] if len(several) == 1 else "Values of several kinds, 0 to 1"


def most_probable(trace: Trace) -> Sequence[Likely]:
    """Return the `NEXT` most probable tokens of each step with their probabilities."""
    return tuple(
        tuple(
            (token, float(rounded(exp(log_prob), 3)))
            for token, log_prob in zip(best.tokens, best.log_probs, strict=True)
        )
        for best in (Candidates.of(step.candidates[:NEXT]) for step in trace.steps)
    )


def map_view(
    trace: Trace, measure: str, unit: str, likely: Sequence[Likely] | None = None
) -> MapView:
    """Return the map of a measure of a trace, over words or subword pieces.

    Args:
        trace: the trace.
        measure: one of `MEASURES`.
        unit: one of `UNITS`.
        likely: the result of `most_probable`, if it is known.
    """
    assert measure in MEASURES
    assert unit in UNITS
    found, shares = _cells(trace, measure, unit), copied_shares(trace, unit)
    if found is not None and measure == "weights" and trace.kind == SELF:
        scores = _cells(trace, "scores", unit)
        found = found if scores is None else np.where(np.isneginf(scores), scores, found)
    pieces = unit == "pieces"
    total = trace.log_prob if trace.steps and isfinite(trace.log_prob) else None
    return MapView(
        label=trace.label,
        id=trace.id,
        mode=whose_words(trace),
        origin=f"{trace.decoding}: {origin(trace)}",
        translation=trace.target.text if trace.finished else f"{trace.target.text} …",
        columns=trace.source.pieces if pieces else plain_words(trace.source),
        rows=trace.target.pieces if pieces else plain_words(trace.target),
        cells=found,
        row_of_step=tuple(range(len(trace.steps))) if pieces else trace.target.word_of,
        tokens=tuple(step.token for step in trace.steps),
        place=slot_of(trace),
        next=most_probable(trace) if likely is None else likely,
        unread=tuple(unknown_places(trace.source, unit)),
        doubt=doubt_of(trace, unit),
        copied=() if shares is None else tuple(rounded(shares, 3).tolist()),
        source=trace.source.text,
        row_axis=trace.target.axis,
        column_axis=trace.source.axis,
        log_prob=total if trace.mode == "forced" else None,
        per_token=None if total is None else exp(total / len(trace.steps)),
    )


def _cells(trace: Trace, measure: str, unit: str) -> np.ndarray | None:
    found = cells(trace, measure)
    if found is None or unit == "pieces":
        return found
    return merge_words(found, trace.source, trace.target, merging(trace, measure))


def doubt_of(trace: Trace, unit: str) -> Doubt | None:
    """Return the marks of doubt on a map of a trace; a word's pieces are marked as it is."""

    def lines(sentence: Sentence, place: int) -> list[int]:
        if unit == "words":
            return [place]
        return [i for i, word in enumerate(sentence.word_of) if word == place]

    sure = trace.confidence
    unsure = [
        _unsure(sure, word, row)
        for word in (sure.unsure_words if sure else ())
        for row in lines(trace.target, word)
        if sure
    ]
    rare = [(i, one.times) for one in trace.rare for i in lines(trace.source, one.place)]
    gone = [i for word in left_out(trace) or () for i in lines(trace.source, word)]
    found = Doubt(tuple(unsure), tuple(rare), tuple(gone))
    return found if any(found) else None


def _unsure(sure: Confidence, word: int, row: int) -> UnsureRow:
    told = row, sure.words[word], sure.reasons[word]
    if sure.second and sure.reasons[word] == "second":
        return *told, sure.second.words[word], sure.second.model
    return told


def shared_scale(views: Iterable[MapView], measure: str, *, softmax: bool = True) -> Scale:
    """Return the one scale of these maps: 0 to 1, but for scores centred on 0.

    `softmax` is False if any map has another normaliser; the title then names none.
    """
    normaliser = "softmax" if softmax else ANY_NORMALISER
    if measure == "weights":
        title = f"Weights, after {normaliser}"
        return Scale(title=title, label="weight", low=0, high=1, colors=WEIGHT_COLORS)
    if measure in AFTER_THE_WORD:
        title = AFTER_THE_WORD[measure]
        return Scale(title=title, label=measure, low=0, high=1, colors=WEIGHT_COLORS)
    high = max((peak(view.cells) for view in views if view.cells is not None), default=1.0)
    title = f"Scores, before {normaliser}"
    return Scale(title=title, label="score", low=-high, high=high, **DIVERGING)


def peak(values: np.ndarray) -> float:
    """Return the largest magnitude among the finite values [...], at least 1e-6."""
    return max(float(np.abs(values[np.isfinite(values)]).max(initial=0)), 1e-6)


def _hex(colors: Iterable[str]) -> tuple[str, ...]:
    rgb = [hex_to_rgb(c) if c.startswith("#") else unlabel_rgb(c) for c in colors]
    return tuple("#{:02x}{:02x}{:02x}".format(*map(round, color)) for color in rgb)


WEIGHT_COLORS = _hex(sequential.Viridis)
PRINT_BLUES, PRINT_GREYS = (
    (PALETTE["light"]["paper"], *_hex(colors)[1:])
    for colors in (sequential.Blues, sequential.Greys)
)
SCORE_COLORS = _hex(diverging.RdBu[::-1])
DIVERGING = {"colors": SCORE_COLORS, "dark": tuple(PALETTE["scores"]["dark"])}
