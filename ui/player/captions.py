"""The caption of an export: all that is needed to read its picture without the app."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import KINDS, Trace
from alignoscope.records.variant import named_model
from alignoscope.ui.anatomy.step_view import StepsView
from alignoscope.ui.player.decoding_mode import origin
from alignoscope.ui.player.map_view import ANY_NORMALISER, Scale
from alignoscope.ui.player.view_settings import DECADES, View
from alignoscope.ui.svg.ink import three_digits

GUIDANCE = "Guided ({}): in training, attention was pulled towards the links of an aligner."
IMPORTED = tuple(f"imported {kind}" for kind in KINDS)
AFTER_THE_WORD = {
    "posterior": "A piece's posterior is in proportion to its weight times the probability of the "
    "written token with that source token alone as context; the model did not use it.",
    "alone": "A cell is in proportion to the probability of the written token with that source "
    "token alone as context, whatever its weight; the model did not use it.",
}


@dataclass(frozen=True, kw_only=True)
class LayerWords:
    """What a caption says of a layer, and of its colours under each scaling."""

    about: str
    high: str
    linear: str
    log: str
    row: str


@dataclass(frozen=True, kw_only=True)
class CaptionParts:
    """A caption before a view is chosen: what it begins and ends with, and the layers' words.

    `ui/web/standalone_page.py` puts it together for the view that it shows, as `caption` does here.
    """

    lead: str
    layers: Mapping[str, LayerWords]  # by measure and unit
    foot: str


def caption(
    traces: Sequence[Trace], view: View, scale: Scale, step: int | None, version: str
) -> str:
    """Say which variants these are, how they were decoded and merged, and how they are drawn."""
    parts = caption_parts(traces, {(view.measure, view.unit): scale}, version)
    (words,) = parts.layers.values()
    drawn = "Thickness" if view.picture == "ribbons" else "Colours"
    sentences = [parts.lead, words.about, f"{drawn}: {getattr(words, view.scaling)}"]
    if view.threshold:
        sentences.append(f"Cells below {view.threshold:.0%} of {words.high} are hidden.")
    if step is not None:
        sentences.append(f"Marked: step {step + 1}.")
    return " ".join([*sentences, parts.foot])


def caption_parts(
    traces: Sequence[Trace], scales: Mapping[tuple[str, str], Scale], version: str
) -> CaptionParts:
    """Return the caption of layers, by measure and unit, for any view of them."""
    return CaptionParts(
        lead=" ".join([_quoted(traces), *_variants(traces)]),
        layers={f"{layer[0]} {layer[1]}": _words(*layer, scale) for layer, scale in scales.items()},
        foot=f"Alignoscope {version}.",
    )


def chart_caption(*traces: Trace) -> str:
    """Say which source and target traces share, which variants these are, and how each decoded."""
    first = traces[0]
    return " ".join([_quoted([first]), f"Target: {_said(first)}", *_variants(traces)])


def anatomy_caption(trace: Trace, steps: StepsView, step: int, unit: str, version: str) -> str:
    """Say of which translation a step is, and on which scales its numbers are drawn."""
    at = min(step, len(trace.steps) - 1)
    sentences = [
        _quoted([trace]),
        f"Translation: {_said(trace)}",
        *_variants([trace]),
        f"Step {at + 1} of {len(trace.steps)}. Bars: probabilities from 0 to 1",
    ]
    if steps.attends:
        high = three_digits(steps.peak("scores"))
        sentences[-1] += f", weights too; scores from −{high} to {high}, over {unit}"
        if unit == "words":
            sentences[-1] += " (scores: log sum exp, weights: sum over a word’s pieces)"
    sentences[-1] += "."
    if trace.steps[at].query.size:
        query, context = three_digits(steps.peak("query")), three_digits(steps.peak("context"))
        sentences.append(
            f"Strips: from blue over white to red, the query from −{query} to {query} and the "
            f"context from −{context} to {context}; every step has the same scales."
        )
    return " ".join([*sentences, f"Alignoscope {version}."])


def tree_caption(trace: Trace, width: int, length_penalty: float, version: str) -> str:
    """Say which search a tree shows, how it is drawn, and which hypothesis is chosen in it."""
    sentences = [
        _quoted([trace]),
        *_variants([trace]),
        f"Width {width}, length penalty {length_penalty:g}.",
        "A column is a step. Each box has a token, its probability, and the total log-probability "
        "(nats) of the hypothesis up to it; lines are thicker for more probable tokens.",
        f"Chosen: {_said(trace)}",
        f"Alignoscope {version}.",
    ]
    return " ".join(sentences)


def asking(timing: str) -> str:
    """Say which state asks under a timing, or that the timing is unknown."""
    if timing not in TIMINGS:
        return "timing unknown"
    return f"{TIMINGS[timing].asker} asks ({TIMINGS[timing].asks})"


def _said(trace: Trace) -> str:
    """Quote what a trace says; dots stand for what it has not said."""
    return f"“{trace.target.text}”" if trace.finished else f"“{trace.target.text} …”"


def _quoted(traces: Sequence[Trace]) -> str:
    sources = dict.fromkeys(trace.source.text for trace in traces)
    return " ".join(f"Source: “{text}”" for text in sources)


def _variants(traces: Sequence[Trace]) -> list[str]:
    """Name the variants together that share a timing, a mode and what was given.

    Whether a model was guided is known of the name of its file, which is a trace's label.
    """
    groups: dict[tuple[str, str, str], list[str]] = {}
    for trace in traces:
        asks = "no attention" if trace.weights is None else asking(trace.timing)
        groups.setdefault((asks, trace.decoding, origin(trace)), []).append(trace.label)
    said = [
        f"{', '.join(dict.fromkeys(names))}: "
        + (f"{mode}, {given}." if mode in IMPORTED else f"{asks}; {mode} decoding, {given}.")
        for (asks, mode, given), names in groups.items()
    ]
    models = dict.fromkeys(trace.label.partition(" · ")[0] for trace in traces)
    guided = ", ".join(name for name in models if named_model(name).guided)
    return said + [GUIDANCE.format(guided)] * bool(guided)


def _words(measure: str, unit: str, scale: Scale) -> LayerWords:
    after, high = AFTER_THE_WORD.get(measure), three_digits(scale.high)
    said = [f"{scale.title}, {_unit(measure, unit, scale)}.", *([after] if after else [])]
    return LayerWords(
        about=" ".join(said),
        high=high,
        linear=f"linear from {three_digits(scale.low)} to {high}.",
        log=f"logarithmic, {DECADES} powers of ten below {high}.",
        row="each row stretched to its largest value.",
    )


def _unit(measure: str, unit: str, scale: Scale) -> str:
    if unit == "pieces":
        return "over subword pieces, not merged"
    how = "sum over a source word's pieces, mean over a target word's"
    if measure == "scores":
        how = "log sum exp over a source word's pieces, the mean weight's over a target word's"
        if scale.title.endswith(ANY_NORMALISER):
            how += ", as softmax has it; the words' weights are those of the pieces, added up"
    return f"over words: {how}"
