"""One large map of weights for a slide; `alignoscope course` has no browser, which draws others."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from alignoscope.ui.phrases.phrases import phrases_of
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.svg.ink import LIGHT, element, letters, paint, three_digits
from alignoscope.ui.svg.lettering import shortened, width
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.svg.sheet import DrawnPart, beside, paragraph, stacked

SIZES = (36, 32, 28, 24, 20, 17, 14, 11)  # Font sizes; a map gets the largest that fits its cells.
SIDE, GAP = 0.22, 40  # The share of the width for name, words and legend, and what is beside it.
LARGER, NAME, WORDS = 2, 15, 13  # The scale of what is at the side, and its font sizes before.
LONGEST, NUMBER = 16, 0.7  # Letters of a word, and the font size of a number in font sizes.
SLANT, ROOMY = sqrt(0.5), 1.15  # The height of a slanted word, and of a row, in font sizes.
LEAST, BRIGHT = 0.05, 0.6  # The smallest weight written in its cell, and the first dark number.
RAMP = 9  # The height of the legend's colours.


@dataclass(frozen=True, kw_only=True)
class MapLayout:
    """The font size, the width of the words beside, the height of those above, and a cell."""

    size: float
    beside: float
    above: float
    wide: float
    high: float
    angle: int


def draw_map(one: MapView, scale: Scale, wide: float, high: float, language: str) -> DrawnPart:
    """Return a map that fills `wide` x `high`: its name, words and legend, and the grid."""
    phrases = phrases_of(language)
    one = _in_language(one, phrases)
    side = SIDE * wide
    room = side / LARGER
    named = [paragraph(one.label, room, NAME, LIGHT.text, bold=True)]
    named += [paragraph(text, room, WORDS, LIGHT.text) for text in (one.mode, one.translation)]
    if one.cells is None:
        return _enlarged(stacked(named, GAP / LARGER))
    layout = _layout(one, wide - side - GAP, high)
    cells = _cells(one.cells, scale, layout, phrases["decimal"])
    body = element("g", *_words(one, layout), *cells)
    reach = layout.beside + len(one.columns) * layout.wide
    grid = DrawnPart(body=body, width=reach, height=layout.above + len(one.rows) * layout.high)
    about = stacked([*named, _legend(scale, room, phrases)], GAP / LARGER)
    return beside([_enlarged(about), grid], GAP)


def _in_language(one: MapView, phrases: Mapping[str, str]) -> MapView:
    """Return a map with its decoding mode and its end marks translated."""

    def ended(words: Sequence[str]) -> tuple[str, ...]:
        last = (phrases["end"] if word == "end" else word for word in words[-1:])
        return (*words[:-1], *last)

    mode = phrases.get(one.mode, one.mode)
    return replace(one, mode=mode, rows=ended(one.rows), columns=ended(one.columns))


def _enlarged(part: DrawnPart) -> DrawnPart:
    body = element("g", part.body, transform=f"translate(0 0) scale({LARGER})")
    return DrawnPart(body=body, width=LARGER * part.width, height=LARGER * part.height)


def _layout(one: MapView, wide: float, high: float) -> MapLayout:
    """Return the layout with the largest letters at which words fit the rows and columns."""
    for size in SIZES:
        side = max(_wide(word, size) for word in one.rows) + size / 2
        longest = max(_wide(word, size) for word in one.columns)
        cell = (wide - side) / len(one.columns)
        angle = 0 if longest < cell - size / 3 else 45 if cell * SLANT >= size else 90
        if angle == 45:  # The last word leans to the right of its column.
            cell = (wide - side - SLANT * longest) / (len(one.columns) - 0.5)
        above = {0: size, 45: SLANT * (longest + size), 90: longest}[angle] + size / 2
        row = (high - above) / len(one.rows)
        if row >= ROOMY * size and cell >= ROOMY * size:
            break
    return MapLayout(
        size=size,
        beside=side,
        above=above,
        wide=min(cell, 2 * row),
        high=min(row, cell),
        angle=angle,
    )


def _short(word: str, size: float) -> str:
    return shortened(word, LONGEST * size, size, LONGEST)


def _wide(word: str, size: float) -> float:
    return width(_short(word, size), size)


def _words(one: MapView, layout: MapLayout) -> Iterator[str]:
    size = layout.size
    for i, word in enumerate(one.rows):
        y = layout.above + (i + 0.5) * layout.high + 0.35 * size
        text = _short(word, size)
        yield letters(text, layout.beside - size / 2, y, "right", font_size=size)
    for j, word in enumerate(one.columns):
        x, y = layout.beside + (j + 0.5) * layout.wide, layout.above - size / 2
        turn = f"rotate({-layout.angle} {x:g} {y:g})" if layout.angle else None
        side = "left" if layout.angle else "middle"
        yield letters(_short(word, size), x, y, side, font_size=size, transform=turn)


def _cells(cells: np.ndarray, scale: Scale, layout: MapLayout, decimal: str) -> Iterator[str]:
    size = NUMBER * layout.size
    fits = width("0.00", size) < layout.wide
    for (i, j), weight in np.ndenumerate(cells):
        share = float(np.clip((weight - scale.low) / (scale.high - scale.low), 0, 1))
        x, y = layout.beside + j * layout.wide, layout.above + i * layout.high
        yield element(
            "rect",
            x=x,
            y=y,
            width=layout.wide - 2,
            height=layout.high - 2,
            fill=paint(share, scale.colors),
        )
        if fits and weight >= LEAST:
            middle = x + layout.wide / 2, y + layout.high / 2 + 0.35 * size
            fill = LIGHT.text if share > BRIGHT else LIGHT.paper
            number = f"{weight:.2f}".replace(".", decimal)
            yield letters(number, *middle, "middle", font_size=size, fill=fill)


def _legend(scale: Scale, long: float, phrases: Mapping[str, str]) -> DrawnPart:
    last, size = len(scale.colors) - 1, WORDS
    stops = (
        element("stop", offset=i / last, stop_color=color) for i, color in enumerate(scale.colors)
    )
    body = [
        letters(phrases.get(scale.title, scale.title), 0, size, font_size=size),
        element("linearGradient", *stops, id="ramp"),
        element("rect", y=1.5 * size, width=long, height=RAMP, fill="url(#ramp)"),
    ]
    for value, x, side in ((scale.low, 0, "left"), (scale.high, long, "right")):
        number = three_digits(value).replace(".", phrases["decimal"])
        body.append(letters(number, x, 2.6 * size + RAMP, side, font_size=size, fill=LIGHT.muted))
    return DrawnPart(body="".join(body), width=long, height=3 * size + RAMP)
