"""PowerPoint: titles and text to edit, notes, and each map by itself, made of shapes."""

from io import BytesIO

import pytest
from pptx import Presentation

from alignoscope.course.labs.record import Columns, Lab, LabBar, LabTable, Outcome, PlaneArrow
from alignoscope.course.player.kit.deck import deck
from alignoscope.course.player.kit.drawn import draw_lab
from alignoscope.course.player.kit.svg_shapes import PIXEL, add_drawing
from alignoscope.course.words import words_of
from alignoscope.ui.svg.sheet import DrawnPart
from tests.shared.drawn_steps import make_trace
from tests.shared.made_lesson import CURVE, made_lesson, untitled

SLIDE = (1920 * PIXEL, 1080 * PIXEL)


def made() -> list:
    with made_lesson() as (lesson, screens):
        written = deck([(lesson, screens), (untitled(lesson), screens)], words_of(), "A footer")
    show = Presentation(BytesIO(written))
    assert (show.slide_width, show.slide_height) == SLIDE
    return [*show.slides]


def texts_of(slide) -> list[str]:
    return [one.text_frame.text for one in slide.shapes if one.has_text_frame]


def test_slides_have_titles_text_and_notes() -> None:
    slides = made()
    titles = [one.shapes.title.text_frame.text for one in slides]
    assert titles[0] == "Lesson 7. A {made} lesson: = # ~"
    assert titles[len(titles) // 2] == "Lesson 8. A {made} lesson: = # ~"
    assert slides[0].notes_slide.notes_text_frame.text.startswith("Aim. The aim.\n")
    bet = slides[titles.index("A bet")]
    said = "The model is small.\nWhich word: a or b?\nA. chien\nB. chat: a {1}"
    assert texts_of(bet) == ["A bet", said, "A footer"]
    assert (
        bet.notes_slide.notes_text_frame.text
        == "A. chien → It is the dog.\nB. chat: a {1} → Yes, chat."
    )


def test_each_map_is_large_on_a_slide_of_its_own() -> None:
    slides = [one for one in made() if any(shape.shape_type == 6 for shape in one.shapes)]
    maps = [one for one in slides if len(texts_of(one)) == 2]  # a title and the footer
    assert len(maps) == 4  # of the hook and the try, in two lessons
    (group,) = (shape for shape in maps[0].shapes if shape.shape_type == 6)
    assert group.name == "luong-dot"
    assert group.width > SLIDE[0] / 2 or group.height > SLIDE[1] / 2
    written = [one.text_frame.text for one in group.shapes if one.has_text_frame]
    assert "0.86" in written


def test_nothing_runs_out_of_a_slide() -> None:
    for slide in made():
        for shape in slide.shapes:
            assert shape.left >= 0
            assert shape.top >= 0
            assert shape.top + shape.height <= SLIDE[1]


def test_every_kind_of_lab_is_drawn() -> None:
    outcome = Outcome(
        bars=(LabBar(label="a", share=0.5),),
        table=LabTable(columns=("x",), rows=(("1",),)),
        arrows=(PlaneArrow(word="sol", x=1, y=1, role="key"),),
        chart=Columns(words=("le",), up=(0.25,), down=(0.0,), names=("up", "down"), most=1),
        curve=CURVE,
        traces=(make_trace(),),
    )
    part = draw_lab(Lab(controls=(), outcomes=(outcome,)), words_of())
    slide = Presentation().slides.add_slide(Presentation().slide_layouts[6])
    add_drawing(slide.shapes, part, 10, 20, 2)
    words = [one.text_frame.text for one in slide.shapes if one.has_text_frame]
    assert {"a", "0.500", "x", "1", "sol", "Share · toy", "le", "0.25", "0"} <= {*words}
    kinds = {str(one.shape_type) for one in slide.shapes}
    assert any("LINE" in kind for kind in kinds)


def test_an_element_that_is_not_known_is_refused() -> None:
    slide = Presentation().slides.add_slide(Presentation().slide_layouts[6])
    with pytest.raises(ValueError, match="<ellipse> cannot be drawn"):
        add_drawing(slide.shapes, DrawnPart(body="<ellipse/>", width=1, height=1), 0, 0, 1)
