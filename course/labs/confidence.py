"""Labs of how sure a model is of its words, and of what its map says of them."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.confidence import WORD_FEATURES, word_features
from alignoscope.analysis.words import own_words
from alignoscope.course.facts.confidence import (
    HEDGEHOG,
    SCARECROW,
    TARANTULA,
    bins,
    measured,
    terms,
    translated,
    widths,
)
from alignoscope.course.labs.record import (
    Columns,
    Control,
    Curve,
    Lab,
    LabLine,
    LabTable,
    Outcome,
    lab_of,
)
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint

SENTENCES = (SCARECROW, TARANTULA, HEDGEHOG)
DRAWN = slice(1, None, 2)  # every second bin


def smooth(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the map of a wrong translation, without any mark."""
    return lab_of((), lambda: Outcome(traces=(translate(checkpoint, [SCARECROW])[0],)))


def sureness(checkpoint: Checkpoint) -> Lab:
    """Return the lab of how sure a model is of each word that it writes."""

    def outcome(i: int) -> Outcome:
        trace, sure = translated(SENTENCES[i], checkpoint)
        chart = Columns(
            words=own_words(trace.target),
            up=sure.words,
            names=("probability that the word is right", ""),
            most=1.0,
        )
        written = LabLine("It writes: **{}**", (trace.target.text,))
        return Outcome(lines=(written,), chart=chart)

    return lab_of((Control(label="The sentence", settings=SENTENCES),), outcome)


def computed(checkpoint: Checkpoint) -> Lab:
    """Return the lab of how one confidence is computed, for each word of a translation."""
    trace, sure = translated(SCARECROW, checkpoint)
    words = own_words(trace.target)
    bias = measured(checkpoint).fit.word.bias

    def outcome(i: int) -> Outcome:
        found = terms(SCARECROW, i, checkpoint)
        rows = [
            (WORD_FEATURES[name], *(f"{one:.2f}" for one in (value, weight, value * weight)))
            for name, (value, weight) in found.items()
        ]
        rows.append(("bias", "", "", f"{bias:.2f}"))
        z = bias + sum(value * weight for value, weight in found.values())
        lines = (
            LabLine("The sum z: **{}**", (f"{z:.2f}",)),
            LabLine("The probability that the word is right: **{}**", (f"{sure.words[i]:.2f}",)),
        )
        columns = ("feature", "value", "coefficient", "product")
        return Outcome(lines=lines, table=LabTable(columns=columns, rows=tuple(rows)))

    start = int(np.argmin(sure.words))
    return lab_of((Control(label="The word", settings=words, start=start),), outcome)


def calibration(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the share of right words by what was said of them; a person draws it."""
    found = bins(checkpoint)
    curve = Curve(
        label="Share of words that are right",
        model=checkpoint.variant,
        over="The model says, %",
        at="{}%",
        amounts=tuple(round(100 * one.said) for one in found),
        shares=tuple(one.right for one in found),
        points=tuple(range(len(found)))[DRAWN],
    )
    return lab_of((), lambda: Outcome(curve=curve))


def reliability(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the same bins as a table, with the number of their words."""
    rows = tuple(
        (*(f"{one:.2f}" for one in (one.said, one.right)), f"{one.count:,}")
        for one in bins(checkpoint)
    )
    table = LabTable(columns=("the model says", "are right", "words"), rows=rows)
    return lab_of((), lambda: Outcome(table=table))


def doubts(checkpoint: Checkpoint) -> Lab:
    """Return the lab of each word's probability, above the width of its row."""

    def outcome(i: int) -> Outcome:
        trace, _ = translated(SENTENCES[i], checkpoint)
        words = own_words(trace.target)
        chart = Columns(
            words=words,
            up=tuple(word_features(trace, None)["p"].tolist()),
            down=tuple(widths(trace).tolist()),
            names=("probability of the word", "width of its row"),
            most=1.0,
        )
        return Outcome(chart=chart)

    return lab_of((Control(label="The sentence", settings=SENTENCES),), outcome)


def sharp(checkpoint: Checkpoint) -> Lab:
    """Return the lab of maps that are about as sharp at a wrong word as at a right one."""
    texts = (TARANTULA, HEDGEHOG)

    def outcome(i: int) -> Outcome:
        trace, sure = translated(texts[i], checkpoint)
        step = trace.target.spans[int(np.argmin(sure.words))].start
        return Outcome(traces=(replace(trace, label=checkpoint.variant),), step=step)

    return lab_of((Control(label="The sentence", settings=texts),), outcome)
