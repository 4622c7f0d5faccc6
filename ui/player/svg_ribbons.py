"""One map of an SVG drawing as ribbons from the source words above to the target words below."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.player.svg_grid import (
    CENTRAL,
    SIZE,
    SLANT,
    current_row,
    framed,
    leaning,
    short,
)
from alignoscope.ui.player.view_settings import View, faint, shares
from alignoscope.ui.svg.ink import Ink, element, letters, poles
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import mostly_leftwards, width
from alignoscope.ui.svg.scale import Scale

RIBBON, HEAD, LIMIT = MEASURES["ribbon"], MEASURES["head"], MEASURES["word"]["most"]
HEIGHT, SPACE = RIBBON["height"], RIBBON["apart"]
OPACITY = 0.4  # opacity of the ribbons of other steps


@dataclass(frozen=True, kw_only=True)
class RibbonLines:
    """The layout that all ribbon maps of a drawing share.

    Args:
        level: whether the words are level, side by side.
        angle: the angle of words that are not level, in degrees.
        cell: the width per word; it bounds the widest ribbon.
        line: the width over which the words are spread.
        head: the height of the words above, and of those below.
        width: the width of a map.
    """

    level: bool
    angle: int
    cell: float
    line: float
    head: float
    width: float

    @property
    def height(self) -> float:
        """The height of a map, with the words above and below it."""
        return 2 * self.head + HEIGHT


def lines(maps: Sequence[MapView], inner: float) -> RibbonLines:
    """Return a layout with level words if all fit `inner`, else with slanted or upright words."""
    sentences = [words for one in maps for words in (one.columns, one.rows)]
    widths = [[_wide(word) + SPACE for word in words] for words in sentences]
    longest = max(wide - SPACE for line in widths for wide in line)
    most = max(map(len, sentences))
    if max(map(sum, widths)) <= inner:
        return RibbonLines(
            level=True, angle=0, cell=inner / most, line=inner, head=RIBBON["level"], width=inner
        )
    room = inner - (longest + HEAD["tail"]) * SLANT
    cell = max(room / most, MEASURES["cell"]["least"])
    angle = leaning(cell)
    lean = longest * SLANT + HEAD["slanted"] if angle == 45 else longest + RIBBON["upright"]
    return RibbonLines(
        level=False,
        angle=angle,
        cell=cell,
        line=most * cell,
        head=lean,
        width=most * cell + (inner - room if angle == 45 else 0),
    )


def draw_ribbons(
    one: MapView, scale: Scale, view: View, step: int | None, plan: RibbonLines, ink: Ink
) -> str:
    """Return a map as SVG, its upper left corner at 0, 0; the ribbons of other steps are pale.

    Args:
        one: the map.
        scale: its colour scale.
        view: the view in which it is drawn.
        step: the marked step, from 0, or None without a marker.
        plan: the layout of the drawing.
        ink: the colours.
    """
    row = current_row(one, step)
    sources, targets = _middles(one.columns, plan), _middles(one.rows, plan)
    bands = element("g", *_bands(one, scale, view, row, sources, targets, plan, ink), fill="none")
    above = _line(one.columns, sources, None, plan, plan.head - 8, below=False)
    below = _line(one.rows, targets, row, plan, plan.head + HEIGHT + 8, below=True)
    marker = ""
    if row is not None:
        wide = (_wide(one.rows[row]) if plan.level else 10) + 6
        foot = plan.head + HEIGHT + (0 if plan.level else 1)
        box = {"x": targets[row] - wide / 2, "y": foot, "width": wide}
        marker = framed(box | {"height": 20 if plan.level else 3}, one, step, ink)
    words = element("g", *above, *below, font_size=SIZE, fill=ink.text)
    return bands + words + marker


def _wide(word: str) -> float:
    return width(short(word, LIMIT), SIZE, bold=True)


def _middles(words: Sequence[str], plan: RibbonLines) -> list[float]:
    """Return the middles of words spread over the line, from the right if they run leftwards."""
    widths = [_wide(word) for word in words]
    if plan.level:
        spare = (plan.line - sum(widths)) / len(words)
        ends = np.cumsum([wide + spare for wide in widths])
        middles = [end - (wide + spare) / 2 for end, wide in zip(ends, widths, strict=True)]
    else:
        middles = [(i + 0.5) * plan.line / len(words) for i in range(len(words))]
    return [plan.width - x for x in middles] if mostly_leftwards(words) else list(middles)


def _line(
    words: Sequence[str],
    middles: Sequence[float],
    marked: int | None,
    plan: RibbonLines,
    y: float,
    *,
    below: bool,
) -> Iterator[str]:
    mirrored = mostly_leftwards(words)
    tilt = -plan.angle if mirrored == below else plan.angle  # away from the ribbons
    side = "middle" if not plan.angle else "right" if mirrored else "left"
    for i, (word, x) in enumerate(zip(words, middles, strict=True)):
        high = y + (4 if below else -4) if plan.level else y
        yield letters(
            short(word, LIMIT),
            x,
            high,
            side,
            font_weight="bold" if i == marked else None,
            dy=CENTRAL,
            transform=f"rotate({tilt} {x:g} {high:g})" if plan.angle else None,
        )


def _bands(
    one: MapView,
    scale: Scale,
    view: View,
    row: int | None,
    sources: Sequence[float],
    targets: Sequence[float],
    plan: RibbonLines,
    ink: Ink,
) -> Iterator[str]:
    assert one.cells is not None
    colours = np.nan_to_num(shares(one.cells, scale, view.scaling))
    sizes = np.abs(2 * colours - 1) if scale.low < 0 else colours
    seen = (sizes >= RIBBON["thinnest"]) & ~faint(one.cells, scale, view.threshold)
    widest = min(RIBBON["widest"], plan.cell * 0.9)
    top, foot, middle = plan.head, plan.head + HEIGHT, plan.head + HEIGHT / 2
    for i, j in np.argwhere(seen & np.isfinite(one.cells)).tolist():
        start, end, share = sources[j], targets[i], float(sizes[i, j])
        curve = f"M{start:.1f} {top:.1f}C{start:.1f} {middle:.1f} "
        curve += f"{end:.1f} {middle:.1f} {end:.1f} {foot:.1f}"
        yield element(
            "path",
            d=curve,
            stroke=poles(scale, ink)[int(one.cells[i, j] > 0)],
            stroke_width=max(0.75, share * widest),
            stroke_opacity=(0.25 + 0.75 * share) * (1 if row in (None, i) else OPACITY),
        )
