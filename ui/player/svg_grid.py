"""One map of an SVG drawing as a grid: cells, words on the axes, sums and the marked step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.player.view_settings import View, faint, shares
from alignoscope.ui.svg.ink import Ink, element, letters, paint, poles, three_digits
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import mostly_leftwards, shortened, width
from alignoscope.ui.svg.scale import Scale

CELL, ROW, WORD, HEAD, SUMS = (MEASURES[name] for name in ("cell", "row", "word", "head", "sums"))
CAPTION = MEASURES["caption"]
INSET = MEASURES["marker"]["inset"]  # room for the outer half of the marker's stroke
SIZE = MEASURES["text"]["size"]
SLANT = sqrt(0.5)
CENTRAL = "0.35em"  # from the middle of letters to their baseline


@dataclass(frozen=True, kw_only=True, eq=False)
class GridTable:
    """A map as it is laid out, transposed or not.

    Args:
        view: the map.
        sides: the words beside the lines.
        heads: the words above the columns.
        names: what sides and heads are, "target" and "source" or the reverse.
        cells: [sides, heads].
        shares: [sides, heads], shares of the colour scale, NaN outside of a local window.
        hidden: [sides, heads], whether a cell is below the threshold.
        marked_side: the line of the marked step, unless transposed.
        marked_head: the column of the marked step, if transposed.
    """

    view: MapView
    sides: tuple[str, ...]
    heads: tuple[str, ...]
    names: tuple[str, str]
    cells: np.ndarray
    shares: np.ndarray
    hidden: np.ndarray
    marked_side: int | None
    marked_head: int | None

    @property
    def sums(self) -> tuple[np.ndarray, np.ndarray]:
        """The sums of the lines and of the columns, without cells outside of a local window."""
        finite = np.where(np.isfinite(self.cells), self.cells, 0)
        return finite.sum(axis=1), finite.sum(axis=0)


@dataclass(frozen=True, kw_only=True)
class Layout:
    """The layout that all maps of a drawing share, so that their columns have equal positions.

    Args:
        labels: the width of the words beside the lines.
        head: the height of the words above the columns.
        cell: the width of a cell.
        row: the height of a cell.
        angle: the angle of the words above the columns, in degrees.
        limit: the largest width of a word.
        plot: the width of the cells and sums.
        top: the largest sum, or None without sums.
        mirrored: whether maps begin at the right, for words that run from right to left.
    """

    labels: float
    head: float
    cell: float
    row: float
    angle: int
    limit: float
    plot: float
    top: float | None
    mirrored: bool

    @property
    def width(self) -> float:
        """The width of a map with its words and sums."""
        return self.labels + self.plot

    def height(self, sides: int) -> float:
        """Return the height of a map with `sides` lines."""
        return self.head + sides * self.row + INSET + (0 if self.top is None else SUMS["below"])

    def x(self, begin: float, wide: float = 0) -> float:
        """Return the left edge of a part `begin` from the map's first edge and `wide` wide."""
        return self.width - begin - wide if self.mirrored else begin

    def side(self, side: str) -> str:
        """Return "left" or "right", swapped if the layout is mirrored."""
        return {"left": "right", "right": "left"}[side] if self.mirrored else side


def table(one: MapView, scale: Scale, view: View, step: int | None) -> GridTable:
    """Return a map laid out with the target on the lines and the source above, or transposed.

    Args:
        one: the map, which has cells.
        scale: its colour scale.
        view: the view in which it is drawn.
        step: the marked step, from 0, or None without a marker.
    """
    assert one.cells is not None
    row = current_row(one, step)
    arrays = (
        one.cells,
        shares(one.cells, scale, view.scaling),
        faint(one.cells, scale, view.threshold),
    )
    cells, parts, hidden = (array.T for array in arrays) if view.transposed else arrays
    return GridTable(
        view=one,
        sides=one.columns if view.transposed else one.rows,
        heads=one.rows if view.transposed else one.columns,
        names=("source", "target") if view.transposed else ("target", "source"),
        cells=cells,
        shares=parts,
        hidden=hidden,
        marked_side=None if view.transposed else row,
        marked_head=row if view.transposed else None,
    )


def layout(tables: Sequence[GridTable], inner: float, margins: bool) -> Layout:
    """Return the layout with the largest cells at which every map fits the width `inner`.

    If none fits, the cells have their least size. `margins` adds room for sums.
    """
    limit = min(max(inner * WORD["share"], WORD["least"]), WORD["most"])
    heads = [[_wide(word, limit) for word in one.heads] for one in tables]
    beside = max(_wide(word, limit) for one in tables for word in one.sides)
    labels = max(WORD["least"], beside) + WORD["apart"]
    bars = SUMS["beside"] if margins else 0
    cell = CELL["most"]
    while cell > CELL["least"] and labels + bars + max(_span(one, cell) for one in heads) > inner:
        cell -= 1
    longest = max(map(max, heads))
    angle = _angle(longest, cell)
    lean = longest * SLANT + HEAD["slanted"] if angle == 45 else longest + HEAD["upright"]
    sums = [np.abs(side).max() for one in tables for side in one.sums]
    return Layout(
        labels=labels,
        head=max(HEAD["least"], lean),
        cell=cell,
        row=min(max(cell, ROW["least"]), ROW["most"]),
        angle=angle,
        limit=limit,
        plot=bars + max(_span(one, cell) for one in heads),
        top=max(*sums, 1e-9) if margins else None,
        mirrored=mostly_leftwards(word for one in tables for word in one.heads),
    )


def draw_map(one: GridTable, scale: Scale, step: int | None, plan: Layout, ink: Ink) -> str:
    """Return a map as SVG, its upper left corner at 0, 0."""
    words = element("g", *_words(one, plan, ink), font_size=SIZE, fill=ink.text)
    sums = "" if plan.top is None else element("g", *_sums(one, scale, plan, ink), font_size=10)
    marker = ""
    if one.marked_side is not None or one.marked_head is not None:
        marker = framed(_box(one, plan, one.marked_side, one.marked_head), one.view, step, ink)
    return words + element("g", *_cells(one, scale, plan, ink)) + sums + marker


def current_row(one: MapView, step: int | None) -> int | None:
    """Return the row of a step, or of the last step if the translation has ended before."""
    return None if step is None else one.row_of_step[min(step, len(one.row_of_step) - 1)]


def framed(box: Mapping[str, float], one: MapView, step: int | None, ink: Ink) -> str:
    """Return the marker around a box: two strokes, so that one is visible on any colour.

    The inner stroke is dashed if the map's translation has ended before the step.
    """
    ended = step is not None and step >= len(one.row_of_step)
    halo = element("rect", **box, rx=2, stroke=ink.paper, stroke_width=5)
    dashes = "4 4" if ended else None
    frame = element("rect", **box, rx=2, stroke=ink.text, stroke_width=2, stroke_dasharray=dashes)
    return element("g", halo, frame, fill="none")


def short(word: str, limit: float) -> str:
    """Return a word cut to fit on an axis."""
    return shortened(word, limit, SIZE, int(MEASURES["text"]["longest"]))


def leaning(cell: float) -> int:
    """Return the angle of words that are not level, in degrees: 45 if such lines fit, else 90."""
    return 45 if cell * SLANT >= SIZE else 90


def _wide(word: str, limit: float) -> float:
    return width(short(word, limit), SIZE, bold=True)


def _angle(longest: float, cell: float) -> int:
    """Return the angle of words: 0 if every word fits its cell, else that of `leaning`."""
    return 0 if longest <= cell - WORD["fits"] else leaning(cell)


def _span(widths: Sequence[float], cell: float) -> float:
    level = len(widths) * cell + 2 * INSET
    if _angle(max(widths), cell) != 45:
        return level
    tails = ((wide + HEAD["tail"]) * SLANT for wide in widths)
    return max(level, *((i + 0.5) * cell + tail for i, tail in enumerate(tails)))


def _words(one: GridTable, plan: Layout, ink: Ink) -> Iterator[str]:
    x, side = plan.x(plan.labels - 8), plan.side("right")
    arrow = f"← {one.names[1]}" if plan.mirrored else f"{one.names[1]} →"
    beside = f"{one.names[0]} ↓"
    for text, up in ((arrow, CAPTION["above"]), (beside, CAPTION["beside"])):
        yield letters(text, x, plan.head - up, side, fill=ink.muted, font_size=SIZE - 1)
    for i, word in enumerate(one.sides):
        y = plan.head + (i + 0.5) * plan.row
        yield _word(word, x, y, side, i == one.marked_side, plan)
    for j, word in enumerate(one.heads):
        begin = plan.labels + INSET + (j + 0.5) * plan.cell + (2 if plan.angle == 45 else 0)
        x, y = plan.x(begin), plan.head - HEAD["leaning" if plan.angle else "level"]
        turn = f"rotate({plan.angle if plan.mirrored else -plan.angle} {x:g} {y:g})"
        side = plan.side("left") if plan.angle else "middle"
        yield _word(word, x, y, side, j == one.marked_head, plan, turn if plan.angle else None)


def _word(
    word: str, x: float, y: float, side: str, marked: bool, plan: Layout, turn: str | None = None
) -> str:
    text, weight = short(word, plan.limit), "bold" if marked else None
    return letters(text, x, y, side, font_weight=weight, dy=CENTRAL, transform=turn)


def _box(one: GridTable, plan: Layout, side: int | None, head: int | None) -> dict[str, float]:
    """Return the box of a cell, or of a whole line or column if the other index is None."""
    wide = (len(one.heads) if head is None else 1) * plan.cell - 1
    high = (len(one.sides) if side is None else 1) * plan.row - 1
    x = plan.x(plan.labels + INSET + (head or 0) * plan.cell, wide)
    return {"x": x, "y": plan.head + (side or 0) * plan.row, "width": wide, "height": high}


def _cells(one: GridTable, scale: Scale, plan: Layout, ink: Ink) -> Iterator[str]:
    for (i, j), share in np.ndenumerate(one.shares):
        if not one.hidden[i, j]:
            fill = ink.soft if np.isnan(share) else paint(float(share), scale.colors)
            yield element("rect", **_box(one, plan, i, j), fill=fill)


def _sums(one: GridTable, scale: Scale, plan: Layout, ink: Ink) -> Iterator[str]:
    """Draw the sums of lines and columns as bars on one scale, with their numbers."""
    assert plan.top is not None
    lines, columns = one.sums
    begin = plan.labels + INSET + len(columns) * plan.cell + SUMS["gap"]
    top = plan.head + len(lines) * plan.row + SUMS["gap"]
    for i, number in enumerate(lines):
        box, long = _box(one, plan, i, 0), SUMS["longest"] * abs(number) / plan.top
        y, high = box["y"] + box["height"] * 0.2, box["height"] * 0.6
        fill = poles(scale, ink)[int(number > 0)]
        yield element("rect", x=plan.x(begin, long), y=y, width=long, height=high, fill=fill)
        x, side = plan.x(begin + long + 4), plan.side("left")
        yield letters(_sum(number), x, y + high / 2, side, "ltr", dy=CENTRAL)
    for j, number in enumerate(columns):
        box, long = _box(one, plan, 0, j), SUMS["longest"] * abs(number) / plan.top
        x, wide = box["x"] + box["width"] * 0.2, box["width"] * 0.6
        fill = poles(scale, ink)[int(number > 0)]
        yield element("rect", x=x, y=top, width=wide, height=long, fill=fill)
        if plan.cell >= SUMS["numbered"]:
            yield letters(_sum(number), x + wide / 2, top + long + 12, "middle", "ltr")


def _sum(number: float) -> str:
    """Return a sum with three significant digits; a tiny one is written as 0, to fit its column."""
    return three_digits(number if abs(number) >= SUMS["least"] else 0)
