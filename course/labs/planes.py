"""Labs of projections: four words in a plane, and a model's W by its rank."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.normalising import weights_under
from alignoscope.course.facts import geometry
from alignoscope.course.facts.sentences import CATS
from alignoscope.course.labs.record import (
    Control,
    Lab,
    LabBar,
    LabLine,
    LabTable,
    Outcome,
    PlaneArrow,
    lab_of,
)
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

ENGLISH = {"sun": geometry.SUN, "rain": geometry.RAIN}
MIRRORED = {"sol": geometry.RAIN, "lluvia": geometry.SUN}
WAYS = ("as they are", "mirrored")
TURNS, BOTH_TURNS = range(-180, 181, 10), range(-180, 181, 20)
STRETCHES = (0.25, 0.5, 1, 2)
RANKS = (1, 2, 4, 8, 16, 32, 64, 128, 256)

Points = dict[str, geometry.PlanePoint]


def plane() -> Lab:
    """Return the lab of the words of two languages in a plane."""
    return lab_of((), lambda: Outcome(arrows=_arrows(ENGLISH, geometry.spanish())))


def dial() -> Lab:
    """Return the lab of the scores when the words of one language are rotated."""
    return lab_of((_turn("W turns the keys by", TURNS),), lambda i: _met(_spanish(TURNS[i])))


def stretch() -> Lab:
    """Return the lab of the weights of *rain* when the keys are rotated back and stretched."""

    def outcome(i: int) -> Outcome:
        right = geometry.right_weight(-geometry.APART, STRETCHES[i])
        keys = {
            word: (STRETCHES[i] * x, STRETCHES[i] * y)
            for word, (x, y) in _spanish(-geometry.APART).items()
        }
        bars = (LabBar(label="lluvia", share=right), LabBar(label="sol", share=1 - right))
        return replace(_met(keys), arrows=(), bars=bars)

    settings = tuple(map(str, STRETCHES))
    control = Control(
        label="W stretches the keys by", settings=settings, start=STRETCHES.index(1), slides=True
    )
    return lab_of((control,), outcome)


def dials() -> Lab:
    """Return the lab of both languages rotated, each by its own matrix, and of their product."""
    controls = (
        _turn("Wk turns the keys by", BOTH_TURNS),
        _turn("Wq turns the queries by", BOTH_TURNS),
    )

    def outcome(i: int, j: int) -> Outcome:
        keys, queries = BOTH_TURNS[i], BOTH_TURNS[j]
        rows = (" ".join(map(_written, row)) for row in geometry.product(keys, queries))
        line = LabLine("W, the product of both: **{}** / **{}**", tuple(rows))
        return replace(_met(_spanish(keys), _turned(ENGLISH, queries)), lines=(line,))

    return lab_of(controls, outcome)


def mirror() -> Lab:
    """Return the lab of two languages, one of them mirrored; it is rotated and mirrored back."""
    way = Control(label="The keys", settings=WAYS)

    def outcome(i: int, chosen: int) -> Outcome:
        keys = {word: (y, x) for word, (x, y) in MIRRORED.items()} if chosen else MIRRORED
        return _met(_turned(keys, TURNS[i]))

    return lab_of((_turn("W turns the keys by", TURNS), way), outcome)


def ranks(checkpoint: Checkpoint) -> Lab:
    """Return the lab of a model's own map beside the one with W reduced to a lower rank."""
    own = replace(translate(checkpoint, [CATS])[0], label=f"{checkpoint.variant} · by itself")

    def outcome(i: int) -> Outcome:
        same = geometry.rank_agreement(RANKS[i], checkpoint)
        line = LabLine("Rows of three maps whose highest score stays: **{}** %.", (same,))
        return Outcome(lines=(line,), traces=(own, _of_rank(own, RANKS[i], checkpoint)))

    settings = tuple(map(str, RANKS))
    start = RANKS.index(2)
    return lab_of(
        (Control(label="Singular values kept", settings=settings, start=start, slides=True),),
        outcome,
    )


def _turn(label: str, turns: range) -> Control:
    settings = tuple(f"{turn}°" for turn in turns)
    return Control(label=label, settings=settings, start=turns.index(0), slides=True)


def _written(number: float) -> str:
    """Return a number to two decimals, zero without a sign."""
    return f"{round(number, 2) + 0.0:.2f}"


def _spanish(degrees: float) -> Points:
    return _turned(geometry.spanish(), degrees)


def _turned(points: Points, degrees: float) -> Points:
    return {word: geometry.turned(point, degrees) for word, point in points.items()}


def _met(keys: Points, queries: Points = ENGLISH) -> Outcome:
    """Return queries and keys as arrows, and a table of their dot products."""
    rows = (
        (word, *(_written(float(np.dot(query, key))) for key in keys.values()))
        for word, query in queries.items()
    )
    columns = ("query", *(f"score of {word}" for word in keys))
    table = LabTable(columns=columns, rows=tuple(rows))
    return Outcome(arrows=_arrows(queries, keys), table=table)


def _arrows(queries: Points, keys: Points) -> tuple[PlaneArrow, ...]:
    return tuple(
        PlaneArrow(word=word, x=x, y=y, role=role)
        for role, points in (("query", queries), ("key", keys))
        for word, (x, y) in points.items()
    )


def _of_rank(trace: Trace, rank: int, checkpoint: Checkpoint) -> Trace:
    """Return a trace with the scores and weights of a W of lower rank, without candidates."""
    scores = geometry.rank_scores(trace, rank, checkpoint)
    steps = tuple(
        replace(step, scores=row, weights=weights, candidates=())
        for step, row, weights in zip(trace.steps, scores, weights_under(scores, 1.0), strict=True)
    )
    return replace(trace, steps=steps, label=f"{trace.variant} · rank {rank}", id="")
