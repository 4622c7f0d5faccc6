"""Maps of whole numbers: hard links of 0 and 1, or weights that were multiplied to be whole."""

from collections.abc import Sequence

import numpy as np

_SCALES = (100, 255, 1_000, 10_000, 65_535)  # Per cent, the largest byte, and so on.


def unscaled(maps: Sequence[np.ndarray]) -> tuple[list[np.ndarray], str, list[str]]:
    """Return maps [..., rows, columns] of whole numbers as float32, their kind, and notes.

    Numbers of 0 and 1 are links. Others are divided by the sum that all rows, or else all columns,
    have, such as 255; rounding may change it by half of the number of cells.

    Raises:
        ValueError: if they are neither.
    """
    floats = [numbers.astype(np.float32) for numbers in maps]
    least, most = min(map(np.min, floats)), max(map(np.max, floats))
    if least >= 0 and most <= 1:
        return floats, "links", ["Its numbers are 0 and 1: they are read as links."]
    for scale in _SCALES:
        for axis in (-1, -2):
            if least >= 0 and all(_sums_to(scale, numbers, axis) for numbers in floats):
                note = f"Its numbers are whole and were divided by {scale:,}, the sum of a row."
                return [numbers / np.float32(scale) for numbers in floats], "weights", [note]
    raise ValueError(
        f"Its numbers are whole, from {least:g} to {most:g}: neither links (0 and 1) nor weights. "
        "Divide each row by its sum."
    )


def _sums_to(scale: int, numbers: np.ndarray, axis: int) -> bool:
    sums = numbers.sum(axis=axis)
    filled = sums[sums != 0]
    slack = max(numbers.shape[axis] / 2, 1)
    return bool(len(filled) and (np.abs(filled - scale) <= min(slack, scale / 20)).all())
