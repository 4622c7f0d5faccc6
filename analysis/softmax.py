"""How the scores of a step become its weights, and whether the step used these or given ones."""

import numpy as np

from alignoscope.records.arithmetic import Softmax
from alignoscope.records.trace import Trace

SAME = 2e-4  # by which a weight may differ: a trace from a file may have been rounded


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
        assert trace.window is not None
        factors = np.exp(-2 * ((np.arange(len(scores)) - record.center) / trace.window) ** 2)
    weights = exponentials / total * (1 if factors is None else factors)
    return Softmax(
        highest=highest, exponentials=exponentials, total=total, factors=factors, weights=weights
    )


def is_given(trace: Trace, step: int) -> bool:
    """Say whether a step's weights were given: the trace says so, or its scores make others."""
    if any(edit.step == step for edit in trace.edited):
        return True
    scores, weights = trace.steps[step].scores, trace.steps[step].weights
    if scores is None or weights is None or not np.isfinite(scores).any():
        return False
    return not np.allclose(weights, softmax(trace, step).weights, rtol=0, atol=SAME)
