"""A lab of local attention: a real row of scores under a movable window."""

import numpy as np

from alignoscope.analysis.normalising import gaussian, weights_under
from alignoscope.analysis.words import plain_words
from alignoscope.course.facts.sentences import GIRL
from alignoscope.course.labs.record import Control, Lab, LabBar, LabLine, Outcome, lab_of
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint

REACHES = (1, 2, 5, 10)


def row(checkpoint: Checkpoint) -> Lab:
    """Return the lab of the weights of local-p's first row, by center and half-width."""
    trace = translate(checkpoint, [GIRL])[0]
    own, scores, count = trace.steps[0].center, trace.steps[0].scores, len(trace.source.pieces)
    assert own is not None
    assert scores is not None
    centers = sorted({*np.arange(0, count - 0.5, 0.5).tolist(), own})
    words = plain_words(trace.source)

    def outcome(i: int, j: int) -> Outcome:
        weights = weights_in_window(scores, centers[i], REACHES[j])
        bars = tuple(
            LabBar(label=word, share=share) for word, share in zip(words, weights, strict=True)
        )
        line = LabLine("The row sums to **{}**.", (f"{sum(weights):.2f}",))
        return Outcome(bars=bars, lines=(line,))

    reaches = tuple(map(str, REACHES))
    return lab_of(
        (
            Control(
                label="Centre p",
                settings=tuple(f"{one:.2f}" for one in centers),
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
