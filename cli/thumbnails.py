"""Thumbnails for the gallery's index: a map, or else bars or a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from alignoscope.course.labs.record import LabBar, LabTable, Outcome
from alignoscope.records.trace import Trace

if TYPE_CHECKING:
    import numpy as np

_CELL = 10  # The size of a cell, in SVG units.
_LONGEST = 15  # The length of a full bar, in cells.


def thumbnail(found: Sequence[Trace]) -> str:
    """Return a thumbnail of the weights of the first trace that has any, or ""."""
    from alignoscope.ui.player.map_view import map_view

    for trace in found:
        view = map_view(trace, "weights", "words")
        if view.cells is not None:
            return map_picture(view.cells, view.label)
    return ""


def lesson_thumbnail(outcomes: Sequence[Outcome]) -> str:
    """Return a thumbnail of the first map in a lesson's labs, or of its first bars or table."""
    maps = (thumbnail(one.traces) for one in outcomes)
    bars = (_bars(one.bars) for one in outcomes if len(one.bars) > 1)
    tables = (_table(one.table) for one in outcomes if one.table)
    return next((picture for kind in (maps, bars, tables) for picture in kind if picture), "")


def map_picture(weights: np.ndarray, label: str) -> str:
    """Return a thumbnail of a map of weights [tgt_len, src_len]."""
    from alignoscope.ui.player.map_view import WEIGHT_COLORS
    from alignoscope.ui.svg.ink import paint

    rows, columns = weights.shape
    cells = [
        _rect(j, i, 1, paint(min(float(weights[i, j]), 1), WEIGHT_COLORS))
        for i in range(rows)
        for j in range(columns)
    ]
    return _picture(cells, columns, rows, f"Map of {label}")


def _bars(bars: Sequence[LabBar]) -> str:
    from alignoscope.ui.svg.ink import LIGHT

    full = max(bar.share for bar in bars) or 1
    drawn = [_rect(0, i, _LONGEST * bar.share / full, LIGHT.accent) for i, bar in enumerate(bars)]
    return _picture(drawn, _LONGEST, len(bars), "Bars")


def _table(table: LabTable) -> str:
    """Draw a table of numbers as a map, any other as the first and last text of each row."""
    import numpy as np

    try:
        sizes = np.abs([[float(text) for text in row[1:]] for row in table.rows])
    except ValueError:
        return _texts([(row[0], row[-1]) for row in table.rows])
    return map_picture(sizes.T / (sizes.max() or 1), ", ".join(table.columns[1:]))


def _texts(pairs: Sequence[tuple[str, str]]) -> str:
    """Draw texts, each below its name."""
    from alignoscope.ui.svg.ink import letters

    ink = "currentColor"  # This is the page's text colour, light or dark.
    lines = [
        letters(text, 0, _CELL * y, font_size=_CELL, fill=ink, font_weight=weight)
        for i, (name, said) in enumerate(pairs)
        for text, y, weight in ((name, 3.5 * i + 1, "bold"), (said, 3.5 * i + 2.2, None))
    ]
    return _picture(lines, 10, 3.5 * len(pairs) - 1, ", ".join(name for name, _ in pairs))


def _rect(x: float, y: float, width: float, fill: str) -> str:
    """Draw a rectangle one cell high; positions and widths are in cells."""
    from alignoscope.ui.svg.ink import element

    size = {"width": round(_CELL * width - 1, 1), "height": _CELL - 1}
    return element("rect", x=_CELL * x, y=_CELL * y, **size, fill=fill)


def _picture(parts: Sequence[str], width: float, height: float, label: str) -> str:
    from alignoscope.ui.svg.ink import element

    box = f"0 0 {_CELL * width} {_CELL * height}"
    return element("svg", *parts, viewBox=box, role="img", aria_label=label)
