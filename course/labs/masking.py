"""Labs of masks on real scores: what pads take of a row, and a softmax over another axis."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.words import plain_token, plain_words
from alignoscope.course.facts import padding
from alignoscope.course.facts.sentences import CATS, DAY
from alignoscope.course.labs.record import Bar, Control, Lab, Line, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

PADS = (0, 1, 5, 20, 50)
MASKS = ("no mask", *padding.WAYS)
AXES = ("over the source", "over what is written", "over an axis of length 1")


def leak(scaled: Checkpoint, dates: Checkpoint) -> Lab:
    """Return a real row of two models of dot products beside pads, by when the mask comes.

    The keys of pads are zeros, so that their scores are 0; the row is the one that they take most
    of.
    """
    traces = [translate(scaled, [CATS])[0], translate(dates, [DAY])[0]]
    texts = ((scaled, CATS), (dates, DAY))
    written = [[padding.written(text, pads, one) for pads in PADS] for one, text in texts]

    def outcome(model: int, count: int, mask: int) -> Outcome:
        trace, pads = traces[model], PADS[count]
        step, row = _weakest(trace)
        way = MASKS[mask] if mask else padding.WAYS[-1]  # the words' shares are the same
        shares = padding.masked_row(row, pads, way)
        bars = [Bar(label=word, share=one) for word, one in _shared(trace, shares)]
        if not mask:
            bars.append(Bar(label="Pads", share=padding.padded_mass(row, pads)))
        lines = [
            Line(
                "The row of **{}**, without the pads, sums to **{}**.", (step, f"{sum(shares):.3f}")
            )
        ]
        if not mask:
            lines.append(Line("It writes **{}**.", (written[model][count],)))
        return Outcome(bars=tuple(bars), lines=tuple(lines))

    pads = Control(label="Pads", settings=tuple(map(str, PADS)), start=3, slides=True)
    models = tuple(trace.variant for trace in traces)
    return lab_of(
        (
            Control(label="The model", settings=models),
            pads,
            Control(label="The mask", settings=MASKS),
        ),
        outcome,
    )


def axis(checkpoint: Checkpoint) -> Lab:
    """Return a model's own scores under a softmax over each axis, and the sums of what is made."""
    trace = translate(checkpoint, [CATS])[0]
    scores = trace.scores
    assert scores is not None
    parts = np.exp(scores.astype(float) - scores.max())
    shares = (
        parts / parts.sum(axis=1, keepdims=True),
        parts / parts.sum(axis=0, keepdims=True),
        np.ones_like(parts),
    )

    def outcome(i: int) -> Outcome:
        steps = tuple(
            replace(step, weights=row, candidates=())
            for step, row in zip(trace.steps, shares[i], strict=True)
        )
        return Outcome(lines=sum_lines(shares[i]), traces=(replace(trace, steps=steps),))

    return lab_of((Control(label="The softmax runs", settings=AXES),), outcome)


def sum_lines(weights: np.ndarray) -> tuple[Line, ...]:
    """Return what the rows of a map of weights sum to, and what its columns do."""
    said = ("Rows sum to **{}** to **{}**.", "Columns sum to **{}** to **{}**.")
    sums = (weights.sum(axis=1), weights.sum(axis=0))
    return tuple(
        Line(text, (f"{one.min():.2f}", f"{one.max():.2f}"))
        for text, one in zip(said, sums, strict=True)
    )


def _weakest(trace: Trace) -> tuple[str, list[float]]:
    """Return the token whose row has most to lose to a pad, and that row's scores."""
    assert trace.scores is not None
    rows = trace.scores.astype(float).tolist()
    place = max(range(len(rows)), key=lambda i: padding.padded_mass(rows[i], 1))
    return plain_token(trace.steps[place].token), rows[place]


def _shared(trace: Trace, shares: list[float]) -> list[tuple[str, float]]:
    """Return the source's words, each with the weights of its pieces."""
    words, spans = plain_words(trace.source), trace.source.spans
    return [(word, sum(shares[i] for i in span)) for word, span in zip(words, spans, strict=True)]
