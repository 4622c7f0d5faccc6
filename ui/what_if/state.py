"""What a person may change about one translation, as small values: branches and edited rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from alignoscope.analysis.edits import check_row
from alignoscope.records.catalogue.normalisers import alpha_name

WHOLE = 65_535  # an edited row is kept in 65,535ths, so that a link holds exactly what is on show
BY_HAND = "hand"
LIKE = "like"  # `like.luong-dot`: as another variant looked
ALPHA = "alpha"  # `alpha.1.6`: what the step's own scores make under alpha-entmax
HOWS = {
    BY_HAND: "by hand",
    "uniform": "uniform",
    "sharpen": "sharpened",
    "flatten": "flattened",
    "gold": "as the gold says",
}
OF_WORDS = {"only": "only {}", "forget": "{} forgotten", "swap": "{} swapped"}  # `only.1.4`
Rows = tuple[tuple[int, tuple[float, ...]], ...]  # (step, weights over pieces), one a step


@dataclass(frozen=True, kw_only=True)
class Branch:
    """Another translation: that of a checkpoint after `prefix`, whose last token was chosen."""

    number: int  # for people, from 1
    path: Path
    prefix: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Edit:
    """Weights [src_len], in 65,535ths, in the place of those that a step (from 0) computed.

    `how` they came is a name of `HOWS`, one of `OF_WORDS` with the numbers of source words from 1
    (`only.1.4`), `like.` and a variant, or `alpha.` and a number.
    """

    step: int
    how: str
    row: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """What a person changed about one translation, in the order in which it was changed."""

    path: Path
    source: str
    target: str
    branches: tuple[Branch, ...] = ()
    edits: tuple[Edit, ...] = ()


def in_parts(row: np.ndarray) -> tuple[int, ...]:
    """Return weights [src_len] in whole 65,535ths, which keep the row's total as it rounds.

    All are rounded down, then the largest remainders up, as seats are shared out.

    Raises:
        ValueError: if the row is not valid (`analysis.edits.check_row`), or nothing is left of it.
    """
    exact = check_row(row) * WHOLE
    parts = np.floor(exact)
    missing = min(round(exact.sum()), WHOLE) - int(parts.sum())
    parts[np.argsort(parts - exact, kind="stable")[: max(missing, 0)]] += 1
    return tuple(map(int, check_row(parts)))


def in_force(edits: Iterable[Edit]) -> Rows:
    """Return the last edit of each step."""
    rows = {edit.step: tuple(part / WHOLE for part in edit.row) for edit in edits}
    return tuple(sorted(rows.items()))


def in_words(how: str, words: Sequence[str]) -> str:
    """Say how an edit came, for people; `words` are the source's."""
    name, _, rest = how.partition(".")
    if name in OF_WORDS:
        return OF_WORDS[name].format(", ".join(words[int(i) - 1] for i in rest.split(".")))
    if name == ALPHA:
        return alpha_name(float(rest))
    return HOWS.get(how, f"as {rest} looked")


def histories(edits: Iterable[Edit], words: Sequence[str]) -> dict[int, str]:
    """Say for each edited step how its row came, edit after edit."""
    found: dict[int, list[str]] = {}
    for edit in edits:
        found.setdefault(edit.step, []).append(in_words(edit.how, words))
    return {step: ", then ".join(hows) for step, hows in found.items()}


def together(edits: Sequence[Edit]) -> list[tuple[int, int]]:
    """Return where edits begin and end that belong together: one alpha, step after step."""
    spans: list[tuple[int, int]] = []
    for i, edit in enumerate(edits):
        before = edits[i - 1]
        follows = i and (before.step + 1, before.how) == (edit.step, edit.how)
        if follows and edit.how.startswith(f"{ALPHA}."):
            spans[-1] = (spans[-1][0], i + 1)
        else:
            spans.append((i, i + 1))
    return spans
