"""The pictures on the cards of the lessons: sketches of their ideas, not results of models."""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

WIDTH, HEIGHT = 96, 48
_INK = "fill-opacity"
_LINE = 'fill="none" stroke="black" stroke-width="2"'


def thumbnail(lesson: str) -> str:
    """Return the picture of a lesson as HTML, in the accent colour; a diagonal for a new one.

    It is a mask, because Streamlit removes SVG from HTML and an image has no colour of the theme.
    """
    drawn = _PICTURES.get(lesson, lambda: _map("9    ", " 9   ", "  9  ", "   9 ", "    9"))()
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</svg>'
    mask = f"url('data:image/svg+xml,{quote(svg)}')"
    size = f"width: {WIDTH}px; height: {HEIGHT}px"
    return f'<div class="thumbnail" style="{size}; mask-image: {mask}"></div>'


def _map(*rows: str, x: float = 0, width: float = WIDTH) -> str:
    """Return a map of weights; each row has one digit per cell, in tenths, or a space for none."""
    across, down = width / len(rows[0]), HEIGHT / len(rows)
    return "".join(
        f'<rect x="{x + column * across:g}" y="{row * down:g}" width="{across - 2:g}" '
        f'height="{down - 2:g}" rx="2" {_INK}="{0.08 if cell == " " else int(cell) / 10}"/>'
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
    )


def _bars(heights: Sequence[float], *, middle: bool = False) -> str:
    """Return bars with these heights from 0 to 1; below the middle if they are negative."""
    across, base = WIDTH / len(heights), HEIGHT / 2 if middle else HEIGHT
    return "".join(
        f'<rect x="{i * across:g}" y="{base - max(height, 0) * base:g}" width="{across - 3:g}" '
        f'height="{abs(height) * base:g}" rx="1" {_INK}="{0.4 if height < 0 else 0.8}"/>'
        for i, height in enumerate(heights)
    )


def _lines(*paths: str) -> str:
    return "".join(f'<path d="{path}" {_LINE} stroke-linecap="round"/>' for path in paths)


def _dots(*places: tuple[float, float], r: float = 4) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="{r}" {_INK}="0.8"/>' for x, y in places)


_PICTURES: Mapping[str, Callable[[], str]] = {
    "tour": lambda: (
        _dots((12, 8), (36, 8), (60, 8), (84, 8), (12, 40), (36, 40), (60, 40), (84, 40))
        + _lines("M12 8V40", "M36 8 60 40", "M60 8 36 40", "M84 8V40")
    ),
    "one-vector": lambda: (
        _dots((10, 6), (10, 24), (10, 42), (86, 6), (86, 24), (86, 42))
        + _lines("M16 6 40 24", "M16 24H40", "M16 42 40 24", "M56 24 80 6H80", "M56 24H80")
        + _lines("M56 24 80 42", "M40 14H56V34H40Z")
    ),
    "oracle": lambda: (
        _map("   9", "  9 ", " 9  ", "9   ", width=44)
        + _map("9   ", " 9  ", "  9 ", "   9", x=52, width=44)
    ),
    "factory": lambda: _map("28", "82", width=24) + _map("1261", "1711", "8111", x=36, width=60),
    "annotations": lambda: _bars((0.2, 0.35, 0.6, 0.95, -0.95, -0.6, -0.35, -0.2), middle=True),
    "sol-and-sun": lambda: (
        _lines("M48 44 78 26", "M48 44 28 14", "M68 27 78 26 73 35", "M27 25 28 14 38 20")
        + _lines("M66 14A26 26 0 0 0 46 6")
    ),
    "concat-additive": lambda: (
        _map("9", "6", "3", width=14)
        + _map("4", "8", "5", x=16, width=14)
        + _map("9", "6", "3", x=54, width=14)
        + _map("4", "8", "5", x=82, width=14)
        + _lines("M38 20H46", "M38 28H46", "M75 20V28", "M71 24H79")
    ),
    "mask": lambda: _map("72    ", "27    ", "4 6   ") + _lines("M36 4 94 44", "M94 4 36 44"),
    "clock": lambda: (
        _lines("M48 4A20 20 0 1 1 47 4", "M48 24V12", "M48 24 57 29") + _dots((14, 24), (82, 24))
    ),
    "windows": lambda: _map("   26862   ") + _lines("M8 44C36 44 36 6 52 6S68 44 92 44"),
    "learning": lambda: _lines("M2 6C20 6 26 10 32 24S52 42 94 42", "M2 46H94"),
    "explain": lambda: (
        _map("1   9", " 1  9", "  9  ", width=56)
        + _lines("M70 17A8 8 0 1 1 80 25V31")
        + _dots((80, 40), r=2.5)
    ),
    "beyond": lambda: _map("19211") + _lines("M28 46 48 24 68 46"),
    "hindi": lambda: _map("9    ", "    9", "  9  ", " 9   "),
    "past": lambda: (
        _map("939393", width=WIDTH)
        + _lines("M8 44C20 8 30 8 40 40", "M40 44C52 8 62 8 72 40", "M66 34 72 40 74 31")
    ),
    "sure": lambda: _bars((0.9, 0.85, 0.25, 0.9)) + _lines("M58 8C58 0 72 0 72 8S65 14 65 20V22"),
    "transformer": lambda: _map("9  ", " 9 ", "  9") + _lines("M62 40V8", "M54 16 62 8 70 16"),
    "heads": lambda: (
        _map("9  ", "  9", " 9 ", width=26)
        + _map("39 ", "9 3", " 39", x=34, width=26)
        + _map("333", "396", "633", x=68, width=26)
    ),
    "copying": lambda: (
        _dots((16, 8), (48, 8), (80, 8), (48, 42)) + _lines("M48 14V34", "M42 28 48 34 54 28")
    ),
    "referee": lambda: _lines(
        "M48 6V42", "M36 42H60", "M18 12H78", "M8 28 18 12 28 28Z", "M68 28 78 12 88 28Z"
    ),
}
