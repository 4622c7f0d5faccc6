"""Tables of numbers with bars, and vectors as strips of colours, in a drawing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.ui.svg.ink import Ink, decimal, element, letters, paint
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import BOLD, legal, shortened, width
from alignoscope.ui.svg.sheet import LINE, DrawnPart

# The same colours as in `anatomy.css`, so that a drawing looks like the page.
POSITIVE, NEGATIVE = "#d6604d", "#4393c3"
STRIP = ("#053061", NEGATIVE, "#f7f7f7", POSITIVE, "#67001f")
NAME, NUMBER = 117, 52  # the largest width of a name, and the width of a number
FONT, TRACK, THICK, GAP = 13, 12, 24, 8
ABOVE = 4  # space above a strip
LARGEST = int(MEASURES["strip"]["named"])  # number of a vector's dimensions that are named


@dataclass(frozen=True, kw_only=True)
class ScoreBar:
    """A number as text and as a bar.

    Args:
        text: the number.
        share: the bar's length as a share of the track: 0 to 1, or -1 to 1 from its middle if
            `centred`; None for an empty track.
        color: the colour of the bar.
        centred: whether the bar begins in the middle of the track.
        hatched: whether the track is hatched, because there can be no number.
    """

    text: str
    share: float | None
    color: str
    centred: bool = False
    hatched: bool = False


@dataclass(frozen=True, kw_only=True)
class Row:
    """A row of a table; a marked row is bold and has a sign before its name."""

    name: str
    bars: Sequence[ScoreBar]
    marked: bool = False


def bar_table(heads: Sequence[str], rows: Sequence[Row], room: float, ink: Ink) -> DrawnPart:
    """Return a table with heads: in each row the name, cut if it is long, and the bars.

    Args:
        heads: the head of each column.
        rows: the rows.
        room: the width of the table.
        ink: the colours.
    """
    names = max(width(_name(row), FONT, row.marked) for row in rows)
    begin = min(max(names, width(heads[0], 12)), NAME) + 2 * GAP
    each = (room - begin + GAP) / len(rows[0].bars)
    starts = [0, *(begin + i * each for i in range(len(rows[0].bars)))]
    top = (
        letters(head, x, LINE * 0.7, font_size=12, fill=ink.muted)
        for head, x in zip(heads, starts, strict=True)
    )
    body = [*top]
    for i, row in enumerate(rows, start=1):
        body += _row(row, starts, i * LINE, each - GAP, ink)
    group = element("g", *body, font_size=FONT)
    return DrawnPart(body=group, width=room, height=(len(rows) + 1) * LINE)


def strip(values: np.ndarray, peak: float, room: float) -> DrawnPart:
    """Return a vector [size] as a strip of colours: blue is -peak, white is 0, red is peak."""
    each = room / len(values)
    shares = (np.clip(values / peak, -1, 1) + 1) / 2
    body = (  # each box overlaps the next one, so that no seam is visible
        element(
            "rect",
            x=i * each,
            y=ABOVE,
            width=min(2 * each, room - i * each),
            height=THICK,
            fill=paint(float(share), STRIP),
        )
        for i, share in enumerate(shares)
    )
    group = element("g", *body, shape_rendering="crispEdges")
    return DrawnPart(body=group, width=room, height=ABOVE + THICK + 2)


def largest(values: np.ndarray) -> str:
    """Return a text that names the dimensions of largest magnitude, counted from 1."""
    order = np.argsort(-np.abs(values), kind="stable")[:LARGEST]
    named = (f"{i + 1}: {'' if values[i] < 0 else '+'}{decimal(values[i])}" for i in order)
    return f"{len(values)} dimensions; largest {', '.join(named)}"


def _name(row: Row) -> str:
    return f"▸ {row.name}" if row.marked else row.name


def _row(row: Row, starts: Sequence[float], y: float, room: float, ink: Ink) -> Iterator[str]:
    weight = "bold" if row.marked else None
    limit = (starts[1] - 2 * GAP) / (BOLD if row.marked else 1)
    quiet = ink.muted if any(bar.hatched for bar in row.bars) else None
    base = y + LINE * 0.7
    name = letters(shortened(_name(row), limit, FONT), 0, base, font_weight=weight, fill=quiet)
    yield element("g", element("title", legal(row.name)), name)
    for bar, x in zip(row.bars, starts[1:], strict=True):
        yield from _bar(bar, x, y + (LINE - TRACK) / 2, room - NUMBER, ink)
        end = x + room
        yield letters(bar.text, end, base, "right", "ltr", font_weight=weight, fill=quiet)


def _bar(bar: ScoreBar, x: float, y: float, room: float, ink: Ink) -> Iterator[str]:
    yield element("rect", x=x, y=y, width=room, height=TRACK, rx=2, fill=ink.soft)
    if bar.hatched:
        lines = (f"M{x + i:g} {y + TRACK}l{TRACK} -{TRACK}" for i in range(0, int(room) - 11, 6))
        yield element("path", d="".join(lines), stroke=ink.line, fill="none")
    elif bar.share is not None:
        half = room / 2 if bar.centred else room
        start = x + (half if bar.centred else 0) + min(0, bar.share) * half
        wide = abs(bar.share) * half
        yield element(
            "rect", x=start, y=y, width=wide, height=TRACK, rx=min(2, wide / 2), fill=bar.color
        )
    if bar.centred:
        yield element("path", d=f"M{x + room / 2:g} {y - 2:g}v{TRACK + 4}", stroke=ink.muted)
