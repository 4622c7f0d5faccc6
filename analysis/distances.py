"""Distances between variants: how much their rows of weights over words differ."""

from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.words import merge_words
from alignoscope.records.trace import Trace


def jensen_shannon(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the Jensen-Shannon distance [...] of distributions [..., n], 0 to 1.

    d = sqrt((KL(p, m) + KL(q, m)) / 2), m = (p + q) / 2, KL(p, m) = sum_j p_j log2(p_j / m_j)
    (the divergence: Lin 1991, section 4; that its root is a metric: Endres and Schindelin 2003).
    Rows that do not sum to 1 are divided by their sums first.

    Raises:
        ValueError: if a value is negative or not finite, or a row sums to 0.
    """
    p, q = _distributions(p), _distributions(q)
    middle = (p + q) / 2
    divergence = (_relative_entropy(p, middle) + _relative_entropy(q, middle)) / 2
    return np.sqrt(np.clip(divergence, 0, 1))


def row_distances(base: Trace, other: Trace) -> np.ndarray:
    """Return the Jensen-Shannon distance [rows] of two traces' weights for each target word."""
    assert comparable(base, other)
    return jensen_shannon(_word_rows(base), _word_rows(other))


def distance_matrix(traces: Sequence[Trace]) -> np.ndarray:
    """Return the mean row distance of every two traces: [traces, traces]."""
    rows = [_word_rows(trace) for trace in traces]
    assert all(comparable(traces[0], trace) for trace in traces)
    return np.array([[jensen_shannon(p, q).mean() for q in rows] for p in rows])


def clustered(distances: np.ndarray) -> list[int]:
    """Return an order of n items that puts near ones together, from their distances [n, n].

    Average linkage (Sokal and Michener 1958): the two nearest groups are merged repeatedly, each
    time oriented so that their nearest ends meet.
    """
    groups = [[i] for i in range(len(distances))]
    while len(groups) > 1:
        pairs = [(a, b) for b in range(len(groups)) for a in range(b)]
        a, b = min(pairs, key=lambda ab: distances[np.ix_(groups[ab[0]], groups[ab[1]])].mean())
        second, first = groups.pop(b), groups.pop(a)
        turns = [(p, q) for p in (first, first[::-1]) for q in (second, second[::-1])]
        left, right = min(turns, key=lambda turn: distances[turn[0][-1], turn[1][0]])
        groups.append([*left, *right])
    return groups[0] if groups else []


def comparable(base: Trace, other: Trace) -> bool:
    """Return whether both traces have weights over the same source and target pieces."""
    return (
        base.weights is not None
        and other.weights is not None
        and base.source.pieces == other.source.pieces
        and base.target.pieces == other.target.pieces
    )


def sums_below_one(trace: Trace) -> bool:
    """Return whether any row of weights does not sum to 1, as in predictive local attention."""
    return trace.weights is not None and not np.allclose(trace.weights.sum(axis=-1), 1, atol=1e-3)


def _distributions(rows: np.ndarray) -> np.ndarray:
    rows = np.asarray(rows, dtype=np.float64)
    sums = rows.sum(axis=-1, keepdims=True)
    if not np.isfinite(rows).all() or (rows < 0).any() or (sums <= 0).any():
        raise ValueError("Weights must be finite and not negative, and a row must not sum to 0.")
    return rows / sums


def _relative_entropy(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return KL(p, q) in bits over the last axis; q is above 0 wherever p is."""
    ratio = np.divide(p, q, out=np.ones_like(p), where=p > 0)
    return (p * np.log2(ratio)).sum(axis=-1)


def _word_rows(trace: Trace) -> np.ndarray:
    assert trace.weights is not None
    return merge_words(trace.weights, trace.source, trace.target, "weights")
