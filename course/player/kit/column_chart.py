"""Amounts per word as columns, drawn like `drawColumns` in the browser."""

from alignoscope.course.labs.record import Columns
from alignoscope.ui.arithmetic.latex import COLORS
from alignoscope.ui.svg.ink import LIGHT, element, letters
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.sheet import DrawnPart


def draw_columns(columns: Columns, decimal: str) -> DrawnPart:
    """Return the drawing of columns with their mirror image or line."""
    at, count = MEASURES["columns"], len(columns.words)
    left, right, top, bottom = at["left"], at["right"], at["top"], at["bottom"]
    axis = (top + bottom) / 2 if columns.down else bottom
    tall, each = axis - top - at["number"], (right - left) / count
    x = [left + (i + 0.5) * each for i in range(count)]
    wide = at["share"] * each
    body = []
    sides = ((columns.up, True, LIGHT.accent), (columns.down, False, COLORS["key"]))
    for amounts, over, color in sides:
        for middle, amount in zip(x, amounts, strict=False):
            high = amount / columns.most * tall
            box = {"x": middle - wide / 2, "y": axis - high * over, "width": wide, "height": high}
            body.append(element("rect", fill=color, **box))
            number = f"{amount:.2f}".replace(".", decimal) if amount else "0"
            y = axis - high - 3 if over else axis + high + at["size"] - 1
            body.append(letters(number, middle, y, "middle", "ltr"))
    body.append(element("path", d=f"M{left} {axis:g}H{right}", stroke=LIGHT.line))
    if columns.line:
        across = (x[-1] - x[0]) / (len(columns.line) - 1)
        heights = (axis - amount / columns.most * tall for amount in columns.line)
        points = " ".join(f"{x[0] + i * across:g},{y:g}" for i, y in enumerate(heights))
        ink = {"fill": "none", "stroke": COLORS["query"], "stroke_width": 2}
        body.append(element("polyline", points=points, **ink))
    first, second = columns.names
    body.append(letters(first, left, at["size"], fill=LIGHT.accent))
    if columns.down:
        body.append(letters(second, left, bottom, fill=COLORS["key"]))
    else:
        body.append(letters(second, right, at["size"], "right", fill=COLORS["query"]))
    named = at["named"]
    for word, middle in zip(columns.words, x, strict=True):
        turn = f"rotate({-at['slant']} {middle:g} {named})"
        body.append(letters(word, middle, named, "right", "ltr", transform=turn))
    group = element("g", *body, font_size=at["size"])
    return DrawnPart(body=group, width=at["width"], height=at["height"])
