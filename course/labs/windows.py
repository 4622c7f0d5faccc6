"""Labs of local attention and of places: maps, and a real row of scores under a movable window."""

from dataclasses import replace

import numpy as np

from alignoscope.analysis.normalising import gaussian, weights_under
from alignoscope.analysis.words import plain_token
from alignoscope.course.facts import looking
from alignoscope.course.facts.sentences import GIRL
from alignoscope.course.labs.maps import flow_of
from alignoscope.course.labs.record import Columns, Control, Lab, LabLine, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint

REACHES = (1, 2, 5, 10)
FINE = 10  # The points of the Gaussian's line per word.


def band(checkpoint: Checkpoint) -> Lab:
    """Return the lab of local-m's flow, which has no ribbons from outside its window."""
    return lab_of((), lambda: flow_of(translate(checkpoint, [GIRL])[0]))


def blind(checkpoint: Checkpoint) -> Lab:
    """Return the lab of local-m's flow at a word that needs one which it cannot see."""
    return lab_of((), lambda: flow_of(looking.blind_trace(checkpoint), looking.FAR))


def swapped(*checkpoints: Checkpoint) -> Lab:
    """Return the lab of maps before and after two source words are swapped, for each model."""
    found = [looking.swapped_traces(one) for one in checkpoints]

    def outcome(i: int) -> Outcome:
        own, other = found[i]
        label = f"{other.variant} · swapped"
        return Outcome(traces=(own, replace(other, label=label)))

    settings = tuple(one.variant for one in checkpoints)
    return lab_of((Control(label="The model", settings=settings),), outcome)


def row(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the weights of local-p's first row, by center and half-width.

    Centers are shown counted from 1.
    """
    trace = translate(checkpoint, [GIRL])[0]
    own, scores, count = trace.steps[0].center, trace.steps[0].scores, len(trace.source.pieces)
    assert own is not None
    assert scores is not None
    centers = sorted({*np.arange(0, count - 0.5, 0.5).tolist(), own})
    words = tuple(map(plain_token, trace.source.pieces))
    fine = np.linspace(0, count - 1, (count - 1) * FINE + 1)

    def outcome(i: int, j: int) -> Outcome:
        weights = weights_in_window(scores, centers[i], REACHES[j])
        away = np.abs(fine - centers[i])
        bell = np.where(away <= REACHES[j], np.exp(-2 * (away / REACHES[j]) ** 2), 0.0)
        columns = Columns(
            words=words,
            up=tuple(round(one, 4) for one in weights),
            line=tuple(bell.round(3).tolist()),
            names=("weight", "Gaussian"),
            most=1,
        )
        line = LabLine("The row sums to **{}**.", (f"{sum(weights):.2f}",))
        return Outcome(chart=columns, lines=(line,))

    reaches = tuple(map(str, REACHES))
    return lab_of(
        (
            Control(
                label="Centre p",
                settings=tuple(f"{one + 1:.2f}" for one in centers),
                start=centers.index(own),
                slides=True,
            ),
            Control(label="D", settings=reaches, start=len(REACHES) - 1, slides=True),
        ),
        outcome,
    )


def weights_in_window(scores: np.ndarray, center: float, reach: int) -> list[float]:
    """Return local-p's weights of scores [src_len] for a center and D; others are masked."""
    distances = np.abs(np.arange(len(scores)) - center)
    inside = np.where(distances <= reach, scores, -np.inf)
    return weights_under(inside, 1.0, gaussian(center, reach, len(scores))).tolist()
