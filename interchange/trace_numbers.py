"""Reading the maps and vectors of a trace file, with checks of their bounds; without torch."""

from collections.abc import Mapping, Sequence
from math import inf

import numpy as np

from alignoscope.interchange.sentence_json import read_length
from alignoscope.records.json_values import Value
from alignoscope.records.limits import (
    MAX_IMPORT_WORDS,
    MAX_LOG_PROB,
    MAX_NUMBER,
    MAX_TRACE_CELLS,
    WEIGHT_SLACK,
)
from alignoscope.records.trace import SHARES


def check_cells(records: Sequence[Mapping[str, Value]]) -> None:
    """Refuse empty or too long sentences, and too many cells, before arrays are allocated.

    Raises:
        ValueError: if there are any.
    """
    lengths = [(read_length(fields["source"]), read_length(fields["target"])) for fields in records]
    longest = max(max(both) for both in lengths)
    if longest > MAX_IMPORT_WORDS + 1:
        raise ValueError(
            f"A sentence of this file has {longest:,} tokens: at most {MAX_IMPORT_WORDS:,} "
            "and an end mark can be shown."
        )
    total = sum(source * target for source, target in lengths)
    if total > MAX_TRACE_CELLS:
        raise ValueError(
            f"The maps of this file have {total:,} cells: at most {MAX_TRACE_CELLS:,} can be shown."
        )


def read_weights(value: Value, tgt_len: int, src_len: int, kind: str) -> np.ndarray:
    """Read non-negative weights [tgt_len, src_len]; rows of `SHARES` sum to at most 1.

    Raises:
        ValueError: if a weight is below 0, or a row's sum above 1.
    """
    most = 1 + WEIGHT_SLACK if kind in SHARES else inf
    weights = value.matrix(tgt_len, src_len)
    for i, row in enumerate(weights, start=1):
        if row.min() < 0:
            raise ValueError(f"{value.where}, item {i} holds {row.min():g}: no weight is below 0.")
        if row.sum() > most:
            raise ValueError(f"{value.where}, item {i} sums to {row.sum():g}: it may be at most 1.")
    return weights


def read_heads(value: Value, weights: np.ndarray | None) -> np.ndarray:
    """Read the weights of each head [tgt_len, heads, src_len], whose mean is the trace's weights.

    Raises:
        ValueError: if there are no such weights, or a step has another number of heads.
    """
    if weights is None:
        raise ValueError(f"{value.where}: give the weights with the heads.")
    tgt_len, src_len = weights.shape
    count = next(iter(value.items(tgt_len))).length()
    steps = value.items(tgt_len)
    heads = np.stack([read_weights(step, count, src_len, SHARES[0]) for step in steps])
    if not np.allclose(heads.mean(axis=1), weights, atol=WEIGHT_SLACK):
        raise ValueError(f"{value.where}: their mean at each step must be its row of weights.")
    return heads


def read_self_heads(
    value: Value, heads: np.ndarray | Sequence[np.ndarray | None]
) -> list[np.ndarray]:
    """Read the weights of each head's self-attention, [heads, step + 1] of each step.

    Args:
        value: the weights of all steps.
        heads: the weights [heads, src_len] of each step's heads for the source.

    Raises:
        ValueError: if a step has no heads, or another number of them here.
    """
    steps = value.items(len(heads))
    found = []
    for read, (step, own) in enumerate(zip(steps, heads, strict=True), start=1):
        if own is None:
            raise ValueError(f"{value.where}: give the heads with their self-attention.")
        found.append(read_weights(step, len(own), read, SHARES[0]))
    return found


def read_log_prob(value: Value) -> float:
    """Read a log-probability (nats).

    Raises:
        ValueError: if it is above 0, or too low.
    """
    if not -MAX_NUMBER <= value.number() <= MAX_LOG_PROB:
        raise ValueError(f"{value.where} is {value.number():g}: expected {-MAX_NUMBER:g} to 0.")
    return value.number()


def read_share(value: Value) -> float:
    """Read a share, from 0 to 1.

    Raises:
        ValueError: if it is out of range.
    """
    if not 0 <= value.number() <= 1:
        raise ValueError(f"{value.where} is {value.number():g}: expected 0 to 1.")
    return value.number()


def read_likelihoods(value: Value, tgt_len: int, src_len: int) -> np.ndarray:
    """Read the log-probabilities [tgt_len, src_len] for the posterior (nats).

    Raises:
        ValueError: if one is above 0.
    """
    likelihoods = value.matrix(tgt_len, src_len)
    if likelihoods.max() > MAX_LOG_PROB:
        raise ValueError(f"{value.where} hold {likelihoods.max():g}: expected at most 0.")
    return likelihoods


def read_matrix(value: Value, rows: int) -> np.ndarray:
    """Read a float32 array [rows, any], or [rows, 0] if the field is absent."""
    return value.given(lambda given: given.matrix(rows, None), np.zeros((rows, 0), np.float32))
