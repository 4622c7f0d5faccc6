"""Maps as one SVG drawing that looks like the player, made of vectors and text only."""

from collections.abc import Sequence

from alignoscope.analysis.words import plain_token
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.player.svg_grid import CELL, draw_map, layout, table
from alignoscope.ui.player.svg_ribbons import RIBBON, draw_ribbons, lines
from alignoscope.ui.player.view_settings import DECADES, View
from alignoscope.ui.svg.ink import DARK, LIGHT, Ink, element, letters, poles, three_digits
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import shortened, width
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.svg.sheet import (
    GAP,
    LINE,
    MARGIN,
    WIDTH,
    DrawnPart,
    paragraph,
    placed,
    sheet,
    stacked,
)

TITLE, LEAST = 15, 520  # font size of a map's name, and the least width of the drawing
RAMP = (220, 12)  # width and height of the legend's colours


def svg(
    maps: Sequence[MapView],
    scale: Scale,
    view: View,
    step: int | None,
    caption: str,
    dark: bool = False,
    width: int = WIDTH,
    heading: str = "",
) -> str:
    """Return an SVG file of maps side by side, with their legend and caption.

    The drawing is as wide as its maps need.

    Args:
        maps: the maps of one layer.
        scale: the colour scale of the layer.
        view: the view in which they are drawn.
        step: the step to mark in all maps, from 0, or None for no marker.
        caption: the text below the maps.
        dark: whether to draw for a dark page.
        width: the available width; the smallest cells of a long sentence may need more.
        heading: the text above the maps; empty for none.
    """
    ink, scale = (DARK, scale.on_dark()) if dark else (LIGHT, scale)
    drawn = draw_maps(maps, scale, view, step, ink, width - 2 * MARGIN)
    return sheet("Attention maps", [drawn], caption, ink, LEAST, heading=heading)


def draw_maps(
    maps: Sequence[MapView], scale: Scale, view: View, step: int | None, ink: Ink, room: float
) -> DrawnPart:
    """Return the maps side by side, below the legend of their scale; see `svg`.

    `room` is the available width.
    """
    return stacked([_legend(scale, view, ink), _grid(maps, scale, view, step, ink, room)], GAP / 2)


def _grid(
    maps: Sequence[MapView], scale: Scale, view: View, step: int | None, ink: Ink, room: float
) -> DrawnPart:
    """Lay out as many maps per line as leave their cells large enough; align them at the top."""
    least = RIBBON["width"] if view.picture == "ribbons" else MEASURES["card"]["width"]
    for across in range(max(1, min(int(room // least), len(maps))), 0, -1):
        inner = (room - GAP * (across - 1)) / across
        found, good = _drawn(maps, scale, view, step, ink, inner)
        if good:
            break
    if own := [part.width for part in found if part]:
        inner = max(*own, *map(_named, maps))
    drawn = [part or _absence(ink, inner) for part in found]
    heads = [_heading(one, view.unit, step, ink, inner) for one in maps]
    body, y = [], 0.0
    for start in range(0, len(maps), across):
        line = range(start, min(start + across, len(maps)))
        top = max(heads[i].height for i in line)
        for i in line:
            x = (i - start) * (inner + GAP)
            body += [placed(heads[i], x, y), placed(drawn[i], x, y + top)]
        y += top + max(drawn[i].height for i in line) + GAP
    return DrawnPart(body="".join(body), width=across * (inner + GAP) - GAP, height=y - GAP)


def _drawn(
    maps: Sequence[MapView], scale: Scale, view: View, step: int | None, ink: Ink, inner: float
) -> tuple[list[DrawnPart | None], bool]:
    """Draw each map without its heading, at most `inner` wide if possible.

    Return None for a map without attention, and whether the cells of all maps are large enough.
    """
    drawn = [one for one in maps if one.cells is not None]
    if not drawn:
        return [None] * len(maps), True
    if view.picture == "ribbons":
        strands = lines(drawn, inner)
        bodies = [draw_ribbons(one, one.scale or scale, view, step, strands, ink) for one in drawn]
        heights = [strands.height] * len(drawn)
        wide, good = strands.width, strands.level or strands.cell >= RIBBON["good"]
    else:
        scales = [one.scale or scale for one in drawn]
        tables = [table(one, own, view, step) for one, own in zip(drawn, scales, strict=True)]
        plan = layout(tables, inner, view.margins)
        bodies = [
            draw_map(one, own, step, plan, ink) for one, own in zip(tables, scales, strict=True)
        ]
        heights = [plan.height(len(one.sides)) for one in tables]
        wide, good = plan.width, plan.cell >= CELL["good"]
    parts = iter(
        DrawnPart(body=body, width=wide, height=height)
        for body, height in zip(bodies, heights, strict=True)
    )
    return [None if one.cells is None else next(parts) for one in maps], good


def _named(one: MapView) -> float:
    """Return the width of a map's name and its mode side by side."""
    return width(one.label, TITLE, bold=True) + 12 + width(one.mode, 12)


def _heading(one: MapView, unit: str, step: int | None, ink: Ink, room: float) -> DrawnPart:
    """Draw a map's name and mode, its translation, and the token that the step writes."""
    name = letters(one.label, 0, TITLE, font_size=TITLE, font_weight="bold")
    text = paragraph(one.translation, room, 14, ink.text)
    height = TITLE + 8 + text.height
    parts = [name, letters(one.mode, room, TITLE, "right", font_size=12, fill=ink.muted)]
    parts.append(placed(text, 0, TITLE + 8))
    if step is not None:
        token = plain_token(one.tokens[min(step, len(one.tokens) - 1)], unit)
        words = shortened(f"Step {step + 1} writes “{token}”", room, 12)
        if step >= len(one.tokens):
            words = f"Finished after {len(one.tokens)} steps"
        parts.append(letters(words, 0, height + 14, font_size=12, fill=ink.muted))
        height += LINE
    return DrawnPart(body="".join(parts), width=room, height=height + 8)


def _absence(ink: Ink, room: float) -> DrawnPart:
    words = "No attention: every step gets the same context, the encoder’s last state."
    text = paragraph(words, room - 24, 13, ink.muted)
    box = element("rect", width=room, height=text.height + 24, rx=6, fill=ink.soft)
    return DrawnPart(body=box + placed(text, 12, 12), width=room, height=text.height + 24)


def _legend(scale: Scale, view: View, ink: Ink) -> DrawnPart:
    """Draw the colour scale, or the thickness of ribbons, with values at the ends and between."""
    long, high = RAMP
    ramp = _wedge(scale, ink) if view.picture == "ribbons" else _ramp(scale)
    body = [letters(scale.title, 0, 12, font_size=13, font_weight="bold"), ramp]
    texts = _ticks(scale, view.scaling)
    for i, text in enumerate(texts):
        side = "left" if i == 0 else "right" if i == len(texts) - 1 else "middle"
        x = long * i / (len(texts) - 1)
        body.append(letters(text, x, 24 + high + 10, side, font_size=12, fill=ink.muted))
    return DrawnPart(body="".join(body), width=long, height=28 + high + 10)


def _ramp(scale: Scale) -> str:
    last = len(scale.colors) - 1
    stops = (
        element("stop", offset=i / last, stop_color=color) for i, color in enumerate(scale.colors)
    )
    box = element("rect", y=20, width=RAMP[0], height=RAMP[1], fill="url(#ramp)")
    return element("linearGradient", *stops, id="ramp") + box


def _wedge(scale: Scale, ink: Ink) -> str:
    long, high = RAMP
    negative, positive = poles(scale, ink)
    zero, middle = long / 2 if scale.low < 0 else 0, 20 + high / 2
    ends = ((0, negative), (long, positive)) if scale.low < 0 else ((long, positive),)
    return "".join(
        element("path", d=f"M{zero:g} {middle:g}L{end:g} 20V{20 + high:g}Z", fill=color)
        for end, color in ends
    )


def _ticks(scale: Scale, scaling: str) -> list[str]:
    low, high = scale.low, scale.high
    if scaling == "row":
        return ["−largest", "0", "row’s largest"] if low < 0 else ["0", "row’s largest"]
    if scaling == "linear":
        return [three_digits(value) for value in (low, (low + high) / 2, high)]
    depth = 10 ** (DECADES / 2)
    if low < 0:
        return [three_digits(value) for value in (-high, -high / depth, 0, high / depth, high)]
    return [three_digits(value) for value in (high / depth**2, high / depth, high)]
