"""Measures of forced decoding: loss per token, entropy of the weights, and coverage."""

from collections.abc import Sequence

import numpy as np

from alignoscope.analysis.entropy import row_entropies
from alignoscope.data.corpus import Pair
from alignoscope.decoding.forced import force
from alignoscope.evaluation.batches import length_batches
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_MEASURED
from alignoscope.records.measured_rows import Forced

BATCH = 32


def measure_forced(checkpoint: Checkpoint, pairs: Sequence[Pair], part: str) -> Forced:
    """Measure loss, entropy and coverage by forced decoding of every pair of a part.

    Loss = -sum of log p(token) / number of tokens, the end mark among them. See `row_entropies`
    and `coverage_errors` for the rest.

    Raises:
        ValueError: if every pair is too long.
    """
    log_prob, tokens, kept = 0.0, 0, 0
    entropies: list[np.ndarray] = []
    uniform: list[np.ndarray] = []
    errors: list[np.ndarray] = []
    for batch in length_batches(checkpoint.tokenizer, pairs, BATCH, f"{checkpoint.variant} forced"):
        chosen = [pairs[i] for i in batch]
        for trace in force(checkpoint, [p.source for p in chosen], [p.target for p in chosen]):
            kept += 1
            log_prob += trace.log_prob
            tokens += len(trace.steps)
            if trace.weights is not None:
                entropies.append(row_entropies(trace.weights))
                uniform.append(np.full(len(entropies[-1]), np.log(len(trace.source.ids))))
                errors.append(coverage_errors(trace.weights))
    if not kept:
        raise ValueError(
            f"None of {len(pairs)} {part} pairs has at most {MAX_MEASURED} tokens on both sides: "
            "give a corpus with shorter sentences, or more of them if there are none."
        )
    return Forced(
        part=part,
        pairs=kept,
        skipped=len(pairs) - kept,
        tokens=tokens,
        loss=round(-log_prob / tokens, 4),
        entropy=_mean(entropies),
        uniform_entropy=_mean(uniform),
        coverage=_mean(errors),
    )


def coverage_errors(weights: np.ndarray) -> np.ndarray:
    """Return |c_j - 1| for each column of weights [tgt_len, src_len], c_j = the column's sum.

    c is the coverage of Tu et al. 2016 (section 3.1) without a fertility, which doubly stochastic
    attention pushes to 1 (Xu et al. 2015, section 4.2.1). The mean of these errors is at least
    |C - src_len| / src_len with C = sum_j c_j. C is tgt_len if rows sum to 1, and less with
    local-p, whose rows sum to less than 1.
    """
    return np.abs(weights.sum(axis=0, dtype=np.float64) - 1)


def _mean(parts: Sequence[np.ndarray]) -> float | None:
    numbers = np.concatenate(parts) if parts else np.empty(0)
    return round(float(numbers.mean()), 4) if len(numbers) else None
