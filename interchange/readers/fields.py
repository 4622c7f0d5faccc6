"""The parts of a line: tokens, and numbers."""

import re
from collections.abc import Sequence
from math import isfinite

import numpy as np

BAR = " ||| "


def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a line, which is split at spaces and tabs only."""
    return tuple(token for token in re.split("[ \t]+", text) if token)


def floats(words: Sequence[str], where: str) -> list[float]:
    """Read finite numbers.

    Raises:
        ValueError: if one of them is not a finite number.
    """
    try:
        found = list(map(float, words))
    except ValueError:
        wrong = next(word for word in words if not is_number(word))
        raise ValueError(f"{where}: expected a number, got {wrong[:40]!r}.") from None
    if not all(map(isfinite, found)):
        wrong = next(
            word for word, number in zip(words, found, strict=True) if not isfinite(number)
        )
        raise ValueError(f"{where}: {wrong[:40]!r} is no finite number.")
    return found


def is_number(word: str) -> bool:
    """Return whether a word is a number, including NaN and infinity."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def matrix(rows: Sequence[Sequence[str]], where: str) -> np.ndarray:
    """Read rows of numbers of equal length as an array [1, 1, rows, columns].

    Raises:
        ValueError: if there are no rows, rows differ in length, or an entry is not a number.
    """
    if not rows:
        raise ValueError(f"{where}: expected rows of numbers, got none.")
    for i, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"{where}: row {i} has {len(row)} numbers, the first {len(rows[0])}: all rows of a "
                "map are of one length."
            )
    flat = [number for i, row in enumerate(rows, 1) for number in floats(row, f"{where}, row {i}")]
    with np.errstate(over="ignore"):  # Infinity is refused later, with its place.
        return np.array(flat, np.float32).reshape(1, 1, len(rows), -1)
