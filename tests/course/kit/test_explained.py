"""A question answered in a sentence: on the page, on paper, in a quiz and before a class."""

import pytest

from alignoscope.course.kit.quiz import gift
from alignoscope.course.kit.sheets import sheet
from alignoscope.course.kit.slides import slides
from alignoscope.course.player.kit.curves import curve_svg
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons
from alignoscope.course.record import ExplainedAnswer
from alignoscope.course.shown import Shown
from alignoscope.course.words import words_of
from tests.course.course import found

LESSON, WORDS = lessons()["explain"], words_of()
(ASK,) = [one.ask for one in LESSON.screens if isinstance(one.ask, ExplainedAnswer)]


@pytest.fixture(scope="module")
def screens() -> list[Shown]:
    return found(LESSON.id)


def test_the_browser_gets_the_model_answer_and_no_value_to_type(screens) -> None:
    (ask,) = [
        one["ask"]
        for one in payload(LESSON, screens, LessonPosition(answers={}))["screens"]
        if one["ask"] and one["ask"]["explained"]
    ]
    assert ask["praise"] == [("", ASK.model)]
    assert (ask["answer"], ask["options"], ask["hints"]) == ("", None, [])


def test_paper_has_lines_and_the_key_the_model_answer(screens) -> None:
    paper, key = (
        sheet(LESSON, screens, WORDS, curve_svg, key=key).partition("<h2>Explain it</h2>")[2]
        for key in (False, True)
    )
    own = paper.partition("</section>")[0]
    assert own.count('class="line"') == 3
    assert "But that state has read the whole date" not in paper
    assert "But that state has read the whole date" in key.partition("</section>")[0]


def test_a_quiz_has_an_essay_and_the_slides_the_model_answer(screens) -> None:
    assert "{####The weight is on the end mark" in gift(LESSON, screens, WORDS)
    asked, told = [one for one in slides(LESSON, screens, WORDS) if one.title == "Explain it"]
    assert (asked.question, asked.prose[-1]) != (None, ASK.model)
    assert told.prose == (ASK.model,)
