"""A curve, drawn like `drawCurve` in the browser; before the answer, without line."""

from alignoscope.course.labs.record import Curve
from alignoscope.course.words import Messages, in_words
from alignoscope.ui.svg.ink import FONT, LIGHT, element, letters
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.sheet import DrawnPart

LEVELS = (0, 0.5, 1)  # Shares that have a horizontal line.


def curve_svg(curve: Curve, words: Messages) -> str:
    """Return the SVG drawing of a curve for an HTML page."""
    part = draw_curve(curve, words)
    group = element("g", part.body, font_family=FONT, fill=LIGHT.text)
    box = f"0 0 {part.width:g} {part.height:g}"
    return element("svg", group, viewBox=box, width=part.width, height=part.height)


def draw_curve(curve: Curve, words: Messages) -> DrawnPart:
    """Return a curve with the vertical lines of its points, labelled with `words`."""
    at = MEASURES["curve"]
    left, right, top, bottom = at["left"], at["right"], at["top"], at["bottom"]
    x = [left + place * (right - left) for place in curve.places]
    y = [bottom - share * (bottom - top) for share in curve.shares]
    body = [letters(f"{curve.label} · {curve.model}", 0, at["size"])]
    for level in LEVELS:
        high = bottom - level * (bottom - top)
        body.append(element("path", d=f"M{left} {high:g}H{right}", stroke=LIGHT.line))
        body.append(
            letters(in_words(level, words), left - 2 * at["dot"], high + at["dot"], "right")
        )
    for i in curve.points:
        body.append(element("path", d=f"M{x[i]:g} {top}V{bottom}", stroke=LIGHT.line))
        number = in_words(curve.amounts[i], words)
        body.append(letters(number, x[i], at["ticks"], "middle"))
    body.append(letters(curve.over, (left + right) / 2, at["named"], "middle"))
    line = " ".join(f"{right:g},{high:g}" for right, high in zip(x, y, strict=False))
    if line:
        body.append(
            element("polyline", points=line, fill="none", stroke=LIGHT.accent, stroke_width=3)
        )
    group = element("g", *body, font_size=at["size"])
    return DrawnPart(body=group, width=at["width"], height=at["height"])
