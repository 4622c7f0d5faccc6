"""The calls of a model as the app's engine runs them, for live pages to lay into its memory.

`decoding.engine` records them; here they become JSON, in which the weights are only named.
"""

import math
from collections.abc import Sequence
from typing import Any

from torch import Tensor

from alignoscope.decoding.engine.matrices import MOST_COLUMNS, MOST_FLOATS
from alignoscope.decoding.engine.placing import (
    LONGEST,
    MOST,
    Fitted,
    FittedTable,
    fitted_table,
)
from alignoscope.decoding.engine.tables import ROW, UnknownCallError
from alignoscope.models.seq2seq import Seq2Seq

# The parts of a step, in the order of `Recording.kept`, as the scripts name them.
_PARTS = ("query", "scores", "weights", "context", "center", "heads", "selfHeads", "pGen")


def placed_table(model: Seq2Seq) -> dict[str, Any] | None:
    """Return a model's calls for the app's engine, or None if that does not know one of them.

    `live/engine/placed.js` reads them. Buffers are numbered; a matrix of the engine is a buffer.
    """
    try:
        return _written(fitted_table(model))
    except (UnknownCallError, ValueError):  # ValueError: a source of `LONGEST` tokens is refused.
        return None


def _written(found: FittedTable) -> dict[str, Any]:
    table = found.table
    weights = [*found.model.named_parameters()]
    parts = _parts(found)
    return {
        "longest": LONGEST,
        "most": MOST,
        "mostFloats": MOST_FLOATS,
        "row": ROW,
        "work": found.work,
        "sizes": found.sizes.at(LONGEST).tolist(),
        "constants": {buffer: _constant(one, weights) for buffer, one in table.constants.items()},
        "matrices": {
            buffer: [*_part_of(one.weight, weights), one.bias]
            for buffer, one in table.matrices.items()
        },
        "once": len(table.once),
        "step": len(table.each_step),
        "calls": _calls(found),
        "source": table.source.buffer,
        "token": table.token.buffer,
        "logits": [table.logits.buffer, table.logits.first, table.logits.shape[-1]],
        "values": parts.pop(),
        "parts": {
            name: None if one is None else parts.pop(0)
            for name, one in zip(_PARTS, table.kept, strict=True)
        },
    }


def _calls(found: FittedTable) -> list[list[int]]:
    """Return what is not 0 in the rows of calls: place, number, number a source token, buffer."""
    columns = (found.calls.fixed, found.calls.by_source, found.owners)
    flat = zip(*(one.ravel().tolist() for one in columns), strict=True)
    return [[i, *one] for i, one in enumerate(flat) if one != (0, 0, -1)]


def _parts(found: FittedTable) -> list[list[int]]:
    """Return of each part its buffer, and the fitted numbers of its start and of its size."""

    def fitted(one: Fitted) -> list[list[int]]:
        return [one.fixed.tolist(), one.by_source.tolist()]

    buffers = [one.buffer for one in found.kept]
    columns = (buffers, *fitted(found.kept_starts), *fitted(found.kept_sizes))
    return [list(one) for one in zip(*columns, strict=True)]


def _constant(content: Tensor, weights: Sequence[tuple[str, Tensor]]) -> str | list[str]:
    """Return the name of a weight, or the one number of another constant, as a text in a list."""
    for name, weight in weights:
        if weight is content:
            return name
    if content.numel() != 1:
        raise UnknownCallError("constants that are no weights")
    number = float(content)
    return [f"{'-' * (number < 0)}Infinity" if math.isinf(number) else repr(number)]


def _part_of(matrix: Tensor, weights: Sequence[tuple[str, Tensor]]) -> list[str | int]:
    """Return the weight whose columns a matrix is: its name, the first column, rows and columns."""
    rows, columns = matrix.shape
    for name, weight in weights:
        first = int(matrix.storage_offset() - weight.storage_offset())
        if (
            weight.ndim == 2
            and weight.untyped_storage().data_ptr() == matrix.untyped_storage().data_ptr()
            and matrix.stride() == weight.stride()
            and rows == len(weight)
            and 0 <= first <= weight.shape[1] - columns
            and columns <= MOST_COLUMNS
        ):
            return [name, first, rows, columns]
    raise UnknownCallError("a matrix that is no weight")
