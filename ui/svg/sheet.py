"""A drawing as one SVG file: its parts under one another, its caption, and what it says it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from alignoscope.ui.svg.ink import FONT, Ink, element, letters
from alignoscope.ui.svg.lettering import BOLD, legal, runs_left, wrapped

WIDTH = 1200
COLUMN_WIDTH, SLIDE_WIDTH = 520, 1600  # of pictures for a column of a paper, and for a slide
MARGIN, GAP = 24, 32
LINE = 20
LONGEST = 19_000  # of a PDF's page, 200 inches: a larger sheet is drawn smaller


@dataclass(frozen=True, kw_only=True)
class DrawnPart:
    """A drawn part and its size; its upper left corner is 0, 0."""

    body: str
    width: float
    height: float


def sheet(
    title: str,
    parts: Sequence[DrawnPart],
    caption: str,
    ink: Ink,
    width: float = WIDTH,
    said: str | None = None,
    heading: str = "",
) -> str:
    """Return the parts above their caption, if any, `width` wide, or wider where a part needs it.

    A sheet that would be longer or wider than `LONGEST` is scaled down to it as a whole.
    `title` says what is drawn, and `said` what it shows, to those who do not see it; a `heading`
    stands above it, and is its title then.
    """
    total = round(max(width, *(part.width + 2 * MARGIN for part in parts)))
    room = total - 2 * MARGIN
    head = [paragraph(heading, room, 16, ink.text, bold=True)] if heading else []
    foot = [paragraph(caption, room, 13, ink.muted)] if caption else []
    whole = stacked([*head, *parts, *foot], GAP / 2)
    height = round(whole.height + 2 * MARGIN)
    share = min(1, LONGEST / max(total, height))
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(
        "svg",
        element("title", legal(heading or title)),
        "" if said is None else element("desc", legal(said)),
        element("rect", width="100%", height="100%", fill=ink.paper),
        element("g", placed(whole, MARGIN, MARGIN), font_family=FONT, fill=ink.text),
        xmlns="http://www.w3.org/2000/svg",
        width=max(1, round(total * share)),
        height=max(1, round(height * share)),
        viewBox=f"0 0 {total} {height}",
        role="img",
    )


def size(drawing: str) -> tuple[int, int]:
    """Return the width and height that a drawing of `sheet` says it has."""
    found = re.search(r'width="(\d+)" height="(\d+)" viewBox', drawing)
    assert found
    return int(found[1]), int(found[2])


def paragraph(
    text: str,
    room: float,
    font: float,
    color: str,
    leftwards: bool | None = None,
    bold: bool = False,
) -> DrawnPart:
    """Break text into lines; one that runs from right to left begins at the right.

    If it is not said whether it does, the text's first letter that has a direction decides.
    """
    broken = wrapped(text, room / (BOLD if bold else 1), font)
    leftwards = runs_left(text) if leftwards is None else leftwards
    x, side = (room, "right") if leftwards else (0, "left")
    direction = "rtl" if leftwards else "ltr"
    body = (letters(line, x, (i + 0.75) * LINE, side, direction) for i, line in enumerate(broken))
    weight = "bold" if bold else None
    group = element("g", *body, font_size=font, font_weight=weight, fill=color)
    return DrawnPart(body=group, width=room, height=LINE * len(broken))


def stacked(parts: Sequence[DrawnPart], gap: float = 0) -> DrawnPart:
    """Return the parts under one another."""
    body, y = [], 0.0
    for part in parts:
        body.append(placed(part, 0, y))
        y += part.height + gap
    width = max(part.width for part in parts)
    return DrawnPart(body="".join(body), width=width, height=y - gap)


def beside(parts: Sequence[DrawnPart], gap: float = 0) -> DrawnPart:
    """Return the parts side by side, their tops level."""
    body, x = [], 0.0
    for part in parts:
        body.append(placed(part, x, 0))
        x += part.width + gap
    height = max(part.height for part in parts)
    return DrawnPart(body="".join(body), width=x - gap, height=height)


def placed(part: DrawnPart, x: float, y: float) -> str:
    """Return a part moved to a place."""
    return element("g", part.body, transform=f"translate({x:g} {y:g})")
