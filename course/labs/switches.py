"""Labs that change one part of a model, or of its input, and nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np

from alignoscope.analysis.words import SHIFTS, shift_rows
from alignoscope.course.facts import explaining, looking, parts
from alignoscope.course.facts.sentences import CATS
from alignoscope.course.labs.record import Control, Lab, LabLine, LabTable, Outcome, lab_of
from alignoscope.data.gold import GoldPair
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

WAYS = ("where it wants to", "at the correct links", "everywhere alike", "its rows shuffled")
DATES = 6
LENGTHS = (10, 50, 100, 101, 102, 200)  # The lengths of sources, in tokens.


def decoders(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of the maps of models that differ in timing or input feeding."""
    settings = tuple(one.variant for one in checkpoints)

    def outcome(i: int) -> Outcome:
        trace = translate(checkpoints[i], [CATS])[0]
        asks = LabLine("Query: **{}**.", (looking.asks(trace.timing),))
        reads = LabLine(
            "Its RNN reads **{}** numbers per step.", (looking.input_size(checkpoints[i]),)
        )
        return Outcome(lines=(asks, reads), traces=(trace,))

    return lab_of((Control(label="The decoder", settings=settings),), outcome)


def limit(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of which models accept a source of a given length, with their parameters."""
    columns = ("variant", "a sentence so long", "has learnt")

    def outcome(i: int) -> Outcome:
        rows = tuple(
            (one.variant, parts.refuses(LENGTHS[i], one), f"{parts.parameters(one):,}")
            for one in checkpoints
        )
        return Outcome(table=LabTable(columns=columns, rows=rows))

    control = Control(label="Tokens", settings=tuple(map(str, LENGTHS)), start=1, slides=True)
    return lab_of((control,), outcome)


def shift(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a map with shifted rows, and the alignment error of all maps so shifted."""
    pairs = looking.gold_pairs()
    traces = looking.forced_gold(checkpoint)

    def outcome(i: int) -> Outcome:
        rows = -SHIFTS[i]  # A row that moves down shows the row of the step before.
        error = looking.shift_error(traces, rows)
        line = LabLine("Alignment error over {} pairs: **{}**.", (len(pairs), f"{error:.3f}"))
        return Outcome(lines=(line,), traces=(_moved(traces[0], rows),))

    settings = tuple(f"{one:+d}" if one else "0" for one in SHIFTS)
    control = Control(
        label="Rows move down by", settings=settings, start=SHIFTS.index(0), slides=True
    )
    return lab_of((control,), outcome)


def given(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of date models' outputs with their own weights and with given ones."""
    pairs = explaining.unseen_dates()
    found = [[_written(one, pairs, way) for way in WAYS] for one in checkpoints]

    def outcome(model: int, way: int, date: int) -> Outcome:
        traces = found[model][way]
        right = sum(a.target.text == b.target for a, b in zip(traces, pairs, strict=True))
        lines = (
            LabLine("It writes **{}**.", (traces[date].target.text,)),
            LabLine("Right of {} dates: **{}**.", (len(pairs), right)),
        )
        return Outcome(lines=lines, traces=(traces[date],))

    return lab_of(
        (
            Control(label="The model", settings=tuple(one.variant for one in checkpoints)),
            Control(label="It looks", settings=WAYS),
            Control(label="The date", settings=tuple(pair.source for pair in pairs[:DATES])),
        ),
        outcome,
    )


def _written(checkpoint: Checkpoint, pairs: Sequence[GoldPair], way: str) -> list[Trace]:
    """Return the traces of dates when a model's weights follow a way of `WAYS`."""
    sources = [pair.source for pair in pairs]
    if way == WAYS[0]:
        return translate(checkpoint, sources)
    own = force(checkpoint, sources, [pair.target for pair in pairs])
    return translate(
        checkpoint, sources, [_rows(*both, way) for both in zip(own, pairs, strict=True)]
    )


def _rows(trace: Trace, pair: GoldPair, way: str) -> np.ndarray:
    """Return the weights [tgt_len, src_len] to give to a model for a way of `WAYS`."""
    assert trace.weights is not None
    if way == WAYS[1]:
        return explaining.linked_rows(trace, pair)
    if way == WAYS[2]:
        return np.full_like(trace.weights, 1 / trace.weights.shape[1])
    draw = Random(0)
    return np.array([draw.sample(row, len(row)) for row in trace.weights.tolist()])


def _moved(trace: Trace, rows: int) -> Trace:
    """Return a trace whose weights are shifted by `rows` rows, without scores and candidates."""
    assert trace.weights is not None
    moved = shift_rows(trace.weights, rows)
    steps = tuple(
        replace(step, weights=row, scores=None, candidates=())
        for step, row in zip(trace.steps, moved, strict=True)
    )
    return replace(trace, steps=steps)
