"""The arithmetic of one cell of a map: its score's terms, its softmax, its part of the context.

Everything is computed anew, in double precision, from the checkpoint's weights and the trace's own
query, values and earlier weights; nothing is decoded again. The terms are in `analysis.terms`.
"""

import math
from dataclasses import dataclass

import numpy as np
from torch import nn

from alignoscope.analysis.terms import Asked, Terms, as_array, score_terms
from alignoscope.models.attention import FixedContext, LocalAttention
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

# A trace from a file may have been rounded.
TOLERANCE = 0.01  # by which a score that is computed anew may differ
SAME = 2e-4  # and a weight


@dataclass(frozen=True, kw_only=True, eq=False)
class Softmax:
    """How the scores [src_len] of one step become weights.

    weights = exp(e - highest) / total * factors; `factors` are local-p's Gaussian, None elsewhere.
    """

    highest: float
    exponentials: np.ndarray  # [src_len], 0 outside of a window
    total: float
    factors: np.ndarray | None  # [src_len]
    weights: np.ndarray  # [src_len]


@dataclass(frozen=True, kw_only=True)
class Window:
    """The window of a step: source positions, from 0, at most `reach` away from its center.

    `asked` is the number whose sigmoid, times the source's length, is local-p's center.
    """

    center: float
    reach: int
    distance: float  # of the cell
    asked: float | None

    @property
    def holds(self) -> bool:
        """True where the cell is inside of the window."""
        return abs(self.distance) <= self.reach


@dataclass(frozen=True, kw_only=True, eq=False)
class CellArithmetic:
    """How the numbers of one cell came about; `terms` are those of the score named `score`.

    `content` is the terms' sum. It is the trace's own score wherever the cell is inside of the
    window. `weight` is the trace's weight; where it was `given` by an edit or an oracle, the
    computed one is in `softmax`. `share` is how much of the context's length, along its own
    direction, the cell's `contribution` makes: the shares of a row sum to 1.
    """

    score: str
    terms: Terms
    content: float
    window: Window | None
    past: np.ndarray | None  # [src_len], where the score looks at it
    softmax: Softmax
    weight: float
    given: bool
    contribution: np.ndarray  # [value_size], weight * value
    share: float


def cell_arithmetic(checkpoint: Checkpoint, trace: Trace, step: int, column: int) -> CellArithmetic:
    """Return the arithmetic of the cell at a step and a source token, both counted from 0.

    Raises:
        ValueError: if the variant has no attention, its score function has no terms yet, the cell
            does not exist, or the trace does not come from this checkpoint.
    """
    attention = checkpoint.model.decoder.attention
    if isinstance(attention, FixedContext):
        raise ValueError(
            f"{trace.variant} has no attention: every step gets the encoder's last state, so there "
            "is no score to explain."
        )
    if not (0 <= step < len(trace.steps) and 0 <= column < len(trace.values)):
        raise ValueError(
            f"There is no cell at step {step + 1} and source token {column + 1}: this trace has "
            f"{len(trace.steps)} steps and {len(trace.values)} source tokens."
        )
    if not _fits(checkpoint, trace, step):
        raise _foreign(trace)
    record = trace.steps[step]
    asked = _asked(trace, step, column)
    name, terms = score_terms(attention.score, asked)
    content, score = float(terms.values.sum()), float(record.scores[column])
    if math.isfinite(score) and not math.isclose(
        content, score, rel_tol=TOLERANCE, abs_tol=TOLERANCE
    ):
        raise _foreign(trace)
    weight, context = float(record.weights[column]), record.context.astype(float)
    contribution = weight * asked.value
    return CellArithmetic(
        score=name,
        terms=terms,
        content=content,
        window=_window(attention, trace, step, column),
        past=None if terms.features is None else asked.past,
        softmax=softmax(trace, step),
        weight=weight,
        given=is_given(trace, step),
        contribution=contribution,
        share=float(contribution @ context / max(context @ context, 1e-12)),
    )


def softmax(trace: Trace, step: int) -> Softmax:
    """Return how the scores of a step become weights; the trace needs attention.

    a_j = exp(e_j - max e) / sum_i exp(e_i - max e), and in local-p times exp(-2 (d_j / D)^2) with
    the distance d_j from the center (Luong et al. 2015, section 3.2, equation 10).
    """
    record = trace.steps[step]
    assert record.scores is not None
    scores = record.scores.astype(float)
    highest = float(scores.max())
    exponentials = np.exp(scores - highest)
    total = float(exponentials.sum())
    factors = None
    if trace.variant.startswith(f"{trace.timing}-local-p") and record.center is not None:
        factors = np.exp(-2 * ((np.arange(len(scores)) - record.center) / trace.window) ** 2)
    weights = exponentials / total * (1 if factors is None else factors)
    return Softmax(
        highest=highest, exponentials=exponentials, total=total, factors=factors, weights=weights
    )


def is_given(trace: Trace, step: int) -> bool:
    """Say whether a step used other weights than the ones its scores make."""
    scores, weights = trace.steps[step].scores, trace.steps[step].weights
    if scores is None or not np.isfinite(scores).any():
        return False
    return not np.allclose(weights, softmax(trace, step).weights, rtol=0, atol=SAME)


def _fits(checkpoint: Checkpoint, trace: Trace, step: int) -> bool:
    record = trace.steps[step]
    local = isinstance(checkpoint.model.decoder.attention, LocalAttention)
    sizes = {len(record.query), len(record.context), trace.values.shape[1]}
    return (
        trace.variant == checkpoint.variant
        and record.scores is not None
        and sizes == {checkpoint.model.config.hidden_size}
        and local == (record.center is not None)
    )


def _asked(trace: Trace, step: int, column: int) -> Asked:
    past = np.zeros(len(trace.values))
    for before in trace.steps[:step]:
        past += before.weights
    record = trace.steps[step]
    return Asked(record.query.astype(float), trace.values[column].astype(float), column, past)


def _foreign(trace: Trace) -> ValueError:
    return ValueError(
        f"This trace of {trace.variant} does not come from the model that is here: with this "
        "model's weights its scores would be others. Translate the sentence again."
    )


def _window(attention: nn.Module, trace: Trace, step: int, column: int) -> Window | None:
    if not isinstance(attention, LocalAttention):
        return None
    record, asked = trace.steps[step], None
    if attention.predictive:
        hidden = np.tanh(as_array(attention.position.weight) @ record.query)
        asked = float((as_array(attention.v.weight) @ hidden).item())
    distance = column - record.center
    return Window(center=record.center, reach=attention.window, distance=distance, asked=asked)
