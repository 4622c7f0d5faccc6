"""Matrices as `engine.c` reads them: blocks of rows, of 8-bit integers where that is exact."""

from typing import NamedTuple

import numpy as np
from torch import Tensor

from alignoscope.models.rounding import LARGEST

BLOCK = 16  # rows
MOST_COLUMNS = 4096  # With more, `engine.c` would keep fewer digits of what it multiplies.
MOST_FLOATS = 2**18  # numbers of a matrix that are not of 8 bits; torch is faster with more
_FIRST = 16  # columns that decide on a row's scale, which all columns then confirm


class Blocks(NamedTuple):
    """A matrix whose rows are filled up with zeros to whole blocks; `scales` of integers only."""

    numbers: np.ndarray  # int8 [blocks, pairs, 16, 2] or float32 [blocks, columns, 16]
    scales: np.ndarray | None  # float32 [16 blocks]


def blocks(matrix: Tensor) -> Blocks:
    """Return a matrix [rows, columns] in blocks; the same numbers, not rounded."""
    weight = matrix.detach().numpy()
    rows, columns = weight.shape
    more = -rows % BLOCK
    found = _rounded(weight) if columns <= MOST_COLUMNS else None
    if found is None:
        padded = np.pad(weight, ((0, more), (0, 0)))
        return Blocks(padded.reshape(-1, BLOCK, columns).transpose(0, 2, 1).copy(), None)
    whole, scales = found
    padded = np.pad(whole, ((0, more), (0, columns % 2)))
    paired = padded.reshape(len(padded) // BLOCK, BLOCK, -1, 2).transpose(0, 2, 1, 3)
    return Blocks(paired.copy(), np.pad(scales, (0, more)))


def _rounded(weight: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return integers Q and scales s [rows] with W = s Q and |Q| at most 127; None if none have it.

    A stored scale has four binary digits (`models.rounding`), so each of eight mantissas is tried,
    with the exponent that makes the largest |Q| of a row 64 to 127.
    """
    most = np.maximum(weight.max(axis=1), -weight.min(axis=1))
    most = np.where(most == 0, 1, most).astype(np.float32)
    scales = np.zeros(len(weight), np.float32)
    for digits in range(8, 16):
        mantissa = np.float32(digits / 8)
        exponent = np.ceil(np.log2(most / (LARGEST * mantissa)))
        scale = np.ldexp(mantissa, exponent.astype(np.int32))
        part = weight[:, :_FIRST] / scale[:, None]
        scales = np.where((part == np.rint(part)).all(axis=1), scale, scales)
    if not scales.all():
        return None
    exact = weight / scales[:, None]
    whole = exact.astype(np.int8)
    return (whole, scales) if np.array_equal(whole, exact) else None
