"""The SVG elements of a drawing, with all text escaped, and the colours of drawings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from plotly.colors import hex_to_rgb

from alignoscope.ui.svg.lettering import legal, runs_left
from alignoscope.ui.theme import PALETTE

FONT = "Helvetica, Arial, 'Noto Sans', 'Liberation Sans', sans-serif"
ANCHORS = {"left": None, "middle": "middle", "right": "end"}


@dataclass(frozen=True, kw_only=True)
class Ink:
    """The colours of a drawing besides those of its colour scale."""

    paper: str
    text: str
    muted: str
    soft: str
    line: str
    accent: str


def _ink(colours: Mapping[str, str]) -> Ink:
    parts = ("paper", "text", "muted", "line", "accent")
    return Ink(soft=colours["panel"], **{part: colours[part] for part in parts})


LIGHT, DARK = _ink(PALETTE["light"]), _ink(PALETTE["dark"])


def element(tag: str, *children: str, **attributes: str | float | None) -> str:
    """Return an SVG element; `_` in an attribute's name becomes `-`, and None omits the attribute.

    A `_` at the end of a name is dropped, for names that are keywords of Python.
    """
    written = "".join(
        f' {_name(name)}="{legal(value) if isinstance(value, str) else _number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>"


def letters(
    text: str,
    x: float,
    y: float,
    side: str = "left",
    direction: str | None = None,
    **attributes: str | float | None,
) -> str:
    """Return a line of text whose left, middle or right is at x, whatever its direction.

    Args:
        text: the text.
        x: the position of the side.
        y: the position of the baseline.
        side: the side that is at x: "left", "middle" or "right".
        direction: "ltr" or "rtl"; by default the first letter that has a direction decides.
        attributes: further attributes; see `element`.
    """
    leftwards = direction == "rtl" or (direction is None and runs_left(text))
    if leftwards:
        side = {"left": "right", "right": "left"}.get(side, side)
    return element(
        "text",
        legal(text),
        x=x,
        y=y,
        text_anchor=ANCHORS[side],
        direction="rtl" if leftwards else None,
        **attributes,
    )


def three_digits(number: float) -> str:
    """Return a number with three significant digits and a true minus sign (U+2212)."""
    return f"{number:.3g}".replace("-", "−")


def decimal(number: float, digits: int = 2) -> str:
    """Return a number with `digits` decimals and a true minus sign (U+2212), but none before 0."""
    said = f"{number:.{digits}f}"
    return said.lstrip("-") if float(said) == 0 else said.replace("-", "−")


def paint(share: float, colors: Sequence[str]) -> str:
    """Return the colour at a share (0 to 1) of a scale, interpolated between its two nearest."""
    at = share * (len(colors) - 1)
    low, high = _rgb(colors[floor(at)]), _rgb(colors[ceil(at)])
    mixed = (round(a + (b - a) * (at % 1)) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


_rgb = lru_cache(hex_to_rgb)  # cached, since many cells share the few colours of the scales


@lru_cache
def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(maxsize=10_000)
def _number(value: float) -> str:
    return f"{value + 0:.2f}".rstrip("0").rstrip(".")  # + 0 makes -0.0 positive
