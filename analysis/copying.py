"""How much of each written token was copied from the source, by a model that copies."""

import numpy as np

from alignoscope.records.trace import Trace


def copied_shares(trace: Trace) -> np.ndarray | None:
    """Return the share [tgt_len] of each token's probability that was copied, or None.

    (1 - p_gen) sum_{j: x_j = y_t} a_j / P(y_t), with weights a that are divided by their sum and
    P the mixture of `models.layers.copying.mixed`. It is None for a model that does not copy.
    """
    weights, gates = trace.weights, [step.p_gen for step in trace.steps]
    known = [gate for gate in gates if gate is not None]
    if weights is None or len(known) < len(gates):
        return None
    same = np.array(trace.target.ids)[:, None] == np.array(trace.source.ids)
    totals = np.maximum(weights.sum(axis=1), np.finfo(np.float32).tiny)
    copied = (1 - np.array(known)) * (weights * same).sum(axis=1) / totals
    return np.minimum(copied / np.exp([step.log_prob for step in trace.steps]), 1.0)
