"""A trace's numbers as files for other programs: CSV, and hard alignments in Pharaoh format."""

import csv
import io
import zipfile
from collections.abc import Iterator, Sequence

import numpy as np

from alignoscope.figures.drawing.lettering import slug
from alignoscope.figures.views.maps import MapView, map_view
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace

HEADINGS = (
    *("map", "variant", "mode", "target_position", "target", "source_position", "source"),
    *("score", "weight"),
)
_FORMULAS = tuple("=+-@＝＋－＠\t\r\n")


def csv_table(traces: Sequence[Trace], unit: str) -> bytes:
    """Return the scores and weights of all cells as CSV (RFC 4180), a line a cell.

    Positions are from 1. A cell outside of a local window has no score, a variant without attention
    neither number. The file is UTF-8 with a byte order mark, without which Excel takes it for
    another encoding; pandas reads it with `encoding="utf-8-sig"`.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(HEADINGS)
    for number, trace in enumerate(traces, start=1):
        writer.writerows((number, *line) for line in _lines(trace, unit))
    return text.getvalue().encode("utf-8-sig")


def pharaoh(view: MapView) -> str:
    """Return a map's hard alignment as `source-target` pairs, positions from 0, by target.

    Each target word is linked to the source word with the highest weight (the first of equals), and
    to none where that is the end mark. End marks are no words, so they have no links.
    """
    assert view.cells is not None
    columns, rows = _without_end(view.columns), _without_end(view.rows)
    best = view.cells[: len(rows)].argmax(axis=1)
    linked = view.cells[: len(rows)].max(axis=1) > 0
    links = [(j, i) for i, j in enumerate(best) if linked[i] and j < len(columns)]
    return " ".join(f"{j}-{i}" for j, i in links)


def pharaoh_zip(traces: Sequence[Trace]) -> bytes:
    """Return the alignments of all variants with attention, each beside the words that it numbers.

    Three files a variant, of a line each: NAME.source.txt, NAME.target.txt and NAME.align.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as files:
        for number, trace in enumerate(traces, start=1):
            view = map_view(trace, "weights", "words")
            if view.cells is None:
                continue
            name = f"{number:02}-{slug(view.variant)}"
            for end, line in (
                ("source.txt", _spaced(_without_end(view.columns))),
                ("target.txt", _spaced(_without_end(view.rows))),
                ("align", pharaoh(view)),
            ):
                # ZipInfo has a fixed date: the same traces make the same file.
                files.writestr(zipfile.ZipInfo(f"{name}.{end}"), f"{line}\n")
    return packed.getvalue()


def inert(text: str) -> str:
    """Return text that a spreadsheet does not take for a formula: an apostrophe goes before it."""
    risky = text.startswith(_FORMULAS) or text.lstrip().startswith(_FORMULAS)
    return f"'{text}" if risky else text


def _lines(trace: Trace, unit: str) -> Iterator[tuple[object, ...]]:
    weights, scores = map_view(trace, "weights", unit), map_view(trace, "scores", unit)
    for i, row in enumerate(weights.rows):
        for j, column in enumerate(weights.columns):
            yield (
                inert(trace.variant),
                trace.mode,
                i + 1,
                inert(row),
                j + 1,
                inert(column),
                _number(scores.cells, i, j),
                _number(weights.cells, i, j),
            )


def _number(cells: np.ndarray | None, row: int, column: int) -> str:
    if cells is None or not np.isfinite(cells[row, column]):
        return ""
    return str(np.float32(cells[row, column]))


def _without_end(words: Sequence[str]) -> Sequence[str]:
    return words[:-1] if words[-1] == END else words


def _spaced(words: Sequence[str]) -> str:
    """Join words by spaces; a word never holds one, since the positions count spaces."""
    return " ".join("_".join(word.split()) or "_" for word in words)
