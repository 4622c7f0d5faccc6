"""Triage measures of one map of weights [tgt_len, src_len], including its end marks.

c_j is the coverage of source token j, the sum of its column; J is the number of source tokens.
"""

import numpy as np

from alignoscope.analysis.entropy import row_entropies

IGNORED = 0.2  # a source token with less coverage counts as ignored
_TINY = 1e-12  # keeps the logarithm of a coverage of 0 finite


def confidence(weights: np.ndarray) -> float:
    """Return exp(-0.05 (CDP + APout + APin)^2), 0 to 1 (Rikters et al. 2017, Rikters 2018).

    CDP is `deviation_penalty`; APout and APin are the mean entropies of rows and of columns, each
    negated.
    """
    total = deviation_penalty(weights) - row_entropy(weights) - column_entropy(weights)
    return float(np.exp(-0.05 * total**2))


def deviation_penalty(weights: np.ndarray) -> float:
    """Return CDP = -1/J sum_j log(1 + (1 - c_j)^2), at most 0; 0 if every coverage is 1."""
    return float(-np.log1p((1 - coverage(weights)) ** 2).mean())


def coverage_penalty(weights: np.ndarray) -> float:
    """Return sum_j log min(1, c_j), at most 0 (Wu et al. 2016, section 7)."""
    return float(np.log(np.minimum(1, coverage(weights) + _TINY)).sum())


def row_entropy(weights: np.ndarray) -> float:
    """Return the mean entropy of the rows (nats)."""
    return float(row_entropies(weights).mean())


def column_entropy(weights: np.ndarray) -> float:
    """Return the mean entropy of the columns, each divided by its sum first (nats)."""
    return float(row_entropies(weights.T).mean())


def end_weight(weights: np.ndarray) -> float:
    """Return the mean weight on the source's end mark, its last column."""
    return float(weights[:, -1].mean())


def ignored_source(weights: np.ndarray) -> float:
    """Return the share of source tokens with a coverage below 0.2 (Berard et al. 2019)."""
    return float((coverage(weights) < IGNORED).mean())


def shares(weights: np.ndarray) -> np.ndarray:
    """Return u_j = c_j / sum_k c_k [src_len], each source token's share of all weight."""
    columns = coverage(weights)
    return columns / max(columns.sum(), _TINY)


def wass_to_unif(weights: np.ndarray) -> float:
    """Return 1/2 sum_j |u_j - 1/J|, 0 to 1 (Guerreiro et al. 2023, with a cost of 0 or 1)."""
    found = shares(weights)
    return float(np.abs(found - 1 / len(found)).sum() / 2)


def surprise(weights: np.ndarray, posterior: np.ndarray) -> float:
    """Return the mean over rows of KL(posterior, weights) (nats): how much the words update it."""
    ratio = np.divide(posterior, weights, out=np.ones_like(posterior), where=posterior > 0)
    return float((posterior * np.log(ratio)).sum(axis=1).mean())


def coverage(weights: np.ndarray) -> np.ndarray:
    """Return the coverage c_j [src_len], the sum of each column."""
    return weights.sum(axis=0, dtype=np.float64)
