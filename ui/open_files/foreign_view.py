"""The sentences of other tools' files: as a list to search and sort, and as maps of some heads."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
import pandas as pd

from alignoscope.interchange.foreign.together import Shared
from alignoscope.records.foreign import ForeignFile, Heads, foreign_trace
from alignoscope.records.trace import Trace, told_apart

NUMBERS = ("sharpness", "entropy", "log p")
EVERY = Heads()
_TINY = 1e-12  # so that the logarithm of a weight of 0 is a number


@dataclass(frozen=True, kw_only=True)
class HeadChoice:
    """What is shown of layers and heads: `each` shows the heads of a layer beside each other."""

    heads: Heads = EVERY
    each: bool = False


def sentence_list(rows: Sequence[Shared]) -> pd.DataFrame:
    """Return a line a sentence: its words and the numbers to sort by.

    Numbers are of its first map, the mean of all heads: the mean of the rows' largest weights, the
    mean entropy of the rows (nats), and the log-probability (nats) where the file has one.
    """
    lines = []
    for number, row in enumerate(rows, start=1):
        targets = row.targets
        source = row.foreign[0][1].source if row.foreign else row.traces[0].source
        lines.append(
            {
                "no.": number,
                "source": row.source,
                "target": targets[0] + (f" (+{len(targets) - 1})" if len(targets) > 1 else ""),
                "maps": len(row.foreign) + len(row.traces),
                "tokens": len(source.pieces),
                **_numbers(row),
            }
        )
    return pd.DataFrame(lines).dropna(axis="columns", how="all")


def found_rows(rows: Sequence[Shared], words: str) -> list[int]:
    """Return the indices of the sentences whose source or translations hold these words."""
    wanted = words.casefold().split()
    if not wanted:
        return list(range(len(rows)))
    return [
        i
        for i, row in enumerate(rows)
        if all(word in "\n".join([row.source, *row.targets]).casefold() for word in wanted)
    ]


def shown_traces(row: Shared, choice: HeadChoice, most: int) -> list[Trace]:
    """Return the traces of a sentence, at most so many; ids differ."""
    found = list(row.traces)
    for file, sentence in row.foreign:
        heads = sentence.maps.shape[1]
        chosen = (
            [Heads(layer=choice.heads.layer, head=head) for head in range(heads)]
            if choice.each and heads > 1
            else [choice.heads]
        )
        found += [foreign_trace(file, sentence, one) for one in chosen[: most - len(found)]]
    return told_apart(found[:most])


def most_heads(files: Sequence[ForeignFile]) -> tuple[int, int]:
    """Return the most layers and the most heads of files, 1 and 1 without any."""
    return (
        max((file.heads[0] for file in files), default=1),
        max((file.heads[1] for file in files), default=1),
    )


def _numbers(row: Shared) -> dict[str, float | None]:
    if not row.foreign:
        return dict.fromkeys(NUMBERS)
    file, sentence = row.foreign[0]
    rows = sentence.maps.mean(axis=(0, 1))
    entropy = float(-(rows * np.log(rows + _TINY)).sum(axis=1).mean())
    log_prob = sentence.log_prob
    return {
        "sharpness": float(rows.max(axis=1).mean()),
        "entropy": entropy if file.kind == "weights" else None,
        "log p": log_prob if isfinite(log_prob) else None,
    }
