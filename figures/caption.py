"""The caption of an export: all that is needed to read its picture without the app."""

from collections.abc import Sequence

from figures.ink import figure
from figures.maps import Scale
from figures.view import DECADES, View
from models.trace import Trace

TIMINGS = {
    "bahdanau": "the state before the decoder's update asks (s[i-1])",
    "luong": "the state after the decoder's update asks (h[t])",
    "tacotron": "the attention RNN's state asks (h[t])",
    "unknown": "timing unknown",
}
MODES = {
    "free": "the model chose every word",
    "forced": "the target was given",
    "branch": "the first words were given",
    "edited": "the weights of some steps were given",
    "beam": "found by beam search",
    "sampled": "words drawn by their probabilities",
}


def caption(
    traces: Sequence[Trace], view: View, scale: Scale, step: int | None, version: str
) -> str:
    """Say which variants these are, how they were decoded and merged, and how they are drawn."""
    sentences = [
        _quoted(traces),
        *_variants(traces),
        f"{scale.title}, {_unit(view)}.",
        _colours(view, scale),
    ]
    if view.threshold:
        sentences.append(f"Cells below {view.threshold:.0%} of {figure(scale.high)} are hidden.")
    if step is not None:
        sentences.append(f"Marked: step {step + 1}.")
    return " ".join([*sentences, f"Alignoscope {version}."])


def _quoted(traces: Sequence[Trace]) -> str:
    sources = dict.fromkeys(trace.source.text for trace in traces)
    return " ".join(f"Source: “{text}”" for text in sources)


def _variants(traces: Sequence[Trace]) -> list[str]:
    """Name the variants together that share a timing and a mode."""
    groups: dict[tuple[str, str], list[str]] = {}
    for trace in traces:
        asks = "no attention" if trace.weights is None else TIMINGS[trace.timing]
        groups.setdefault((asks, trace.mode), []).append(trace.variant)
    return [
        f"{', '.join(dict.fromkeys(names))}: {asks}; {mode} decoding, {MODES[mode]}."
        for (asks, mode), names in groups.items()
    ]


def _unit(view: View) -> str:
    if view.unit == "pieces":
        return "over subword pieces, not merged"
    source = "log sum exp" if view.measure == "scores" else "sum"
    return f"over words: {source} over a source word's pieces, mean over a target word's"


def _colours(view: View, scale: Scale) -> str:
    ends = f"{figure(scale.low)} to {figure(scale.high)}"
    scaling = {
        "linear": f"linear from {ends}.",
        "log": f"logarithmic, {DECADES} powers of ten below {figure(scale.high)}.",
        "row": "each row stretched to its largest value.",
    }[view.scaling]
    return f"{'Thickness' if view.picture == 'ribbons' else 'Colours'}: {scaling}"
