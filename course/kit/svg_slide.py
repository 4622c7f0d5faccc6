"""A slide as SVG: a title, text, a picture placed where it is largest, and a footer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from alignoscope.ui.svg.ink import FONT, LIGHT, Ink, element, letters
from alignoscope.ui.svg.lettering import BOLD, legal, wrapped
from alignoscope.ui.svg.sheet import DrawnPart, placed, stacked

WIDTH, HEIGHT = 1920, 1080
MARGIN, GAP, FOOT = 96, 64, 24
# Font sizes; the text gets the largest of SIZES with which it fits.
TITLE, SIZES = 72, (60, 54, 48, 42, 36, 30, 24)
LEADING = 1.42  # The line height, in font sizes.
BETWEEN = 0.6  # The space between paragraphs, in font sizes.
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


@dataclass(frozen=True, kw_only=True)
class Arrangement:
    """Where the parts of a slide are, in pixels.

    Args:
        top: the top of what is below the title.
        room: the width of the text.
        size: the font size of the text.
        picture: the left and top of the picture in the body, and its scale; None for none.
    """

    top: float
    room: float
    size: float
    picture: tuple[float, float, float] | None = None


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
    at = arranged(title, said, picture)
    head = _paragraph(_titled(title), WIDTH - 2 * MARGIN, TITLE, ink)
    body = _text(said, at.room, at.size, ink).body
    if picture and at.picture:
        x, y, scale = at.picture
        moved = f"translate({x:g} {y:g}) scale({scale:.4g})"
        body += element("g", picture.body, transform=moved)
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
            element("g", body, transform=f"translate({MARGIN} {at.top:g})"),
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


def arranged(title: str, said: Sequence[SlideText], picture: DrawnPart | None) -> Arrangement:
    """Place text and picture side by side or stacked, whichever makes the picture larger."""
    room = WIDTH - 2 * MARGIN
    head = _paragraph(_titled(title), room, TITLE, LIGHT)
    top = MARGIN + head.height + GAP / 2
    space = HEIGHT - MARGIN - FOOT - GAP / 2 - top
    if picture is None:
        return Arrangement(top=top, room=room, size=_fitting(said, room, space))
    if not said:
        scale = _scale(picture, room, space)
        at = ((room - scale * picture.width) / 2, 0.0, scale)
        return Arrangement(top=top, room=room, size=SIZES[-1], picture=at)
    narrow = BESIDE * room
    right = narrow + GAP
    beside = _scale(picture, room - right, space)
    size = _fitting(said, room, space / 2)
    below = _text(said, room, size, LIGHT).height + GAP
    under = _scale(picture, room, space - below)
    if beside >= under:
        at = (right, (space - beside * picture.height) / 2, beside)
        return Arrangement(top=top, room=narrow, size=_fitting(said, narrow, space), picture=at)
    return Arrangement(top=top, room=room, size=size, picture=(0.0, below, under))


def _titled(title: str) -> SlideText:
    return SlideText(parts=[("strong", title)])


def _scale(picture: DrawnPart, room: float, space: float) -> float:
    return min(CLOSEST, room / picture.width, space / picture.height)


def _fitting(said: Sequence[SlideText], room: float, space: float) -> float:
    """Return the largest font size with which paragraphs fit, or the smallest."""
    return next((n for n in SIZES if _text(said, room, n, LIGHT).height <= space), SIZES[-1])


def _text(said: Sequence[SlideText], room: float, size: float, ink: Ink) -> DrawnPart:
    drawn = [_paragraph(words, room, size, ink) for words in said]
    return stacked(drawn, BETWEEN * size) if drawn else DrawnPart(body="", width=room, height=0)


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
