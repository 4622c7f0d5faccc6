"""Oracles: functions that replace the computed weights, at every step or at some steps."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor

from alignoscope.analysis.edits import check_row
from alignoscope.analysis.normalising import check_alpha, gaussian, weights_under
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.layers.attention import (
    AttentionOutput,
    FixedContext,
    LocalAttention,
    MonotonicAttention,
)
from alignoscope.models.transformer.heads import MultiHead
from alignoscope.records.limits import WEIGHT_SLACK
from alignoscope.records.sentence import Sentence
from alignoscope.records.variant import is_transformer

HeadRow = tuple[int, int, int]  # a step, a layer and a head, from 0
# Returns the attention that the model computes at a step; some oracles derive their row from it.
ComputeAttention = Callable[[], AttentionOutput]
# Maps a step and `look` to the `given` of `Seq2Seq.step`, or to None to keep the weights computed.
Oracle = Callable[[int, ComputeAttention], Tensor | None]


def no_oracle(step: int, look: ComputeAttention) -> None:
    """Replace no weights."""


def given_rows(
    checkpoint: Checkpoint, sources: Sequence[Sentence], given: Sequence[np.ndarray] | None
) -> Oracle:
    """Return an oracle that gives each sentence its weights [steps, src_len].

    A sentence's last row also applies to all later steps.

    Raises:
        ValueError: if there is no attention, or the weights do not fit: other shapes, or a row that
            `edited_rows` refuses.
    """
    if given is None:
        return no_oracle
    require_attention(checkpoint)
    if len(given) != len(sources):
        raise ValueError(f"{len(sources)} texts and {len(given)} given weights: give one for each.")
    longest = max((len(rows) for rows in given), default=0)
    src_len = max((len(source.ids) for source in sources), default=0)
    padded = torch.zeros(longest, len(sources), src_len)
    for i, (source, rows) in enumerate(zip(sources, given, strict=True)):
        rows = np.asarray(rows, dtype=np.float32)
        if rows.ndim != 2 or not len(rows) or rows.shape[1] != len(source.ids):
            raise ValueError(
                f"Given weights of shape {rows.shape}: expected [steps, {len(source.ids)}], a "
                f"column for each of the source's tokens and the end mark, and at least one row."
            )
        for row in rows:
            _check(row, checkpoint)
        repeated = rows[np.minimum(np.arange(longest), len(rows) - 1)]
        padded[:, i, : rows.shape[1]] = torch.from_numpy(repeated)
    return lambda step, _: padded[min(step, longest - 1)]


def edited_rows(
    checkpoint: Checkpoint, source: Sentence, edits: Mapping[int, np.ndarray]
) -> Oracle:
    """Return an oracle that replaces the rows [src_len] of single steps, from 0, of one sentence.

    Raises:
        ValueError: if there is no attention, a step is negative, or a row does not fit: another
            length, NaN, infinite, negative, nothing but zeros, or a sum above 1.
    """
    if not edits:
        return no_oracle
    require_attention(checkpoint)
    rows = {
        step: _edited(source, step, row, checkpoint).unsqueeze(0) for step, row in edits.items()
    }
    return lambda step, _: rows.get(step)


def edited_heads(
    checkpoint: Checkpoint, source: Sentence, edits: Mapping[HeadRow, np.ndarray]
) -> Oracle:
    """Return an oracle that replaces rows [src_len] of single heads of a Transformer.

    See `given_heads` for the arguments and errors.
    """
    given = given_heads(checkpoint, source, edits)
    return (lambda step, _: given.get(step)) if given else no_oracle


def given_heads(
    checkpoint: Checkpoint, source: Sentence, edits: Mapping[HeadRow, np.ndarray]
) -> dict[int, Tensor]:
    """Return the given weights [1, layers, heads, src_len] of each edited step of a Transformer.

    They are NaN where a head computes its own.

    Args:
        checkpoint: the Transformer.
        source: the tokenised source.
        edits: the weights for the source by step, layer and head, all from 0.

    Raises:
        ValueError: if the model has no heads, there is no such layer or head, or a row does not fit
            as `edited_rows` says.
    """
    config = checkpoint.model.config
    if edits and not is_transformer(config.variant):
        raise ValueError(
            f"{checkpoint.variant} is no Transformer: it has one attention, no heads. Give the "
            "rows of its steps."
        )
    shape = (1, config.layers, config.heads, len(source.ids))
    given: dict[int, Tensor] = {}
    for (step, layer, head), row in edits.items():
        if not (0 <= layer < config.layers and 0 <= head < config.heads):
            raise ValueError(
                f"There is no head {head + 1} of layer {layer + 1}: {checkpoint.variant} has "
                f"{config.layers} layers of {config.heads} heads."
            )
        heads = given.setdefault(step, torch.full(shape, torch.nan))
        heads[0, layer, head] = _edited(source, step, row, checkpoint)
    return given


def under_alpha_from(
    checkpoint: Checkpoint, start: int, alpha: float, before: Oracle, rows: dict[int, np.ndarray]
) -> Oracle:
    """Return an oracle that renormalises the scores of one sentence under alpha-entmax.

    Each row is computed during decoding, since a step's scores depend on the rows before it.

    Args:
        checkpoint: the model.
        start: the first step whose weights are replaced, from 0.
        alpha: the alpha of alpha-entmax.
        before: the oracle of the steps before `start`.
        rows: receives the row [src_len] of each step from `start` on, by step.

    Raises:
        ValueError: if there is no attention, or alpha is not from 1 to 2.
    """
    check_alpha(alpha)
    require_attention(checkpoint)
    attention = checkpoint.model.decoder.attention
    reach = attention.window if isinstance(attention, LocalAttention) else None
    predictive = isinstance(attention, LocalAttention) and attention.predictive

    def oracle(step: int, look: ComputeAttention) -> Tensor | None:
        if step < start:
            return before(step, look)
        computed = look()
        assert computed.scores is not None
        scores, factors = computed.scores[0].numpy(), None
        if predictive and computed.center is not None and reach is not None:
            factors = gaussian(float(computed.center[0]), reach, len(scores))
        rows[step] = weights_under(scores, alpha, factors)
        return torch.tensor(rows[step], dtype=torch.float32).unsqueeze(0)

    return oracle


def _edited(source: Sentence, step: int, row: np.ndarray, checkpoint: Checkpoint) -> Tensor:
    """Return a row [src_len] that replaces weights at a step, or raise an error."""
    if step < 0:
        raise ValueError(f"An edit at step {step}: steps count from 0.")
    row = _check(row, checkpoint)
    if len(row) != len(source.ids):
        raise ValueError(
            f"The edited row of step {step + 1} has {len(row)} weights: expected "
            f"{len(source.ids)}, one for each of the source's tokens and the end mark."
        )
    return torch.tensor(row, dtype=torch.float32)


def _check(row: np.ndarray, checkpoint: Checkpoint) -> np.ndarray:
    """Return a valid row in double precision, or raise an error; see `edited_rows`.

    A step of monotonic attention may choose no token, so its row may be nothing but zeros.
    """
    if isinstance(checkpoint.model.decoder.attention, MonotonicAttention) and not np.any(row):
        return np.asarray(row, dtype=np.float64)
    row = check_row(row)
    if row.sum() > 1 + WEIGHT_SLACK:
        raise ValueError(
            f"The weights of a row sum to {row.sum():g}: expected at most 1. Divide them by their "
            "sum (`analysis.edits.renormalised`)."
        )
    return row


def require_attention(checkpoint: Checkpoint) -> None:
    """Raise a ValueError if the model has no attention, or more than one."""
    attention = checkpoint.model.decoder.attention
    if isinstance(attention, FixedContext):
        raise ValueError(f"{checkpoint.variant} has no attention: weights cannot be given to it.")
    if isinstance(attention, MultiHead):
        raise ValueError(
            f"{checkpoint.variant} attends with several heads in every layer, and its map is a "
            "mean: no weights can be given to it. Edit the rows of single heads instead."
        )
