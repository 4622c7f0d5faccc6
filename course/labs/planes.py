"""Labs of projections: four words in a plane, and the real W of a model by its rank."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.normalising import weights_under
from alignoscope.course.facts import geometry
from alignoscope.course.facts.sentences import CATS
from alignoscope.course.labs.record import Arrow, Bar, Control, Lab, Line, Outcome, Table, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

ENGLISH = {"sun": geometry.SUN, "rain": geometry.RAIN}
MIRRORED = {"sol": geometry.RAIN, "lluvia": geometry.SUN}
WAYS = ("as they are", "mirrored")
TURNS, BOTH_TURNS = range(-180, 181, 10), range(-180, 181, 20)
STRETCHES = (0.25, 0.5, 1, 2)
RANKS = (1, 2, 4, 8, 16, 32, 64, 128, 256)

Points = dict[str, geometry.Point]


def plane() -> Lab:
    """Return the words of two languages as they lie."""
    return lab_of((), lambda: Outcome(arrows=_arrows(ENGLISH, geometry.spanish())))


def dial() -> Lab:
    """Return the words of two languages when one of them is turned, and their scores."""
    return lab_of((_turn("W turns the keys by", TURNS),), lambda i: _met(_spanish(TURNS[i])))


def stretch() -> Lab:
    """Return the weights of *rain* when the keys are turned back, and made shorter or longer."""

    def outcome(i: int) -> Outcome:
        right = geometry.right_weight(-geometry.APART, STRETCHES[i])
        keys = {
            word: (STRETCHES[i] * x, STRETCHES[i] * y)
            for word, (x, y) in _spanish(-geometry.APART).items()
        }
        bars = (Bar(label="lluvia", share=right), Bar(label="sol", share=1 - right))
        return replace(_met(keys), arrows=(), bars=bars)

    settings = tuple(map(str, STRETCHES))
    control = Control(
        label="W stretches the keys by", settings=settings, start=STRETCHES.index(1), slides=True
    )
    return lab_of((control,), outcome)


def dials() -> Lab:
    """Return them when each language is turned by a matrix of its own, and the product of both."""
    controls = (
        _turn("Wk turns the keys by", BOTH_TURNS),
        _turn("Wq turns the queries by", BOTH_TURNS),
    )

    def outcome(i: int, j: int) -> Outcome:
        keys, queries = BOTH_TURNS[i], BOTH_TURNS[j]
        rows = (" ".join(map(_written, row)) for row in geometry.product(keys, queries))
        line = Line("W, the product of both: **{}** / **{}**", tuple(rows))
        return replace(_met(_spanish(keys), _turned(ENGLISH, queries)), lines=(line,))

    return lab_of(controls, outcome)


def mirror() -> Lab:
    """Return the words of two languages, one of them mirrored, turned and mirrored back."""
    way = Control(label="The keys", settings=WAYS)

    def outcome(i: int, chosen: int) -> Outcome:
        keys = {word: (y, x) for word, (x, y) in MIRRORED.items()} if chosen else MIRRORED
        return _met(_turned(keys, TURNS[i]))

    return lab_of((_turn("W turns the keys by", TURNS), way), outcome)


def ranks(checkpoint: Checkpoint) -> Lab:
    """Return a model's own map beside that of its W with only the largest singular values."""
    own = replace(translate(checkpoint, [CATS])[0], label=f"{checkpoint.variant} · by itself")

    def outcome(i: int) -> Outcome:
        same = geometry.rank_agreement(RANKS[i], checkpoint)
        line = Line("Rows of three maps whose highest score stays: **{}** %.", (same,))
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
    """Return a number to two decimals, a zero without a sign."""
    return f"{round(number, 2) + 0.0:.2f}"


def _spanish(degrees: float) -> Points:
    return _turned(geometry.spanish(), degrees)


def _turned(points: Points, degrees: float) -> Points:
    return {word: geometry.turned(point, degrees) for word, point in points.items()}


def _met(keys: Points, queries: Points = ENGLISH) -> Outcome:
    """Return queries and keys as arrows, and a table of all dot products."""
    rows = (
        (word, *(_written(float(np.dot(query, key))) for key in keys.values()))
        for word, query in queries.items()
    )
    columns = ("query", *(f"score of {word}" for word in keys))
    table = Table(columns=columns, rows=tuple(rows))
    return Outcome(arrows=_arrows(queries, keys), table=table)


def _arrows(queries: Points, keys: Points) -> tuple[Arrow, ...]:
    return tuple(
        Arrow(word=word, x=x, y=y, role=role)
        for role, points in (("query", queries), ("key", keys))
        for word, (x, y) in points.items()
    )


def _of_rank(trace: Trace, rank: int, checkpoint: Checkpoint) -> Trace:
    """Return a trace with the scores and weights of a smaller W, and nothing that it would say."""
    scores = geometry.rank_scores(trace, rank, checkpoint)
    steps = tuple(
        replace(step, scores=row, weights=weights, candidates=())
        for step, row, weights in zip(trace.steps, scores, weights_under(scores, 1.0), strict=True)
    )
    return replace(trace, steps=steps, label=f"{trace.variant} · rank {rank}", id="")
