"""What the flow of a trace shows beside its map: annotations, formulas, and the timing diagram."""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from alignoscope.records.catalogue.normalisers import MONOTONIC, NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import score_entry
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Trace
from alignoscope.records.variant import TRANSFORMER, feeds_input, parse_variant
from alignoscope.ui.timing.diagram import Clock, clock

STRIPES = 32  # The dimensions of a value that are drawn.
_PLAIN = {  # LaTeX of the catalogue as plain text
    r"\tilde{h}": "h̃",
    r"\tanh": "tanh",
    r"\mathrm{softmax}": "softmax",
    r", \ldots, ": " … ",
    r"\mid": "|",
    "-": "−",
}
WITH_GAUSSIAN = "local-p"  # a score whose weights are multiplied by a Gaussian begins so
# Of one head: Vaswani et al. 2017, sections 3.1 to 3.2.2, without the normalisation of inputs.
TRANSFORMERS = (
    "h_{j} ← h_{j} + MultiHead(h_{j}, h, h), {formula_then} h_{j} ← h_{j} + FFN(h_{j})",
    "e_{tj} = q_{t} · k_{j} / √d_{k}",
    "α_{tj} = exp(e_{tj}) / Σ_{k} exp(e_{tk})",
    "head_{i} = Σ_{j} α_{tj} v_{j}, {formula_then} "
    "c_{t} = MultiHead(Q, K, V) = Concat(head_{1}, …, head_{h}) W^{O}",
    "s_{t} ← s_{t} + c_{t}, {formula_then} s_{t} ← s_{t} + FFN(s_{t})",
    "p(y_{t} | y_{1} … y_{t−1}, x) = softmax(E s_{t})",
    "s_{t} ← s_{t} + MultiHead(s_{t}, s_{≤t}, s_{≤t})",
)
# See et al. 2017, section 2.2, equation 9, over pieces.
COPIED = "P(w) = p_{gen} p(w) + (1 − p_{gen}) Σ_{j} α_{@j} [x_{j} = w]"
_WORDS = {"near position": "formula_only", "at position": "formula_at"}


@dataclass(frozen=True, kw_only=True)
class FlowNotes:
    """What the flow shows beside the weights.

    Args:
        values: `STRIPES` dimensions of each source piece's value as signed bytes in base64, where
            127 is the largest magnitude of the sentence; empty if the trace has no values.
        sizes: the number of pieces of each source word.
        two_way: whether the values join a forward and a backward state.
        source_ends, target_ends: whether the last word is the end mark.
        kind: what the weights are; see `Trace`.
        updates_first: whether the decoder updates its state before it attends.
        sums_to_one: whether the weights of a row do, as far as is known.
        formulas: one formula per beat, see `formulas`; empty if the variant is unknown.
        clock: the timing diagram, or None if the timing is unknown.
        heads: the weights [steps, heads, pieces] of a Transformer's heads, of which the map is the
            mean, as 65,535ths of two bytes, the lower first, in base64; empty if there are none.
        self_heads: likewise, of self-attention in the same layer, [heads, step + 1] of each step.
    """

    values: str
    sizes: tuple[int, ...]
    two_way: bool
    source_ends: bool
    target_ends: bool
    kind: str
    updates_first: bool
    sums_to_one: bool
    formulas: tuple[str, ...]
    clock: Clock | None
    heads: str = ""
    self_heads: str = ""


def flow_notes(trace: Trace) -> FlowNotes:
    """Return the notes of a trace."""
    return FlowNotes(
        values=_levels(trace.values),
        sizes=tuple(len([*run]) for _, run in groupby(trace.source.word_of)),
        two_way=trace.bidirectional,
        source_ends=_ends(trace.source),
        target_ends=_ends(trace.target),
        kind=trace.kind,
        updates_first=updates_first(trace.timing),
        sums_to_one=sums_to_one(trace.variant),
        formulas=formulas(trace.variant, two_way=trace.bidirectional),
        clock=clock(
            trace.timing, attends=trace.weights is not None, feeds=feeds_input(trace.variant)
        ),
        heads=_shares([step.heads for step in trace.steps]),
        self_heads=_shares([step.self_heads for step in trace.steps]),
    )


def updates_first(timing: str) -> bool:
    """Return whether a decoder of a known timing updates its state before it attends."""
    return timing in TIMINGS and not TIMINGS[timing].asks_before


def sums_to_one(variant: str) -> bool:
    """Return whether the weights of a row do: not those with a Gaussian, nor those of a choice."""
    try:
        parts = parse_variant(variant)
        return not (parts.score.startswith(WITH_GAUSSIAN) or parts.normaliser == MONOTONIC)
    except ValueError:
        return True


def _ends(sentence: Sentence) -> bool:
    return sentence.words[-1:] == (END,)


def picked(size: int) -> np.ndarray:
    """Return the indices [drawn] of the dimensions on show: `STRIPES`, evenly spaced, or all."""
    return np.arange(size)[:: max(size // STRIPES, 1)][:STRIPES]


def _levels(values: np.ndarray) -> str:
    drawn = values[:, picked(values.shape[-1])]
    peak = float(np.abs(drawn).max(initial=0))
    if not peak or not np.isfinite(peak):
        return ""
    return b64encode(np.round(127 * drawn / peak).astype(np.int8).tobytes()).decode()


def _shares(found: Sequence[np.ndarray | None]) -> str:
    known = [heads for heads in found if heads is not None]
    if len(known) < len(found) or not known:
        return ""
    weights = np.concatenate([heads.ravel() for heads in known])
    # Only a weight of 0 is level 0, and only one of 1 the highest: `percentage` tells them apart.
    levels = np.clip(np.round(65_535 * weights), weights > 0, 65_535 - (weights < 1))
    return b64encode(levels.astype("<u2").tobytes()).decode()


def formulas(variant: str, *, two_way: bool = True) -> tuple[str, ...]:
    """Return the formula of each beat, or nothing for a model of another tool.

    `_{}` is a subscript, `^{}` a superscript, and other braces have the name of one of
    `ui/phrases`. `two_way` says whether the encoder reads in both directions.
    """
    try:
        parts = parse_variant(variant)
    except ValueError:
        return ()
    if parts.timing == TRANSFORMER:
        return TRANSFORMERS
    timing = TIMINGS[parts.timing]
    query = f"{timing.state}_{{@−1}}" if timing.asks_before else f"{timing.state}_{{@}}"
    # Where the decoder's state is h, an annotation has a bar, as h̄_s in Luong et al. 2015.
    note = "h̄" if timing.state == "h" else "h"
    scores = f"e_{{@j}} = a({query}, {note}_{{j}})"
    if label := _worded(score_entry(parts.score).label):
        near = parts.score.startswith("local")
        scores += f", {label}" if near else f", {{formula_with}} a = {label}"
    weights = f"α_{{@j}} = {NORMALISERS[parts.normaliser].label}(e_{{@}})_{{j}}"
    if parts.normaliser == MONOTONIC:
        weights = "α_{@j} = 1, j = min {k ≥ t_{@−1}: σ(e_{@k}) ≥ ½}"
    if parts.normaliser == SOFTMAX:
        weights = "α_{@j} = exp(e_{@j}) / Σ_{k} exp(e_{@k})"
    if parts.score.startswith(WITH_GAUSSIAN):
        weights += " · exp(−2((j − p) / D)²)"
    context = f"c_{{@}} = Σ_{{j}} α_{{@j}} {note}_{{j}}"
    if parts.score == "none":
        scores = weights = "{formula_none}"
        last = f"[→{note}_{{n}}; ←{note}_{{1}}]" if two_way else f"→{note}_{{n}}"
        context = f"c = {last}, {{formula_constant}}"
    update, word = _around(timing.formula)
    if not update:  # The state is updated after attention, and the word is written from it.
        update, word = word, []
    if parts.input_feeding:
        update[0] = update[0].replace("E y_{t−1}", "[E y_{t−1}; h̃_{t−1}]")
    then = ", {formula_then} "
    state, output = then.join(update), then.join([*word, _plain(timing.output)])
    if parts.copying:
        output += then + COPIED
    read = f"{note}_{{j}} = →{note}_{{j}}"
    if two_way:
        read = f"{note}_{{j}} = [→{note}_{{j}}; ←{note}_{{j}}]"
    beats = read, scores, weights, context, state, output
    return tuple(beat.replace("@", timing.index) for beat in beats)


def _around(latex: str) -> tuple[list[str], list[str]]:
    """Return a step's rows in the catalogue before and after attention, as text with `_{}`."""
    rows = re.sub(r"\\(begin|end)\{aligned\}|&", "", latex).split(r"\\")
    (at,) = (i for i, row in enumerate(rows) if "attend" in row)
    plain = [_plain(row.strip()) for row in rows]
    return plain[:at], plain[at + 1 :]


def _worded(label: str) -> str:
    """Return a label of the catalogue with names of phrases in place of its English words."""
    for words, name in _WORDS.items():
        label = label.replace(words, f"{{{name}}}")
    return label


def _plain(latex: str) -> str:
    for command, letters in _PLAIN.items():
        latex = latex.replace(command, letters)
    return re.sub(r"_(\w)", r"_{\1}", latex)
