"""Slides as drawings: they say what the written ones say, and nothing runs out of them."""

import re
import zipfile
from collections import Counter
from io import BytesIO
from xml.etree import ElementTree

import pytest

from alignoscope.course.kit.svg_slide import HEIGHT, MARGIN, WIDTH
from alignoscope.course.player.kit.kit import kit_file, png_file
from alignoscope.course.read import lessons
from tests.course.course import found

SVG = "{http://www.w3.org/2000/svg}"
PLACE = re.compile(r"translate\(([\d.-]+) ([\d.-]+)\)(?: scale\(([\d.]+)\))?")


def drawings(lesson: str) -> list[str]:
    made = kit_file("svg", lessons()[lesson], found(lesson)).make()
    with zipfile.ZipFile(BytesIO(made)) as files:
        return [files.read(name).decode() for name in sorted(files.namelist())]


def root_of(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.encode())


def words_in(drawing: str) -> list[str]:
    lines = root_of(drawing).iter(f"{SVG}text")
    return " ".join("".join(line.itertext()) for line in lines).split()


def reach_of(node: ElementTree.Element) -> tuple[float, float]:
    """Return how far to the right and down boxes reach, and lines of text begin, below a node."""
    x, y, wide, high = (float(node.get(name, 0)) for name in ("x", "y", "width", "height"))
    ends = [(x + wide, y + high), *map(reach_of, node)]
    place = PLACE.match(node.get("transform", ""))
    left, top, scale = (float(one or 1) for one in place.groups()) if place else (0, 0, 1)
    return left + scale * max(end[0] for end in ends), top + scale * max(end[1] for end in ends)


def test_drawn_slides_say_what_the_written_ones_say_and_show_each_map_by_itself() -> None:
    drawn = drawings("oracle")
    written = kit_file("slides", lessons()["oracle"], found("oracle")).make().decode()
    texts = written.split("\n---\n")[2:]  # after its head and its title
    maps = [drawing for drawing in drawn if "Weights, after softmax" in drawing]
    rest = [drawing for drawing in drawn[1:] if drawing not in maps]
    assert len(maps) == sum(len(one.lab.first.traces) for one in found("oracle") if one.lab)
    assert len(rest) == len(texts)
    for drawing, text in zip(rest, texts, strict=True):
        assert 'width="1920" height="1080"' in drawing
        said = re.sub("[#*`]|^- ", "", text, flags=re.M).split()
        assert not Counter(said) - Counter(words_in(drawing))
    assert "W turns the keys by: 0°" in " ".join(words_in(drawings("sol-and-sun")[6]))


@pytest.mark.parametrize("lesson", lessons())
def test_what_is_on_a_slide_ends_above_its_foot_and_within_its_sides(lesson: str) -> None:
    for drawing in drawings(lesson):
        body = root_of(drawing).find(f"{SVG}g")
        assert body is not None
        for part in [*body][:2]:  # the title and what is below it, without the foot
            right, bottom = reach_of(part)
            assert right <= WIDTH - MARGIN + 1  # scales are written in four digits
            assert bottom <= HEIGHT - MARGIN + 1


def test_slides_are_printed_as_pictures() -> None:
    seen: list[str] = []

    def to_png(drawing: str) -> bytes:
        seen.append(drawing)
        return b"a picture"

    made = png_file(lessons()["oracle"], found("oracle"), to_png)
    assert made.name == "02-oracle-slides-png.zip"
    with zipfile.ZipFile(BytesIO(made.make())) as files:
        assert files.namelist()[0] == "02-oracle-01.png"
        assert files.read("02-oracle-01.png") == b"a picture"
    assert seen == drawings("oracle")
