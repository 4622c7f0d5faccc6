"""The steps of a trace prepared for drawing: the content of the anatomy of a step."""

from dataclasses import dataclass

import numpy as np

from alignoscope.analysis.copying import copied_shares
from alignoscope.analysis.normalising import is_given
from alignoscope.analysis.words import merge_source, plain_token, plain_words
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.records.percentages import percentage
from alignoscope.records.trace import Trace
from alignoscope.records.variant import TRANSFORMER, feeds_input
from alignoscope.ui.player.decoding_mode import whose_words
from alignoscope.ui.player.map_view import peak

HEADS = {"words": "token", "pieces": "token (▁ is a space)"}
TRANSFORMERS_STEP = (
    "Each layer of the decoder attends to the tokens so far, then to the source. There is no RNN: "
    "the tokens' keys and values are kept, and the context vector is added to the token's vector."
)
VERBS = {"forced": "is given", "branch": "is written", "sampled": "is drawn"}


@dataclass(frozen=True, kw_only=True, eq=False)
class NextToken:
    """A candidate for the next token; `written` is True for the token that was written."""

    token: str
    log_prob: float  # nats
    written: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class StepView:
    """One step of a trace.

    Args:
        place: the position of the step, in the unit of the view.
        token: the token that the step wrote.
        log_prob: its log probability.
        asked: a sentence that names the query.
        query: the query.
        scores: the scores over source words or pieces, or None; outside of a local window -inf.
        weights: the weights over source words or pieces, or None.
        window: sentences about the mask or the window, and about what was copied.
        given: whether weights other than the computed ones were used.
        context: the context vector.
        candidates: the most probable tokens; the written token is added if it is not among them.
    """

    place: str
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
    """All steps of one trace.

    Args:
        label: the label of the trace.
        timing: the timing.
        mode: who chose the words, in plain words; see `decoding_mode.whose_words`.
        verb: how tokens are written, such as "is chosen".
        attends: whether the model has attention.
        feeds: whether the model has input feeding.
        clock: sentences about the order of events in a step.
        first: a sentence about the initial decoder state.
        head: the head of a column of tokens.
        columns: the words or pieces of the source.
        steps: the steps.
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
        """Return the largest magnitude in a part ("query", "scores", "context") of all steps."""
        rows = [row for step in self.steps if (row := getattr(step, part)) is not None]
        return peak(np.array(rows))


def steps_view(trace: Trace, unit: str) -> StepsView:
    """Return the steps of a trace over "words" or "pieces"."""
    attends, feeds = trace.weights is not None, feeds_input(trace.variant)
    shares = copied_shares(trace)
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
        steps=tuple(_step_view(trace, i, unit, shares) for i in range(len(trace.steps))),
    )


def query_text(timing: str, step: int, *, attends: bool = True) -> str:
    """Return a sentence that names the query at a step counted from 0: s[i-1] or h[t]."""
    if not attends:
        return "No query: this model has no attention. This is its decoder state."
    if timing == TRANSFORMER:
        return "The queries of all heads of one layer, side by side."
    if timing not in TIMINGS:
        return "The decoder state of this step."
    entry = TIMINGS[timing]
    number = step if entry.asks_before else step + 1
    return f"{entry.asks} = {entry.state}[{number}], {entry.asker}."


def first_text(timing: str) -> str:
    """Return a sentence about the initial decoder state (Bahdanau et al. 2015, A.2.2)."""
    if timing not in TIMINGS:
        return ""
    return (
        f"{TIMINGS[timing].carried}[0] = tanh(W h1), where h1 is the encoder's backward RNN at "
        "the first source token (in a one-way encoder, its last state)."
    )


def clock_text(timing: str, *, attends: bool, feeds: bool) -> str:
    """Return sentences about the order of events in a step, and where the context enters."""
    if not attends:
        return "There is no query: the context vector is the encoder's last state at every step."
    if timing == TRANSFORMER:
        return TRANSFORMERS_STEP
    if timing not in TIMINGS:
        return ""
    entry = TIMINGS[timing]
    fed = ", and the result is fed into the RNN at the next step (input feeding)" if feeds else ""
    return f"{entry.events} The context vector {entry.context}{fed}."


def _verb(trace: Trace) -> str:
    forced = trace.mode == "edited" and trace.given == len(trace.steps)
    return VERBS["forced"] if forced else VERBS.get(trace.mode, "is chosen")


def _step_view(trace: Trace, i: int, unit: str, shares: np.ndarray | None) -> StepView:
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
        place=_place(trace, i, unit),
        token=plain_token(record.token, unit),
        log_prob=record.log_prob,
        asked=query_text(trace.timing, i, attends=weights is not None),
        query=record.query,
        scores=scores,
        weights=weights,
        window=_window_text(trace, i, unit) + _copied_text(trace, i, shares),
        given=is_given(trace, i),
        context=record.context,
        candidates=tuple(best),
    )


def _place(trace: Trace, i: int, unit: str) -> str:
    """Return the position of a step as the player counts it: in words or in pieces."""
    if unit == "pieces":
        return f"Piece {i + 1} of {len(trace.steps)}"
    word = trace.target.word_of[i]
    pieces = trace.target.spans[word]
    part = f", piece {i - pieces.start + 1} of {len(pieces)}" if len(pieces) > 1 else ""
    return f"Word {word + 1} of {len(trace.target.words)}{part}"


def _copied_text(trace: Trace, i: int, shares: np.ndarray | None) -> str:
    """Return a sentence about how much of a step's token was copied, or ""."""
    if shares is None:
        return ""
    return (
        f" p_gen = {trace.steps[i].p_gen:.2f}: the rest of the step copies source pieces by their "
        f"weights. Of this token's probability, {percentage(shares[i])} was copied."
    )


def _window_text(trace: Trace, i: int, unit: str) -> str:
    """Return a sentence about the source tokens that a step may attend to: the mask or window."""
    size, center = len(trace.source.pieces), trace.steps[i].center
    if center is None or trace.window is None:
        count = len(trace.source.words) if unit == "words" else size
        return f"No padding: all {count} source {unit} are visible."
    first = max(0, int(np.ceil(center - trace.window)))
    last = min(size - 1, int(np.floor(center + trace.window)))
    return (
        f"Window: source tokens {first + 1} to {last + 1} of {size}, at most {trace.window} from "
        f"p[t] = {center + 1:.1f} (counted from 1)."
        + (" A Gaussian centred there scales the weights." if "-local-p" in trace.variant else "")
    )
