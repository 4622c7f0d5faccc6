"""Slides of lessons for PowerPoint: text to edit, pictures of shapes, and notes for the teacher."""

from io import BytesIO

from pptx import Presentation
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.shapes.autoshape import Shape
from pptx.slide import Slide as PowerPointSlide
from pptx.text.text import TextFrame
from pptx.util import Emu, Pt

from alignoscope.course.kit.questions import ComputedLessons
from alignoscope.course.kit.slides import Slide, slides
from alignoscope.course.kit.svg_slide import (
    BETWEEN,
    FOOT,
    HEIGHT,
    LEADING,
    MARGIN,
    TITLE,
    WIDTH,
    SlideText,
    arranged,
)
from alignoscope.course.markup import plain
from alignoscope.course.player.kit.drawn import paragraphs, picture_of
from alignoscope.course.player.kit.svg_shapes import FONT, POINT, add_drawing, pixels
from alignoscope.course.words import Messages
from alignoscope.ui.svg.sheet import DrawnPart

_TITLE_ONLY = 5  # The layout of python-pptx's template that has a title and nothing else.


def deck(taught: ComputedLessons, words: Messages, foot: str) -> bytes:
    """Return the slides of lessons as one PowerPoint file; `foot` is the text of the footer."""
    show = Presentation()
    show.slide_width, show.slide_height = pixels(WIDTH), pixels(HEIGHT)
    for lesson, found in taught:
        for one in slides(lesson, found, words):
            page = show.slides.add_slide(show.slide_layouts[_TITLE_ONLY])
            _fill(page, one, picture_of(one, words, lesson.language), foot)
    written = BytesIO()
    show.save(written)
    return written.getvalue()


def _fill(page: PowerPointSlide, one: Slide, picture: DrawnPart | None, foot: str) -> None:
    said = paragraphs(one)
    at = arranged(one.title, said, picture)
    room = WIDTH - 2 * MARGIN
    title = page.shapes.title
    assert title is not None
    title.left, title.top = pixels(MARGIN), pixels(MARGIN)
    title.width, title.height = pixels(room), pixels(at.top - MARGIN)
    _write(title.text_frame, [SlideText(parts=[("strong", one.title)])], TITLE)
    if said:
        box = _box(page, at.top, at.room, HEIGHT - MARGIN - at.top)
        _write(box.text_frame, said, at.size)
    if picture and at.picture:
        x, y, scale = at.picture
        own = len(page.shapes)
        page.shapes.turbo_add_enabled = True  # else each shape looks at all others
        add_drawing(page.shapes, picture, MARGIN + x, at.top + y, scale)
        group = page.shapes.add_group_shape([*page.shapes][own:])
        page.shapes.turbo_add_enabled = False
        group.name = one.map.label if one.map else one.title
    mark = _box(page, HEIGHT - MARGIN / 2 - FOOT, room, 1.5 * FOOT)
    _write(mark.text_frame, [SlideText(parts=[("", foot)])], FOOT)
    if one.notes:
        notes = page.notes_slide.notes_text_frame
        assert notes is not None
        notes.text = "\n".join(map(plain, one.notes))


def _box(page: PowerPointSlide, top: float, wide: float, high: float) -> Shape:
    place = map(pixels, (MARGIN, top, wide, high))
    return page.shapes.add_textbox(*place)


def _write(frame: TextFrame, said: list[SlideText], size: float) -> None:
    """Write paragraphs into an empty text frame, at a font size in pixels."""
    frame.word_wrap, frame.vertical_anchor = True, MSO_ANCHOR.TOP
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = Emu(0)
    for i, one in enumerate(said):
        paragraph = frame.add_paragraph() if i else frame.paragraphs[0]
        paragraph.alignment = PP_ALIGN.LEFT
        paragraph.line_spacing = Pt(LEADING * size * POINT)
        paragraph.space_before = Pt(BETWEEN * size * POINT) if i else Pt(0)
        head = [("strong", f"{one.head} ")] if one.head else []
        for style, text in [*head, *one.parts]:
            run = paragraph.add_run()
            run.text = text
            run.font.size = Pt(size * POINT)
            run.font.name = "Courier New" if style == "code" else FONT
            run.font.bold, run.font.italic = style == "strong", style == "em"
