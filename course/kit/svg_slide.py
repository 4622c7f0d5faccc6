"""A slide as SVG: a title, text, a picture placed where it is largest, and a footer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from alignoscope.ui.svg.ink import FONT, Ink, element, letters
from alignoscope.ui.svg.lettering import BOLD, legal, wrapped
from alignoscope.ui.svg.sheet import DrawnPart, placed, stacked

WIDTH, HEIGHT = 1920, 1080
MARGIN, GAP, FOOT = 96, 64, 24
# Font sizes; the text gets the largest of SIZES with which it fits.
TITLE, SIZES = 72, (60, 54, 48, 42, 36, 30, 24)
LEADING = 1.42  # The line height, in font sizes.
BESIDE = 0.4  # The share of the width for text beside a picture.
SOME_BOLD = 1.03  # The width of a line with a few bold words, relative to a plain one.
CLOSEST = 3  # The maximum scale of a picture.
STYLES = {
    "": {},
    "strong": {"font_weight": "bold"},
    "em": {"font_style": "italic"},
    "code": {"font_family": "Menlo, Consolas, 'DejaVu Sans Mono', monospace"},
}


@dataclass(frozen=True, kw_only=True)
class SlideText:
    """A paragraph: its parts, each with a style of `STYLES`; `head` is the label before it."""

    parts: Sequence[tuple[str, str]]
    head: str = ""


def slide(
    title: str,
    said: Sequence[SlideText],
    picture: DrawnPart | None,
    foot: tuple[str, str],
    ink: Ink,
) -> str:
    """Return a slide of 1920 x 1080 as SVG.

    Args:
        title: the title.
        said: the paragraphs.
        picture: the picture, or None.
        foot: the text at the left and at the right of the footer.
        ink: the colours.
    """
    room = WIDTH - 2 * MARGIN
    head = _paragraph(SlideText(parts=[("strong", title)]), room, TITLE, ink)
    space = HEIGHT - 2 * MARGIN - FOOT - GAP - head.height
    body = _body(said, picture, room, space, ink)
    marks = (
        letters(words, x, HEIGHT - MARGIN / 2, side, font_size=FOOT, fill=ink.muted)
        for words, x, side in zip(foot, (MARGIN, WIDTH - MARGIN), ("left", "right"), strict=True)
    )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + element(
        "svg",
        element("title", legal(title)),
        element("rect", width=WIDTH, height=HEIGHT, fill=ink.paper),
        element("rect", x=MARGIN, y=MARGIN / 2, width=MARGIN, height=8, rx=4, fill=ink.accent),
        element(
            "g",
            placed(head, MARGIN, MARGIN),
            element("g", body, transform=f"translate({MARGIN} {MARGIN + head.height + GAP / 2:g})"),
            *marks,
            font_family=FONT,
            fill=ink.text,
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
    )


def _body(
    said: Sequence[SlideText], picture: DrawnPart | None, room: float, space: float, ink: Ink
) -> str:
    """Place text and picture side by side or stacked, whichever makes the picture larger."""
    if picture is None:
        return _fitting(said, room, space, ink).body
    if not said:
        return _scaled(picture, 0, 0, _scale(picture, room, space))
    narrow = _fitting(said, BESIDE * room, space, ink)
    right = BESIDE * room + GAP
    beside = _scale(picture, room - right, space)
    wide = _fitting(said, room, space / 2, ink)
    below = _scale(picture, room, space - wide.height - GAP)
    if beside >= below:
        above = (space - beside * picture.height) / 2
        return narrow.body + _scaled(picture, right, above, beside)
    return wide.body + _scaled(picture, 0, wide.height + GAP, below)


def _scale(picture: DrawnPart, room: float, space: float) -> float:
    return min(CLOSEST, room / picture.width, space / picture.height)


def _scaled(picture: DrawnPart, x: float, y: float, by: float) -> str:
    return element("g", picture.body, transform=f"translate({x:g} {y:g}) scale({by:.4g})")


def _fitting(said: Sequence[SlideText], room: float, space: float, ink: Ink) -> DrawnPart:
    """Return paragraphs in the largest font size with which they fit, or in the smallest."""
    for size in SIZES:
        drawn = stacked([_paragraph(words, room, size, ink) for words in said], 0.6 * size)
        if drawn.height <= space:
            break
    return drawn


def _paragraph(words: SlideText, room: float, size: float, ink: Ink) -> DrawnPart:
    begin = 1.6 * size if words.head else 0
    lines = list(_lines(words, room - begin, size))
    body = [
        element("text", *line, x=begin, y=(i * LEADING + 1) * size) for i, line in enumerate(lines)
    ]
    if words.head:
        body.append(letters(words.head, 0, size, font_weight="bold", fill=ink.accent))
    group = element("g", *body, font_size=size)
    return DrawnPart(body=group, width=room, height=len(lines) * LEADING * size)


def _lines(words: SlideText, room: float, size: float) -> Iterator[list[str]]:
    """Break a paragraph into lines, each a list of its styled parts."""
    text = "".join(part for _, part in words.parts)
    styles = [style for style, part in words.parts for _ in part]
    bold = all(style == "strong" for style in styles)
    end = 0
    for line in wrapped(text, room / (BOLD if bold else SOME_BOLD), size):
        start = text.index(line, end)
        end = start + len(line)
        yield [
            element("tspan", legal("".join(text[i] for i in at)), **STYLES[style])
            for style, at in groupby(range(start, end), key=styles.__getitem__)
        ]
