"""Pictures that components draw in a browser: their SVG, and what is in it."""

from collections.abc import Callable, Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page

from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.exports.picture_options import PictureOptions, PrintSize
from tests.shared.player_page import MOUNT

NS = "{http://www.w3.org/2000/svg}"
Draw = Callable[..., str]


@pytest.fixture
def svg_of(empty: Page) -> Draw:
    """Return a function from a drawing and the options of its picture to its SVG."""

    def draw(drawing: Drawing, **options: object) -> str:
        width = options.pop("width", None)
        size = {"size": PrintSize(width=width)} if width else {}
        look = PictureOptions(**size, **options)
        drawn = drawing.draw(look)
        assert isinstance(drawn, Drawn)
        sent = drawn.sent(drawing, look, "file")
        empty.goto("about:blank")
        empty.evaluate(MOUNT, [drawn.component.script, drawn.component.style, sent])
        source = empty.locator(".picture img").get_attribute("src")
        assert source is not None
        return unquote(source.partition(",")[2])

    draw.page = empty  # for what the dialog says beside the picture
    return draw


def nodes(drawing: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing).iter(NS + tag))


def texts(drawing: str) -> list[str]:
    """Return the lines of text, without the tooltips of shortened words."""
    return [node.text or "" for node in nodes(drawing, "text")]


def rects(drawing: str) -> list[dict[str, str]]:
    return [node.attrib for node in nodes(drawing, "rect")]


def corners(node: ElementTree.Element, x: float = 0, y: float = 0) -> Iterator[tuple[float, float]]:
    """Yield the lower right corners of all boxes."""
    for move in (node.get("transform") or "").split(") "):
        if move.startswith("translate("):
            right, down = move.removeprefix("translate(").rstrip(")").split()
            x, y = x + float(right), y + float(down)
    if node.tag == f"{NS}svg":
        x, y = x + float(node.get("x", 0)), y + float(node.get("y", 0))
    if node.tag == f"{NS}rect":
        yield (
            x + float(node.get("x", 0)) + float(node.get("width", 0)),
            y + float(node.get("y", 0)) + float(node.get("height", 0)),
        )
    for child in node:
        yield from corners(child, x, y)
