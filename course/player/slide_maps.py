"""Maps of weights on a slide: `alignoscope course` has no browser, which draws all other maps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.svg.ink import LIGHT, element, letters, paint, three_digits
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import shortened, width
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.svg.sheet import GAP, DrawnPart, beside, paragraph, stacked

CELL, HEAD, WORD = (MEASURES[name] for name in ("cell", "head", "word"))
SIZE, LONGEST = (MEASURES["text"][name] for name in ("size", "longest"))
SLANT = sqrt(0.5)
MIDDLE = 0.35  # from the middle of letters to their baseline, in font sizes
NAME, RAMP = 15, (220, 12)  # font size of a map's name, and size of the legend's colours


@dataclass(frozen=True, kw_only=True)
class MapLayout:
    """The layout that all maps share: width of the words beside, height of those above, cell."""

    beside: float
    above: float
    cell: float
    angle: int


def draw_maps(maps: Sequence[MapView], scale: Scale, room: float) -> DrawnPart:
    """Return maps below the legend of their scale, as many per line as leave cells good to see."""
    for across in range(min(int(room // MEASURES["card"]["width"]), len(maps)), 0, -1):
        each = (room - GAP * (across - 1)) / across
        layout = _layout([one for one in maps if one.cells is not None], each)
        if layout.cell >= CELL["good"]:
            break
    drawn = [_map(one, scale, layout, each) for one in maps]
    lines = (beside(drawn[i : i + across], GAP) for i in range(0, len(maps), across))
    return stacked([_legend(scale), *lines], GAP / 2)


def _layout(maps: Sequence[MapView], room: float) -> MapLayout:
    """Return the layout with the largest cells at which every map fits the width `room`."""
    sides = max((_wide(word) for one in maps for word in one.rows), default=0) + WORD["apart"]
    heads = [[_wide(word) for word in one.columns] for one in maps]
    longest = max(map(max, heads), default=0)
    cell = CELL["most"]
    while True:
        leans = 45 if cell * SLANT >= SIZE else 90
        angle = 0 if longest <= cell - WORD["fits"] else leans
        lean = SLANT * (longest + HEAD["tail"]) if angle == 45 else 0
        wide = max((len(words) * cell for words in heads), default=0) + lean
        if sides + wide <= room or cell <= CELL["least"]:
            break
        cell -= 1
    above = SIZE if angle == 0 else longest * SLANT if angle == 45 else longest
    return MapLayout(beside=sides, above=above + HEAD["slanted"], cell=cell, angle=angle)


def _short(word: str) -> str:
    return shortened(word, WORD["most"], SIZE, int(LONGEST))


def _wide(word: str) -> float:
    return width(_short(word), SIZE)


def _map(one: MapView, scale: Scale, layout: MapLayout, room: float) -> DrawnPart:
    name = letters(one.label, 0, NAME, font_size=NAME, font_weight="bold")
    mode = letters(one.mode, room, NAME, "right", font_size=SIZE, fill=LIGHT.muted)
    head = DrawnPart(body=name + mode, width=room, height=NAME + 8)
    said = paragraph(one.translation, room, 14, LIGHT.text)
    if one.cells is None:
        words = "No attention: every step gets the same context vector, the encoder’s last state."
        return stacked([head, said, paragraph(words, room, 13, LIGHT.muted)])
    body = element("g", *_words(one, layout), *_cells(one.cells, scale, layout), font_size=SIZE)
    grid = DrawnPart(body=body, width=room, height=layout.above + len(one.rows) * layout.cell)
    return stacked([head, said, grid])


def _words(one: MapView, layout: MapLayout) -> Iterator[str]:
    for i, word in enumerate(one.rows):
        y = layout.above + (i + 0.5) * layout.cell + MIDDLE * SIZE
        yield letters(_short(word), layout.beside - WORD["apart"], y, "right")
    for j, word in enumerate(one.columns):
        x, y = layout.beside + (j + 0.5) * layout.cell, layout.above - HEAD["leaning"]
        turn = f"rotate({-layout.angle} {x:g} {y:g})" if layout.angle else None
        yield letters(_short(word), x, y, "left" if layout.angle else "middle", transform=turn)


def _cells(cells: np.ndarray, scale: Scale, layout: MapLayout) -> Iterator[str]:
    shares = np.clip((cells - scale.low) / (scale.high - scale.low), 0, 1)
    for (i, j), share in np.ndenumerate(shares):
        yield element(
            "rect",
            x=layout.beside + j * layout.cell,
            y=layout.above + i * layout.cell,
            width=layout.cell - 1,
            height=layout.cell - 1,
            fill=paint(float(share), scale.colors),
        )


def _legend(scale: Scale) -> DrawnPart:
    long, high = RAMP
    last = len(scale.colors) - 1
    stops = (
        element("stop", offset=i / last, stop_color=color) for i, color in enumerate(scale.colors)
    )
    body = [
        letters(scale.title, 0, 12, font_size=13, font_weight="bold"),
        element("linearGradient", *stops, id="ramp"),
        element("rect", y=20, width=long, height=high, fill="url(#ramp)"),
    ]
    for value, x, side in ((scale.low, 0, "left"), (scale.high, long, "right")):
        number = three_digits(value)
        body.append(letters(number, x, 34 + high, side, font_size=SIZE, fill=LIGHT.muted))
    return DrawnPart(body="".join(body), width=long, height=38 + high)
