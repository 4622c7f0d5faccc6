"""Labs of masks on real scores: the mass on pads, and a softmax over another axis."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.words import plain_token, plain_words
from alignoscope.course.facts import padding
from alignoscope.course.facts.sentences import CATS, DAY
from alignoscope.course.labs.record import Control, Lab, LabBar, LabLine, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

PADS = (0, 1, 5, 20, 50)
MASKS = ("no mask", *padding.WAYS)
AXES = ("over the source", "over what is written", "over an axis of length 1")


def leak(french: Checkpoint, dates: Checkpoint) -> Lab:
    """Return the lab of a real row of two models beside pads, with each way to mask.

    Their scores are products and the keys of pads zeros, so the scores of pads are 0. The row is
    the one that loses the most mass to pads.
    """
    traces = [translate(french, [CATS])[0], translate(dates, [DAY])[0]]
    texts = ((french, CATS), (dates, DAY))
    written = [[padding.written(text, pads, one) for pads in PADS] for one, text in texts]

    def outcome(model: int, count: int, mask: int) -> Outcome:
        trace, pads = traces[model], PADS[count]
        step, row = _weakest(trace)
        # Without a mask, the words have the same weights as with this way.
        way = MASKS[mask] if mask else padding.WAYS[-1]
        shares = padding.masked_row(row, pads, way)
        bars = [LabBar(label=word, share=one) for word, one in _shared(trace, shares)]
        if not mask:
            bars.append(LabBar(label="Pads", share=padding.padded_mass(row, pads)))
        lines = [
            LabLine(
                "The row that loses most, **{}**, sums to **{}** without the pads.",
                (step, f"{sum(shares):.3f}"),
            )
        ]
        if not mask:
            lines.append(LabLine("It writes **{}**.", (written[model][count],)))
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


def breaks(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's output beside unmasked pads, and of the weight on them."""

    def outcome(count: int) -> Outcome:
        pads = PADS[count]
        mass = padding.leak(CATS, pads, checkpoint)
        lines = (
            LabLine("Weight on the pads, on average: **{}**.", (f"{mass:.2f}",)),
            LabLine("It writes: **{}**", (padding.written(CATS, pads, checkpoint),)),
        )
        return Outcome(lines=lines)

    last = len(PADS) - 1
    return lab_of(
        [Control(label="Pads", settings=tuple(map(str, PADS)), start=last, slides=True)], outcome
    )


def axis(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's scores under a softmax over each axis.

    It shows the sums of the rows and columns of the weights.
    """
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
        lines = [*sum_lines(shares[i])]
        if i == len(AXES) - 1:
            text = padding.with_weights_of_one(CATS, checkpoint)
            lines.append(LabLine("With these weights it writes: **{}**", (text,)))
        return Outcome(lines=tuple(lines), traces=(replace(trace, steps=steps),))

    return lab_of((Control(label="The softmax runs", settings=AXES),), outcome)


def sum_lines(weights: np.ndarray) -> tuple[LabLine, ...]:
    """Return the ranges of the sums of rows and columns of weights [tgt_len, src_len]."""
    found = []
    for name, sums in (("row", weights.sum(axis=1)), ("column", weights.sum(axis=0))):
        least, most = (f"{one:.2f}" for one in (sums.min(), sums.max()))
        if least == most:
            found.append(LabLine(f"Every {name} sums to **{{}}**.", (least,)))
        else:
            found.append(LabLine(f"The {name}s sum to **{{}}** to **{{}}**.", (least, most)))
    return tuple(found)


def _weakest(trace: Trace) -> tuple[str, list[float]]:
    """Return the token whose row loses the most mass to a pad, and that row's scores."""
    assert trace.scores is not None
    rows = trace.scores.astype(float).tolist()
    # Pads take pads / (sum_j exp(e_j) + pads): the most where the sum is smallest.
    place = min(range(len(rows)), key=lambda i: np.logaddexp.reduce(rows[i]))
    return plain_token(trace.steps[place].token), rows[place]


def _shared(trace: Trace, shares: list[float]) -> list[tuple[str, float]]:
    """Return the source words, each with the total weight of its pieces."""
    words, spans = plain_words(trace.source), trace.source.spans
    return [(word, sum(shares[i] for i in span)) for word, span in zip(words, spans, strict=True)]
