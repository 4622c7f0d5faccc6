"""A lesson's slides as drawings: text, and the initial outcome of the lab."""

from collections.abc import Callable, Iterator, Sequence

from alignoscope.course.kit.slides import LETTERS, Slide, slides
from alignoscope.course.kit.svg_slide import HEIGHT, MARGIN, WIDTH, slide
from alignoscope.course.kit.svg_slide import SlideText as Said
from alignoscope.course.lab_text import spoken
from alignoscope.course.labs.record import (
    Control,
    Lab,
    LabBar,
    LabLine,
    LabTable,
    PlaneArrow,
)
from alignoscope.course.markup import marked
from alignoscope.course.player.kit.column_chart import draw_columns
from alignoscope.course.player.kit.curves import draw_curve
from alignoscope.course.player.kit.slide_maps import draw_map
from alignoscope.course.player.payload import ON_SHOW
from alignoscope.course.record import Lesson
from alignoscope.course.shown import Shown, heading
from alignoscope.course.words import Messages
from alignoscope.records.whole_file import archive
from alignoscope.ui.arithmetic.latex import COLORS
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.svg.ink import LIGHT, element, letters
from alignoscope.ui.svg.layout_constants import MEASURES
from alignoscope.ui.svg.lettering import width
from alignoscope.ui.svg.sheet import GAP, LINE, DrawnPart, paragraph, stacked

ROOM = 560  # The width of a lab before scaling.
FONT, QUIET = 15, 13
NUMBER, TRACK = 60, 14  # The width of a bar's number, and the height of a bar.


def slides_zip(
    lesson: Lesson,
    found: Sequence[Shown],
    words: Messages,
    foot: str,
    end: str = "svg",
    made: Callable[[str], bytes] = str.encode,
) -> bytes:
    """Return the slides of a lesson, numbered, as a zip archive.

    Args:
        lesson: the lesson.
        found: its computed screens.
        words: the words of its language.
        foot: the text at the right of the footer.
        end: the extension of the files.
        made: converts an SVG text into a file's bytes.

    Raises:
        RuntimeError: if a file cannot be made.
    """
    drawings = enumerate(drawn_slides(lesson, found, words, foot), start=1)
    return archive((f"{lesson.stem}-{i:02}.{end}", made(drawing)) for i, drawing in drawings)


def drawn_slides(
    lesson: Lesson, found: Sequence[Shown], words: Messages, foot: str
) -> Iterator[str]:
    """Yield each slide as SVG, with the lesson's name and number, and `foot`, in the footer."""
    named = heading(lesson, words)
    every = slides(lesson, found, words)
    for i, one in enumerate(every, start=1):
        ends = (f"{named} · {i} / {len(every)}", foot)
        yield slide(
            one.title, paragraphs(one), picture_of(one, words, lesson.language), ends, LIGHT
        )


def picture_of(one: Slide, words: Messages, language: str) -> DrawnPart | None:
    """Return the picture of a slide: its map, or its lab without maps."""
    if one.map:
        (view,), scale = layers_of([one.map])[ON_SHOW]
        return draw_map(view, scale, WIDTH - 2 * MARGIN, HEIGHT - 3 * MARGIN, language)
    return draw_lab(one.lab, words) if one.lab else None


def paragraphs(one: Slide) -> list[Said]:
    """Return the text of a slide: prose, question, and options by letter."""
    return [*_said(one)]


def _said(one: Slide) -> Iterator[Said]:
    for text in one.prose:
        yield Said(parts=marked(text))
    if one.question:
        yield Said(parts=[("strong", text) for _, text in marked(one.question)])
    for letter, text in zip(LETTERS, one.options, strict=False):
        yield Said(parts=marked(text), head=f"{letter}.")


def draw_lab(lab: Lab, words: Messages) -> DrawnPart | None:
    """Return a drawing of a lab with its initial settings, without its maps, or None."""
    own, decimal = spoken(lab, words), words["decimal"]
    outcome = own.first
    begin = GAP / 2 + max((width(bar.label, FONT) for bar in outcome.bars), default=0)
    parts = [*map(_setting, own.controls), *(_bar(bar, begin, decimal) for bar in outcome.bars)]
    parts += map(_line, outcome.lines)
    if outcome.arrows:
        parts.append(_plane(outcome.arrows))
    if outcome.chart:
        parts.append(draw_columns(outcome.chart, decimal))
    if outcome.curve:
        parts.append(draw_curve(outcome.curve, words))
    if outcome.table:
        parts.append(_table(outcome.table))
    return stacked(parts, GAP / 4) if parts else None


def _setting(control: Control) -> DrawnPart:
    words = f"{control.label}: {control.settings[control.start]}"
    return paragraph(words, ROOM, QUIET, LIGHT.muted)


def _line(line: LabLine) -> DrawnPart:
    return paragraph("".join(text for _, text in marked(line.text)), ROOM, FONT, LIGHT.text)


def _bar(bar: LabBar, begin: float, decimal: str) -> DrawnPart:
    room, y = ROOM - begin - NUMBER, (LINE - TRACK) / 2
    number = f"{bar.share:.3f}".replace(".", decimal)
    track = {"x": begin, "y": y, "height": TRACK, "rx": 3}
    group = element(
        "g",
        letters(bar.label, 0, LINE * 0.75),
        element("rect", width=room, fill=LIGHT.soft, **track),
        element("rect", width=room * bar.share, fill=LIGHT.accent, **track),
        letters(number, ROOM, LINE * 0.75, "right", "ltr"),
        font_size=FONT,
    )
    return DrawnPart(body=group, width=ROOM, height=LINE)


def _table(table: LabTable) -> DrawnPart:
    columns = list(zip(table.columns, *table.rows, strict=True))
    wide = [max(width(text, FONT, bold=True) for text in column) + GAP / 2 for column in columns]
    starts = [sum(wide[:i]) for i in range(len(wide))]
    body = []
    for row, texts in enumerate([table.columns, *table.rows]):
        weight = None if row else "bold"
        body += [
            letters(text, x, (row + 0.75) * LINE, direction="ltr", font_weight=weight)
            for text, x in zip(texts, starts, strict=True)
        ]
    line = element("path", d=f"M0 {LINE}H{sum(wide):g}", stroke=LIGHT.line)
    group = element("g", *body, line, font_size=FONT)
    return DrawnPart(body=group, width=sum(wide), height=(len(table.rows) + 1) * LINE)


def _plane(arrows: Sequence[PlaneArrow]) -> DrawnPart:
    """Return words as arrows from the origin, drawn like `drawPlane` in the browser."""
    plane = MEASURES["plane"]
    reach, size, named = plane["reach"], plane["size"], plane["named"]
    middle = size / 2

    def place(value: float) -> float:
        return (value + reach) / (2 * reach) * size

    axes = f"M0 {middle:g}H{size}M{middle:g} 0V{size}"
    body = [element("path", d=axes, stroke=LIGHT.line)]
    for one in arrows:
        color = COLORS[one.role]
        x, y = place(one.x), place(-one.y)
        dashes = f"{plane['dash']} {plane['gap']}" if one.dashed else None
        ends = {"x1": middle, "y1": middle, "x2": x, "y2": y}
        body += [
            element("line", stroke=color, stroke_width=3, stroke_dasharray=dashes, **ends),
            element("circle", cx=x, cy=y, r=4, fill=color),
            letters(
                one.word, place(named * one.x), place(-named * one.y) + 5, "middle", fill=color
            ),
        ]
    return DrawnPart(body=element("g", *body, font_size=FONT), width=size, height=size)
