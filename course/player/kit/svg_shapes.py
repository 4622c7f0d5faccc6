"""Our own SVG drawings as PowerPoint shapes, which stay sharp and can be edited.

Only the elements that slides draw are known.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, radians, sin
from xml.etree import ElementTree

from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_LINE
from pptx.enum.shapes import MSO_CONNECTOR, MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.shapes.autoshape import Shape
from pptx.shapes.shapetree import SlideShapes
from pptx.util import Emu, Length, Pt

from alignoscope.ui.svg.ink import LIGHT
from alignoscope.ui.svg.lettering import width
from alignoscope.ui.svg.sheet import DrawnPart

PIXEL = 6350  # In EMU: a slide of 13.33 x 7.5 inches has 1920 x 1080 pixels.
POINT = 0.5  # In points.
FONT = "Arial"
ROOM = 1.4  # The width of a text box in widths of its text: another font may be broader.
_ASCENT, _LINE = 0.93, 1.2  # From the top of a text box to its baseline, and its height, in sizes.
_MOVE = re.compile(r"translate\(([\d.-]+) ([\d.-]+)\)(?: scale\(([\d.]+)\))?")
_TURN = re.compile(r"rotate\(([\d.-]+) ")
_LINES = re.compile(r"M([\d.-]+) ([\d.-]+)(?:H([\d.-]+)|V([\d.-]+))")


def pixels(number: float) -> Length:
    """Return a length of a slide."""
    return Emu(round(number * PIXEL))


@dataclass(frozen=True, kw_only=True)
class _Place:
    """The position and scale of a group, and what it hands down to its parts."""

    x: float
    y: float
    scale: float = 1
    own: Mapping[str, str]

    def at(self, x: float, y: float) -> tuple[Length, Length]:
        return pixels(self.x + self.scale * x), pixels(self.y + self.scale * y)

    def long(self, length: float) -> Length:
        return pixels(self.scale * length)

    def within(self, node: ElementTree.Element) -> "_Place":
        move = _MOVE.match(node.get("transform", ""))
        x, y, scale = (float(one or 1) for one in move.groups()) if move else (0, 0, 1)
        return replace(
            self,
            x=self.x + self.scale * x,
            y=self.y + self.scale * y,
            scale=self.scale * scale,
            own={**self.own, **node.attrib},
        )


def add_drawing(shapes: SlideShapes, part: DrawnPart, x: float, y: float, scale: float) -> None:
    """Add a drawing to the shapes of a slide, with its upper left corner at x, y (pixels).

    Raises:
        ValueError: if the drawing has an element that is not known here.
    """
    root = ElementTree.fromstring(f"<g>{part.body}</g>")
    ramps = {
        node.get("id"): [stop.get("stop-color", "") for stop in node]
        for node in root.iter("linearGradient")
    }
    place = _Place(x=x, y=y, scale=scale, own={"fill": LIGHT.text, "font-size": "12"})
    for node, at in _leaves(root, place):
        match node.tag:
            case "rect":
                _add_box(shapes, node, at, ramps)
            case "circle":
                _add_circle(shapes, node, at)
            case "line" | "path" | "polyline":
                for start, end in _segments(node):
                    _add_line(shapes, at, start, end)
            case "text":
                _add_text(shapes, node, at)
            case "linearGradient":
                pass
            case _:
                raise ValueError(f"<{node.tag}> cannot be drawn on a slide of PowerPoint.")


def _leaves(
    node: ElementTree.Element, place: _Place
) -> Iterator[tuple[ElementTree.Element, _Place]]:
    if node.tag != "g":
        own = {**place.own, **node.attrib}
        yield node, replace(place, own=own)
        return
    for child in node:
        yield from _leaves(child, place.within(node))


def _numbers(node: ElementTree.Element, *names: str) -> Iterator[float]:
    return (float(node.get(name, 0)) for name in names)


def _add_box(
    shapes: SlideShapes,
    node: ElementTree.Element,
    at: _Place,
    ramps: Mapping[str | None, list[str]],
) -> None:
    x, y, wide, high = _numbers(node, "x", "y", "width", "height")
    ramp = re.fullmatch(r"url\(#(.+)\)", at.own["fill"])
    colors = ramps[ramp[1]] if ramp else [at.own["fill"]]
    each = wide / len(colors)
    for i, color in enumerate(colors):
        corner = at.at(x + i * each, y)
        box = shapes.add_shape(MSO_SHAPE.RECTANGLE, *corner, at.long(each), at.long(high))
        _paint(box, color)


def _add_circle(shapes: SlideShapes, node: ElementTree.Element, at: _Place) -> None:
    x, y, r = _numbers(node, "cx", "cy", "r")
    size = at.long(2 * r)
    _paint(shapes.add_shape(MSO_SHAPE.OVAL, *at.at(x - r, y - r), size, size), at.own["fill"])


def _paint(shape: Shape, color: str) -> None:
    shape.fill.solid()
    shape.fill.fore_color.rgb = _rgb(color)
    shape.line.fill.background()
    shape.shadow.inherit = False


def _rgb(color: str) -> RGBColor:
    return RGBColor.from_string(color.removeprefix("#").upper())


Coordinates = tuple[float, float]


def _segments(node: ElementTree.Element) -> Iterator[tuple[Coordinates, Coordinates]]:
    """Yield the straight lines that an element consists of."""
    if node.tag == "line":
        x1, y1, x2, y2 = _numbers(node, "x1", "y1", "x2", "y2")
        yield (x1, y1), (x2, y2)
    elif node.tag == "path":
        for x, y, right, down in _LINES.findall(node.get("d", "")):
            yield (float(x), float(y)), (float(right or x), float(down or y))
    else:
        pairs = (pair.split(",") for pair in node.get("points", "").split())
        points = [(float(x), float(y)) for x, y in pairs]
        yield from pairwise(points)


def _add_line(shapes: SlideShapes, at: _Place, start: Coordinates, end: Coordinates) -> None:
    line = shapes.add_connector(MSO_CONNECTOR.STRAIGHT, *at.at(*start), *at.at(*end))
    line.line.color.rgb = _rgb(at.own["stroke"])
    line.line.width = at.long(float(at.own.get("stroke-width", 1)))
    if "stroke-dasharray" in at.own:
        line.line.dash_style = MSO_LINE.DASH


def _add_text(shapes: SlideShapes, node: ElementTree.Element, at: _Place) -> None:
    text = "".join(node.itertext())
    x, y = _numbers(node, "x", "y")
    size, bold = float(at.own["font-size"]), at.own.get("font-weight") == "bold"
    wide, high = ROOM * width(text, size, bold) + size, _LINE * size
    leftwards = at.own.get("direction") == "rtl"
    end = "start" if leftwards else "end"  # `text-anchor` follows the direction of the text
    side = {"middle": 0.5, end: 1.0}.get(at.own.get("text-anchor", "start"), 0.0)
    left, top = x - side * wide, y - _ASCENT * size
    turn = _TURN.match(at.own.get("transform", ""))
    angle = float(turn[1]) if turn else 0.0
    if angle:  # PowerPoint turns a box around its middle, SVG a text around its x, y.
        across, down = left + wide / 2 - x, top + high / 2 - y
        c, s = cos(radians(angle)), sin(radians(angle))
        left = x + c * across - s * down - wide / 2
        top = y + s * across + c * down - high / 2
    box = shapes.add_textbox(*at.at(left, top), at.long(wide), at.long(high))
    box.rotation = angle
    frame = box.text_frame
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = Emu(0)
    frame.word_wrap, frame.vertical_anchor = True, MSO_ANCHOR.TOP
    paragraph = frame.paragraphs[0]
    paragraph.alignment = {0.0: PP_ALIGN.LEFT, 0.5: PP_ALIGN.CENTER, 1.0: PP_ALIGN.RIGHT}[side]
    run = paragraph.add_run()
    run.text = text
    run.font.size, run.font.bold, run.font.name = Pt(size * at.scale * POINT), bold, FONT
    run.font.color.rgb = _rgb(at.own["fill"])
