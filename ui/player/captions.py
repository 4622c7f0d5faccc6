"""The captions of exports, with all that is needed to read a picture without the app."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from alignoscope.records.catalogue.normalisers import MONOTONIC
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.head_trace import CROSS, ENCODER, HeadTrace
from alignoscope.records.trace import KINDS, Trace
from alignoscope.records.variant import COPY, SIZE, TRANSFORMER, named_model
from alignoscope.ui.player.decoding_mode import origin
from alignoscope.ui.player.map_view import ANY_NORMALISER, MapView
from alignoscope.ui.player.position import DECADES, LINEAR, View, joint_words
from alignoscope.ui.svg.ink import three_digits
from alignoscope.ui.svg.scale import Scale

APART = ("scores", "alone")  # measures whose cells are no shares of a row, as in joint.js
WIDER = "Larger ({}): the number after @ is the size of its states; that of the others is {}."
GUIDANCE = "Guided ({}): in training, attention was pulled towards the links of an aligner."
COPIES = "Copying ({}): a share 1 - p_gen of each step copies source pieces by their weights."
CHOOSES = (
    "Monotonic ({}): each step chooses one source token, none before the last chosen, or none."
)
IMPORTED = tuple(f"imported {kind}" for kind in KINDS)
AFTER_THE_WORD = {
    "posterior": "A piece's posterior is in proportion to its weight times the probability of the "
    "written token with that source token alone as context; the model did not use it.",
    "alone": "A cell is in proportion to the probability of the written token with that source "
    "token alone as context, whatever its weight; the model did not use it.",
}


@dataclass(frozen=True, kw_only=True)
class LayerWords:
    """The parts of a caption about one layer: its scale, and its colours under each scaling."""

    about: str
    high: str
    linear: str
    log: str
    row: str


@dataclass(frozen=True, kw_only=True)
class CaptionParts:
    """A caption before a view is chosen: its beginning, the parts of each layer, and its end.

    A script in `ui/web/standalone_page.py` joins them for the current view, as `caption` does here.
    """

    lead: str
    layers: Mapping[str, LayerWords]  # by measure and unit
    foot: str


def caption(
    traces: Sequence[Trace], view: View, scale: Scale, step: int | None, version: str
) -> str:
    """Return the caption of a drawing of maps.

    It names the source, the variants, how they were decoded, how pieces were merged into words, and
    how the numbers are drawn.

    Args:
        traces: the traces that are drawn.
        view: the view in which they are drawn.
        scale: the colour scale of the view's layer.
        step: the marked step, from 0, or None without a marker.
        version: the version of Alignoscope.
    """
    parts = caption_parts(traces, {(view.measure, view.unit): scale}, version)
    (words,) = parts.layers.values()
    drawn = "Thickness" if view.picture == "ribbons" else "Colours"
    sentences = [parts.lead, words.about, f"{drawn}: {getattr(words, view.scaling)}"]
    if view.threshold:
        sentences.append(f"Cells below {view.threshold:.0%} of {words.high} are hidden.")
    if step is not None:
        sentences.append(f"Marked: step {step + 1}.")
    return " ".join([*sentences, parts.foot])


def joint_caption(text: str, layer: tuple[str, str], views: Iterable[MapView]) -> list[str]:
    """Return the sentence on the bars of the chosen words, if the layer (measure, unit) has any."""
    measure, unit = layer
    words = ", ".join(joint_words(text, unit, views))
    if not words or measure in APART:
        return []
    lines = "rows of the target" if "~rows~" in text else "columns of the source"
    return [f"Bars: {'mean' if '~rows~' in text else 'sum'} of the {lines} words {words}."]


def caption_parts(
    traces: Sequence[Trace], scales: Mapping[tuple[str, str], Scale], version: str
) -> CaptionParts:
    """Return the parts of a caption for all views; `scales` are by measure and unit."""
    return CaptionParts(
        lead=" ".join([quoted_sources(traces), *said_variants(traces)]),
        layers={f"{layer[0]} {layer[1]}": _words(*layer, scale) for layer, scale in scales.items()},
        foot=f"Alignoscope {version}.",
    )


def chart_caption(*traces: Trace) -> str:
    """Return the caption of a chart of traces that share source and target.

    It names the source, the target, the variants and how they were decoded.
    """
    first = traces[0]
    return " ".join(
        [quoted_sources([first]), f"Target: {said_target(first)}", *said_variants(traces)]
    )


def asking(timing: str) -> str:
    """Return which decoder state is the query under a timing, or that the timing is unknown.

    A Transformer has no timing; its maps are means.
    """
    if timing == TRANSFORMER:
        return "mean over the heads of one layer"
    if timing not in TIMINGS:
        return "timing unknown"
    return f"attends {TIMINGS[timing].moment} ({TIMINGS[timing].asks})"


def _asking(trace: Trace) -> str:
    if not isinstance(trace, HeadTrace):
        return asking(trace.timing)
    if trace.attention == CROSS:
        return "one head’s attention to the source"
    side = "encoder" if trace.attention == ENCODER else "decoder"
    return f"one head’s self-attention in the {side}"


def said_target(trace: Trace) -> str:
    """Return the target of a trace in quotes, with dots if the translation is unfinished."""
    return f"“{trace.target.text}”" if trace.finished else f"“{trace.target.text} …”"


def quoted_sources(traces: Sequence[Trace]) -> str:
    sources = dict.fromkeys(trace.source.text for trace in traces)
    return " ".join(f"Source: “{text}”" for text in sources)


def said_variants(traces: Sequence[Trace]) -> list[str]:
    """Return one sentence per group of variants with the same timing, decoding and origin of words.

    Last sentences name the larger models, the guided ones and those that copy. The file name of a
    model, which is the label of its trace, shows whether it was guided.
    """
    groups: dict[tuple[str, str, str], list[str]] = {}
    for trace in traces:
        asks = "no attention" if trace.weights is None else _asking(trace)
        groups.setdefault((asks, trace.decoding, origin(trace)), []).append(trace.label)
    said = [
        f"{', '.join(dict.fromkeys(names))}: "
        + (f"{mode}, {given}." if mode in IMPORTED else f"{asks}; {mode} decoding, {given}.")
        for (asks, mode, given), names in groups.items()
    ]
    models = dict.fromkeys(trace.label.partition(" · ")[0] for trace in traces)
    guided = ", ".join(name for name in models if named_model(name).guided)
    copying = ", ".join(name for name in models if named_model(name).variant.endswith(COPY))
    wider = ", ".join(name for name in models if named_model(name).size > SIZE)
    said += [WIDER.format(wider, SIZE)] * bool(wider)
    said += [GUIDANCE.format(guided)] * bool(guided)
    said += [COPIES.format(copying)] * bool(copying)
    choosing = ", ".join(name for name in models if f"-{MONOTONIC}" in named_model(name).variant)
    return said + [CHOOSES.format(choosing)] * bool(choosing)


def _words(measure: str, unit: str, scale: Scale) -> LayerWords:
    after, high = AFTER_THE_WORD.get(measure), three_digits(scale.high)
    said = [f"{scale.title}, {_unit(measure, unit, scale)}.", *([after] if after else [])]
    return LayerWords(
        about=" ".join(said),
        high=high,
        linear=f"linear from {three_digits(scale.low)} to {high}.",
        log=f"logarithmic, about linear below {three_digits(LINEAR * scale.high)}, to ±{high}."
        if scale.low < 0
        else f"logarithmic, {DECADES} powers of ten below {high}.",
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
