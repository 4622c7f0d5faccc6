"""Wass-to-Data, the measure that compares a map with those of good translations."""

from collections.abc import Sequence

import numpy as np

GOOD = 1_000  # the most good translations to compare with
WINDOW = 0.1  # relative tolerance of the source length
NEAREST = 4  # good translations that a distance is averaged over


def wass_to_data(shares: Sequence[np.ndarray], log_probs: np.ndarray) -> np.ndarray:
    """Return each pair's distance [pairs] from good translations of about its length.

    The distance of two sources' shares of the weight is the earth mover's over positions, sum_j
    |sum_{k <= j} u_k - v_k|. The result is its mean over the 4 nearest of up to 1,000 good
    translations whose sources differ in length by at most 10 % (Guerreiro et al. 2023), or NaN if
    there are none. Good translations are here the half of the pairs with the highest
    log-probability per token; a pair is not its own neighbour.
    """
    order = np.argsort(-log_probs, kind="stable")[: min(GOOD, (len(shares) + 1) // 2)]
    lengths = np.array([len(one) for one in shares])
    longest = int(lengths.max(initial=0))
    sums = np.array(
        [np.pad(np.cumsum(one), (0, longest - len(one)), mode="edge") for one in shares]
    )
    found = np.full(len(shares), np.nan)
    for i, length in enumerate(lengths):
        near = np.abs(lengths[order] - length) <= WINDOW * length
        others = order[near & (order != i)]
        if len(others):
            distances = np.abs(sums[others] - sums[i]).sum(axis=1)
            found[i] = np.sort(distances)[:NEAREST].mean()
    return found
