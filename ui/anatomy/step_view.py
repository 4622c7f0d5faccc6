"""What happened at each step of a trace, ready to be drawn: the anatomy that follows the player."""

from dataclasses import dataclass

import numpy as np

from alignoscope.analysis.normalising import is_given
from alignoscope.analysis.words import merge_source, plain_token, plain_words
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.trace import Trace
from alignoscope.ui.player.decoding_mode import whose_words
from alignoscope.ui.player.map_view import peak

HEADS = {"words": "token", "pieces": "token (▁ is a space)"}
VERBS = {"forced": "is given", "branch": "is written", "sampled": "is drawn"}


@dataclass(frozen=True, kw_only=True, eq=False)
class NextToken:
    """A token that could have come next."""

    token: str
    log_prob: float  # nats
    written: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class StepView:
    """One step; the scores and weights are over words or pieces, None where there are none.

    A score outside of a local window is -inf. `given` says that other weights than the computed
    ones were used. The written token is the last of `candidates` if it is none of the best.
    """

    token: str
    log_prob: float  # nats
    asked: str
    query: np.ndarray  # [query_size]
    scores: np.ndarray | None  # [columns]
    weights: np.ndarray | None  # [columns]
    window: str
    given: bool
    context: np.ndarray  # [value_size]
    candidates: tuple[NextToken, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class StepsView:
    """All steps of one trace; `columns` are the words or pieces of the source.

    `clock` says when the timing asks, `first` where its first state comes from, `verb` how tokens
    are written, and `head` what stands above them.
    """

    label: str
    timing: str
    mode: str
    verb: str
    attends: bool
    feeds: bool
    clock: str
    first: str
    head: str
    columns: tuple[str, ...]
    steps: tuple[StepView, ...]

    def peak(self, part: str) -> float:
        """Return the largest magnitude in the "query", "scores" or "context" of all steps."""
        rows = [row for step in self.steps if (row := getattr(step, part)) is not None]
        return peak(np.array(rows))


def steps_view(trace: Trace, unit: str) -> StepsView:
    """Return the steps of a trace over words or pieces."""
    attends, feeds = trace.weights is not None, trace.variant.endswith("-feed")
    return StepsView(
        label=trace.label,
        timing=trace.timing,
        mode=whose_words(trace),
        verb=_verb(trace),
        attends=attends,
        feeds=feeds,
        clock=clock_text(trace.timing, attends=attends, feeds=feeds),
        first=first_text(trace.timing),
        head=HEADS[unit],
        columns=plain_words(trace.source) if unit == "words" else trace.source.pieces,
        steps=tuple(_step_view(trace, i, unit) for i in range(len(trace.steps))),
    )


def query_text(timing: str, step: int, *, attends: bool = True) -> str:
    """Say which decoder state asks at a step counted from 0: s[i-1] or h[t]."""
    if not attends:
        return "Nothing asks: this is the decoder state that would."
    if timing not in TIMINGS:
        return "The decoder state of this step."
    entry = TIMINGS[timing]
    number = step if entry.asks_before else step + 1
    return f"{entry.asks} = {entry.state}[{number}], {entry.asker}."


def first_text(timing: str) -> str:
    """Say where the state before the first step comes from (Bahdanau et al. 2015, A.2.2)."""
    if timing not in TIMINGS:
        return ""
    return (
        f"{TIMINGS[timing].carried}[0] = tanh(W h1), with h1 the encoder's backward RNN at the "
        "first source token (in a one-way encoder, its last state)."
    )


def clock_text(timing: str, *, attends: bool, feeds: bool) -> str:
    """Say when a timing asks, and where the context enters."""
    if not attends:
        return "Nothing is asked: the context is the encoder's last state at every step."
    if timing not in TIMINGS:
        return ""
    entry = TIMINGS[timing]
    fed = ", and what they make is fed to the RNN at the next step" if feeds else ""
    return f"{entry.events} The context {entry.context}{fed}."


def _verb(trace: Trace) -> str:
    forced = trace.mode == "edited" and trace.given == len(trace.steps)
    return VERBS["forced"] if forced else VERBS.get(trace.mode, "is chosen")


def _step_view(trace: Trace, i: int, unit: str) -> StepView:
    record = trace.steps[i]
    scores, weights = record.scores, record.weights
    if unit == "words":
        scores = None if scores is None else merge_source(scores, trace.source, "scores")
        weights = None if weights is None else merge_source(weights, trace.source, "weights")
    best = [
        NextToken(
            token=plain_token(c.token, unit), log_prob=c.log_prob, written=c.token == record.token
        )
        for c in record.candidates
    ]
    if not any(candidate.written for candidate in best):
        best.append(
            NextToken(token=plain_token(record.token, unit), log_prob=record.log_prob, written=True)
        )
    return StepView(
        token=plain_token(record.token, unit),
        log_prob=record.log_prob,
        asked=query_text(trace.timing, i, attends=weights is not None),
        query=record.query,
        scores=scores,
        weights=weights,
        window=_window_text(trace, i),
        given=is_given(trace, i),
        context=record.context,
        candidates=tuple(best),
    )


def _window_text(trace: Trace, i: int) -> str:
    """Say which source tokens the softmax of a step may choose from; their mask or window."""
    size, center = len(trace.source.pieces), trace.steps[i].center
    if center is None or trace.window is None:
        return f"Mask: all {size} source tokens are real, none is hidden."
    first = max(0, int(np.ceil(center - trace.window)))
    last = min(size - 1, int(np.floor(center + trace.window)))
    return (
        f"Window: source tokens {first + 1} to {last + 1} of {size}, at most {trace.window} from "
        f"p[t] = {center + 1:.1f} (counted from 1)."
        + (" A Gaussian around it scales the weights." if "-local-p" in trace.variant else "")
    )
