"""A question answered in a sentence: on the page, on paper, in a quiz and before a class."""

from alignoscope.course.kit.quiz import gift
from alignoscope.course.kit.sheets import sheet
from alignoscope.course.kit.slides import slides
from alignoscope.course.player.curves import curve_svg
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons
from alignoscope.course.record import ExplainedAnswer
from alignoscope.course.words import words_of
from tests.course.course import found

LESSON, SCREENS, WORDS = lessons()["explain"], found("explain"), words_of()
(ASK,) = [one.screen.ask for one in SCREENS if isinstance(one.screen.ask, ExplainedAnswer)]


def test_the_browser_gets_the_model_answer_and_no_value_to_type() -> None:
    (ask,) = [
        one["ask"]
        for one in payload(LESSON, SCREENS, LessonPosition(answers={}))["screens"]
        if one["ask"] and one["ask"]["explained"]
    ]
    assert ask["praise"] == [("", ASK.model)]
    assert (ask["answer"], ask["options"], ask["hints"]) == ("", None, [])


def test_paper_has_lines_and_the_key_the_model_answer() -> None:
    paper, key = (
        sheet(LESSON, SCREENS, WORDS, curve_svg, key=key).partition("<h2>Explain it</h2>")[2]
        for key in (False, True)
    )
    own = paper.partition("</section>")[0]
    assert own.count('class="line"') == 3
    assert "But that state has read the whole date" not in paper
    assert "But that state has read the whole date" in key.partition("</section>")[0]


def test_a_quiz_has_an_essay_and_the_slides_the_model_answer() -> None:
    assert "{####The weight is on the end mark" in gift(LESSON, SCREENS, WORDS)
    asked, told = [one for one in slides(LESSON, SCREENS, WORDS) if one.title == "Explain it"]
    assert (asked.question, asked.prose[-1]) != (None, ASK.model)
    assert told.prose == (ASK.model,)
