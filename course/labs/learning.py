"""Labs of training: maps by the number of updates, and results by seed."""

from collections.abc import Sequence
from dataclasses import replace

from alignoscope.course.facts.learning import rows_right, widths_of
from alignoscope.course.facts.lengths import by_length
from alignoscope.course.facts.seeds import bleu_by_seed
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
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.run import Snapshot
from alignoscope.records.trace import Trace

DRAWN = 5  # The number of points that a person draws.
LENGTHS = ("fixed-context", "tacotron-additive")
SEEDED = ("tacotron-additive", "luong-general", "luong-dot")


def letters(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a letter model's maps during training, with the number of right rows."""

    def said(update: int) -> LabLine:
        count = len(checkpoint.record.snapshots[0].maps[0]) - 1
        right = rows_right(update, checkpoint)
        return LabLine("Letters that it looks for where they stand: **{}** of {}.", (right, count))

    return _played(checkpoint, [said(one.step) for one in _kept(checkpoint)])


def dates(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a date model's maps during training, with their largest weights."""
    sharp = [float(one.maps[0].max(axis=1).mean()) for one in _kept(checkpoint)]
    said = [
        LabLine("Largest weight of a row, on average: **{}**.", (f"{one:.2f}",)) for one in sharp
    ]
    return _played(checkpoint, said)


def widths(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the rows' width over training; a person first draws five points of it."""
    found = widths_of(checkpoint)
    points = tuple(round(i * (len(found) - 1) / (DRAWN - 1)) for i in range(DRAWN))
    curve = Curve(
        label="How wide a row is, on average",
        model=checkpoint.variant,
        over="Updates",
        at="{} updates",
        amounts=tuple(found),
        shares=tuple(found.values()),
        points=points,
        logarithmic=True,
    )
    return lab_of((), lambda: Outcome(curve=curve))


def _kept(checkpoint: Checkpoint) -> list[Snapshot]:
    return sorted(checkpoint.record.snapshots, key=lambda one: one.step)


def _played(checkpoint: Checkpoint, lines: Sequence[LabLine]) -> Lab:
    source, target = checkpoint.record.examples[0]
    last, snapshots = force(checkpoint, [source], [target])[0], _kept(checkpoint)

    def outcome(i: int) -> Outcome:
        return Outcome(lines=(lines[i],), traces=(_then(last, snapshots[i]),))

    settings = tuple(f"{one.step:,}" for one in snapshots)
    return lab_of((Control(label="Updates", settings=settings, slides=True),), outcome)


def _then(last: Trace, snapshot: Snapshot) -> Trace:
    """Return a trace with the weights of a snapshot, without numbers of the final model."""
    steps = tuple(
        replace(step, weights=row, scores=None, candidates=())
        for step, row in zip(last.steps, snapshot.maps[0], strict=True)
    )
    return replace(last, steps=steps)


def lengths() -> Lab:
    """Return the lab of BLEU by length from reports: one vector a line, attention in columns."""
    fixed, attending = map(by_length, LENGTHS)
    spans = tuple(f"{one.shortest}–{one.longest}" for one in fixed)
    rows = tuple(
        (span, *(f"{one.bleu:.1f}" for one in pair))
        for span, *pair in zip(spans, fixed, attending, strict=True)
    )
    chart = Columns(
        words=spans,
        up=tuple(one.bleu for one in attending),
        line=tuple(one.bleu for one in fixed),
        names=LENGTHS[::-1],
        most=max(one.bleu for one in (*fixed, *attending)),
    )
    table = LabTable(columns=("words", *LENGTHS), rows=rows)
    return lab_of((), lambda: Outcome(chart=chart, table=table))


def seeds() -> Lab:
    """Return the lab of the BLEU of variants by the seed of their training."""
    found = {variant: bleu_by_seed(variant) for variant in SEEDED}
    every = tuple(found[SEEDED[0]])

    def outcome(i: int) -> Outcome:
        scores = {variant: by_seed[every[i]] for variant, by_seed in found.items()}
        rows = tuple((variant, f"{bleu:.1f}") for variant, bleu in scores.items())
        ahead = LabLine("Ahead: **{}**.", (max(scores, key=lambda variant: scores[variant]),))
        return Outcome(lines=(ahead,), table=LabTable(columns=("variant", "BLEU"), rows=rows))

    return lab_of((Control(label="The seed", settings=tuple(map(str, every))),), outcome)
