"""The sentences of other tools' files: as a searchable list, and as traces of chosen heads."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
import pandas as pd

from alignoscope.interchange.foreign.file_set import SharedSentence
from alignoscope.records.foreign import ForeignFile, Heads, foreign_trace
from alignoscope.records.trace import SHARES, Trace, with_unique_ids

LOG_PROB = "log p"
NUMBERS = ("sharpness", "entropy", LOG_PROB)
EVERY = Heads()
_TINY = 1e-12  # This keeps the logarithm of a zero weight finite.


@dataclass(frozen=True, kw_only=True)
class HeadChoice:
    """The chosen layers and heads; with `each`, the heads of a layer are shown side by side."""

    heads: Heads = EVERY
    each: bool = False


def sentence_list(rows: Sequence[SharedSentence]) -> pd.DataFrame:
    """Return one row per sentence: its words and numbers to sort by.

    The numbers describe its first map, averaged over all heads: the mean of the rows' largest
    weights, the mean entropy of the rows (nats), and the log-probability (nats) if the file has
    one.
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


def found_rows(rows: Sequence[SharedSentence], words: str) -> list[int]:
    """Return the indices of the sentences whose source or translations contain all these words."""
    wanted = words.casefold().split()
    if not wanted:
        return list(range(len(rows)))
    return [
        i
        for i, row in enumerate(rows)
        if all(word in "\n".join([row.source, *row.targets]).casefold() for word in wanted)
    ]


def shown_traces(row: SharedSentence, choice: HeadChoice, most: int) -> list[Trace]:
    """Return at most `most` traces of a sentence, with unique ids.

    Args:
        row: the sentence.
        choice: the chosen layers and heads.
        most: the maximum number of traces.
    """
    found = list(row.traces)
    for file, sentence in row.foreign:
        heads = sentence.maps.shape[1]
        chosen = (
            [Heads(layer=choice.heads.layer, head=head) for head in range(heads)]
            if choice.each and heads > 1
            else [choice.heads]
        )
        found += [foreign_trace(file, sentence, one) for one in chosen[: most - len(found)]]
    return with_unique_ids(found[:most])


def most_heads(files: Sequence[ForeignFile]) -> tuple[int, int]:
    """Return the largest number of layers and of heads in files; 1 and 1 without files."""
    return (
        max((file.heads[0] for file in files), default=1),
        max((file.heads[1] for file in files), default=1),
    )


def _numbers(row: SharedSentence) -> dict[str, float | None]:
    if not row.foreign:
        return dict.fromkeys(NUMBERS)
    file, sentence = row.foreign[0]
    rows = sentence.maps.mean(axis=(0, 1))
    entropy = float(-(rows * np.log(rows + _TINY)).sum(axis=1).mean())
    log_prob = sentence.log_prob
    return {
        "sharpness": float(rows.max(axis=1).mean()),
        "entropy": entropy if file.kind in SHARES else None,
        LOG_PROB: log_prob if isfinite(log_prob) else None,
    }
