"""A trace of two steps and the picture of their anatomy: what tests of pictures share."""

import math

import numpy as np

from alignoscope.records.sentence import END, Sentence
from alignoscope.records.trace import Candidate, Trace, TraceStep
from alignoscope.ui.anatomy.export import anatomy_drawing
from alignoscope.ui.anatomy.step_view import steps_view
from alignoscope.ui.exports.drawings import Drawing

ODD = ("<script>", "קוראת", "小女孩读书小女孩读书", "m" * 61, END)


SCORES = np.array([2.5, -1.25, -math.inf, 0.5, -math.inf])


def sentence(words: tuple[str, ...]) -> Sentence:
    ids = tuple(range(len(words)))
    return Sentence(text=" ".join(words[:-1]), ids=ids, pieces=words, words=words, word_of=ids)


def make_trace(source: tuple[str, ...] = ODD, timing: str = "luong", **fields: object) -> Trace:
    """Return a trace of two steps whose numbers can be told apart; the second step writes END."""
    scores = np.resize(SCORES, len(source))
    weights = np.exp(scores) / np.exp(scores).sum()
    steps = tuple(
        TraceStep(
            token=token,
            log_prob=math.log(0.0625 + i / 2),
            query=np.array([0.5, -2, 0.25 + i]),
            scores=scores / (i + 1),
            weights=weights,
            context=np.array([1, 0.75, 0, -4 + i, 0.5]),
            center=None,
            candidates=tuple(
                Candidate(token=f"▁<{k}>", log_prob=math.log(0.5 ** (k + 1))) for k in range(9 + i)
            ),
        )
        for i, token in enumerate(("▁שלום", END))
    )
    target = sentence(("שלום", END))
    given = {
        "variant": f"{timing}-dot", "mode": "free", "finished": True, "window": None,
        "values": np.zeros((len(source), 5)), "steps": steps,
    } | fields  # fmt: skip
    return Trace(timing=timing, source=sentence(source), target=target, **given)


def drawing(trace: Trace, step: int = 0, unit: str = "words") -> Drawing:
    return anatomy_drawing(trace, steps_view(trace, unit), unit, step)
