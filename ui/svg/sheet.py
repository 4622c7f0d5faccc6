"""A drawing as one SVG file: stacked parts, a caption, and text for screen readers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from alignoscope.ui.svg.ink import FONT, Ink, element, letters
from alignoscope.ui.svg.lettering import BOLD, legal, runs_left, wrapped

WIDTH = 1200
COLUMN_WIDTH, SLIDE_WIDTH = 520, 1600  # for one column of a paper, and for a slide
MARGIN, GAP = 24, 32
LINE = 20
LONGEST = 19_000  # about 200 inches, the limit of a PDF's page; larger sheets are scaled down


@dataclass(frozen=True, kw_only=True)
class DrawnPart:
    """A part of a drawing as SVG text, with its size; its upper left corner is at 0, 0."""

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
    """Return an SVG file of stacked parts, scaled down as a whole if it exceeds `LONGEST`.

    Args:
        title: the accessible title, which names the drawing.
        parts: the parts, from top to bottom.
        caption: the text below the parts; empty for none.
        ink: the colours.
        width: the width of the sheet; a part that needs more makes it wider.
        said: the accessible description of what the drawing shows.
        heading: the text above the parts, which replaces `title`; empty for none.
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


def size(drawing: str) -> tuple[float, float]:
    """Return the width and height of a drawing in CSS pixels, read from its SVG."""
    found = re.search(r'width="([\d.]+)(mm)?" height="([\d.]+)(?:mm)?" viewBox', drawing)
    assert found
    unit = 96 / 25.4 if found[2] else 1
    return float(found[1]) * unit, float(found[3]) * unit


def paragraph(
    text: str,
    room: float,
    font: float,
    color: str,
    bold: bool = False,
) -> DrawnPart:
    """Return text broken into lines; text that runs from right to left is aligned right.

    Args:
        text: the text.
        room: the width of the part.
        font: the font size.
        color: the colour of the letters.
        bold: whether the letters are bold.
    """
    broken = wrapped(text, room / (BOLD if bold else 1), font)
    leftwards = runs_left(text)
    x, side = (room, "right") if leftwards else (0, "left")
    direction = "rtl" if leftwards else "ltr"
    body = (letters(line, x, (i + 0.75) * LINE, side, direction) for i, line in enumerate(broken))
    weight = "bold" if bold else None
    group = element("g", *body, font_size=font, font_weight=weight, fill=color)
    return DrawnPart(body=group, width=room, height=LINE * len(broken))


def stacked(parts: Sequence[DrawnPart], gap: float = 0) -> DrawnPart:
    """Return the parts stacked from top to bottom, `gap` apart."""
    body, y = [], 0.0
    for part in parts:
        body.append(placed(part, 0, y))
        y += part.height + gap
    width = max(part.width for part in parts)
    return DrawnPart(body="".join(body), width=width, height=y - gap)


def beside(parts: Sequence[DrawnPart], gap: float = 0) -> DrawnPart:
    """Return the parts side by side, `gap` apart, aligned at the top."""
    body, x = [], 0.0
    for part in parts:
        body.append(placed(part, x, 0))
        x += part.width + gap
    height = max(part.height for part in parts)
    return DrawnPart(body="".join(body), width=x - gap, height=height)


def placed(part: DrawnPart, x: float, y: float) -> str:
    """Return a part as SVG text, with its upper left corner moved to x, y."""
    return element("g", part.body, transform=f"translate({x:g} {y:g})")
