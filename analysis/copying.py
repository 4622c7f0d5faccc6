"""How much of each written token or word was copied from the source, by a model that copies."""

import numpy as np

from alignoscope.records.trace import Trace


def copied_shares(trace: Trace, unit: str = "pieces") -> np.ndarray | None:
    """Return the share of each token's probability that was copied, or None if it is not known.

    (1 - p_gen) sum_{j: x_j = y_t} a_j / P(y_t), with weights a that are divided by their sum and
    P the mixture of `models.layers.copying.mixed`. The share of a word is the mean of its pieces'.

    Args:
        trace: the trace; only a model that copies has shares.
        unit: "pieces" for shares [tgt_len], "words" for shares [words].
    """
    weights, gates = trace.weights, [step.p_gen for step in trace.steps]
    known = [gate for gate in gates if gate is not None]
    written = np.exp([step.log_prob for step in trace.steps])
    if weights is None or len(known) < len(gates) or not (written > 0).all():
        return None
    same = np.array(trace.target.ids)[:, None] == np.array(trace.source.ids)
    totals = np.maximum(weights.sum(axis=1), np.finfo(np.float32).tiny)
    copied = (1 - np.array(known)) * (weights * same).sum(axis=1) / totals
    shares = np.minimum(copied / written, 1.0)
    if unit == "pieces":
        return shares
    return np.array([shares[list(span)].mean() for span in trace.target.spans])
