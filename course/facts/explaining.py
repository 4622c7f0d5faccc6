"""Facts on whether weights explain a model's output, for dates, whose links are exact."""

from functools import cache

import numpy as np

from alignoscope.analysis.edits import gold_row
from alignoscope.analysis.importance import importance
from alignoscope.analysis.words import merge_words
from alignoscope.data.gold import GoldPair
from alignoscope.data.tasks.dates import dates
from alignoscope.data.tasks.making import gold_pairs
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace

DATE, ISO, MONTH = "Saturday, March 8, 1997", "1997-03-08", "03"
IN_JULY = DATE.replace("March", "July")


@cache
def unseen_dates() -> list[GoldPair]:
    """Return two hundred dates, written in a way that no model has trained on, with their links."""
    return gold_pairs(dates(3000, seed=1), ["test"])[:200]


def right_dates(checkpoint: Checkpoint) -> int:
    """Return how many of two hundred dates a model writes correctly."""
    pairs = unseen_dates()
    found = translate(checkpoint, [pair.source for pair in pairs])
    return sum(one.target.text == pair.target for one, pair in zip(found, pairs, strict=True))


def right_dates_when_told(checkpoint: Checkpoint) -> int:
    """Return how many dates a model writes correctly with its weights set to the gold links."""
    pairs = unseen_dates()
    sources, targets = [pair.source for pair in pairs], [pair.target for pair in pairs]
    given = [
        linked_rows(trace, pair)
        for trace, pair in zip(force(checkpoint, sources, targets), pairs, strict=True)
    ]
    found = translate(checkpoint, sources, given)
    return sum(one.target.text == target for one, target in zip(found, targets, strict=True))


def effect(checkpoint: Checkpoint) -> str:
    """Return "worse" if correct weights make its dates worse, or "better" if they do not."""
    return "worse" if right_dates_when_told(checkpoint) < right_dates(checkpoint) else "better"


def month_written(date: str, checkpoint: Checkpoint) -> str:
    """Return the month that a model writes for a date, or "no date"."""
    parts = translate(checkpoint, [date])[0].target.text.split("-")
    return parts[1] if len(parts) == len(ISO.split("-")) else "no date"


def linked_rows(trace: Trace, pair: GoldPair) -> np.ndarray:
    """Return the trace's weights [tgt_len, src_len], with linked words' rows set to their links."""
    assert trace.weights is not None
    rows = trace.weights.copy()
    linked = {j for _, j in pair.sure}
    for step, word in enumerate(trace.target.word_of):
        if word in linked:
            rows[step] = gold_row(pair.sure, rows[step], trace.source, word)
    return rows


def looks_at(checkpoint: Checkpoint) -> str:
    """Return the source word with the most weight while the month of `DATE` is written."""
    trace = force(checkpoint, [DATE], [ISO])[0]
    assert trace.weights is not None
    return _largest(trace, trace.weights)


def depends_on(checkpoint: Checkpoint) -> str:
    """Return the source word with the largest gradient times input for the month of `DATE`."""
    trace = force(checkpoint, [DATE], [ISO])[0]
    return _largest(trace, importance(checkpoint, trace).gradient)


def _largest(trace: Trace, rows: np.ndarray) -> str:
    words = merge_words(rows, trace.source, trace.target, "weights")
    return trace.source.words[int(words[trace.target.words.index(MONTH)].argmax())]
