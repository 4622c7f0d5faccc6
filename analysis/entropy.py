"""The entropy of rows of weights, which measures how widely they are spread."""

import numpy as np


def row_entropies(weights: np.ndarray) -> np.ndarray:
    """Return H = -sum_j a_j log a_j (nats) of each row a of weights [tgt_len, src_len]: [tgt_len].

    A row of local attention that sums below 1 is divided by its sum first. The entropy of a row of
    zeros is 0.
    """
    rows = np.asarray(weights, dtype=np.float64)
    sums = rows.sum(axis=-1, keepdims=True)
    shares = np.divide(rows, sums, out=np.zeros_like(rows), where=sums > 0)
    return np.abs((shares * np.log(np.where(shares > 0, shares, 1))).sum(axis=-1))  # avoids -0
