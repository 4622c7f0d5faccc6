"""The numbers of traces as CSV for spreadsheets and other programs."""

import csv
import io
from collections.abc import Iterator, Sequence

import numpy as np

from alignoscope.analysis.copying import copied_shares
from alignoscope.analysis.posterior import cells
from alignoscope.analysis.words import merge_words, merging
from alignoscope.records.trace import Trace

HEADINGS = (
    *("map", "variant", "label", "mode", "target_position", "target"),
    *("source_position", "source", "score", "weight", "posterior", "alone"),
    "confidence",  # the calibrated probability that the target word is right
    "copied",  # the share of the target word that was copied from the source
    "second_reader",  # the probability that a better model gives the target word
    "way_back",  # the probability that a model of the other direction gives the source word
)
_FORMULAS = tuple("=+-@＝＋－＠\t\r\n")


def csv_table(traces: Sequence[Trace], unit: str) -> bytes:
    """Return all measures of all cells as CSV (RFC 4180), one line per cell.

    `unit` is "words" or "pieces"; positions count from 1. Cells outside a local window have no
    score, and those of a variant without attention no numbers. The file is UTF-8 with a byte order
    mark, without which Excel assumes another encoding; pandas reads it with `encoding="utf-8-sig"`.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for number, trace in enumerate(traces, start=1):
        writer.writerows((number, *line) for line in _lines(trace, unit))
    return text.getvalue().encode("utf-8-sig")


def inert(text: str) -> str:
    """Return text that a spreadsheet does not run as a formula; risky text gets an apostrophe."""
    risky = text.startswith(_FORMULAS) or text.lstrip().startswith(_FORMULAS)
    return f"'{text}" if risky else text


def _lines(trace: Trace, unit: str) -> Iterator[tuple[object, ...]]:
    layers = [
        _cells(trace, measure, unit) for measure in ("scores", "weights", "posterior", "alone")
    ]
    sure = trace.confidence
    words = sure.words if sure else ()
    again = sure.second.words if sure and sure.second else ()
    back = sure.back.words if sure and sure.back else ()
    copied = copied_shares(trace, unit)
    for i, row in enumerate(getattr(trace.target, unit)):
        word = trace.target.word_of[i] if unit == "pieces" else i
        for j, column in enumerate(getattr(trace.source, unit)):
            origin = trace.source.word_of[j] if unit == "pieces" else j
            yield (
                inert(trace.variant),
                inert(trace.label),
                trace.mode,
                i + 1,
                inert(row),
                j + 1,
                inert(column),
                *(_number(layer, i, j) for layer in layers),
                words[word] if word < len(words) else "",
                "" if copied is None else str(np.float32(copied[i])),
                again[word] if word < len(again) else "",
                back[origin] if origin < len(back) else "",
            )


def _cells(trace: Trace, measure: str, unit: str) -> np.ndarray | None:
    found = cells(trace, measure)
    if found is None or unit == "pieces":
        return found
    return merge_words(found, trace.source, trace.target, merging(trace, measure))


def _number(layer: np.ndarray | None, row: int, column: int) -> str:
    if layer is None or not np.isfinite(layer[row, column]):
        return ""
    return str(np.float32(layer[row, column]))
