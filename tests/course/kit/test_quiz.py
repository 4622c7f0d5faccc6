"""Questions stand alone: each has the lesson's hook, its own text and numbers instead of a lab."""

import re

import pytest

from alignoscope.course.kit.numbers import block_html
from alignoscope.course.kit.questions import questions_of
from alignoscope.course.kit.quiz import gift
from alignoscope.course.labs.record import LabTable
from alignoscope.course.words import languages, words_of
from tests.shared.made_lesson import made_lesson

WORDS = words_of()


def given(name: str) -> list[str]:
    with made_lesson() as (lesson, found):
        every = {one.title: one.given for one in questions_of(lesson, found, WORDS)}
    return [block_html(block) for block in every[name]]


def test_a_question_has_the_hook_with_its_map_in_numbers_and_its_own_text() -> None:
    hook, setting, named, table, own = given("A bet")
    assert hook == "<p>The hook &amp; its &lt;sentence&gt;.</p>"
    assert setting == "<p>Pads: 0</p>"
    assert named.startswith("<p><strong>luong-dot</strong>: &lt;script&gt; קוראת")
    assert table.count("<tr>") == 3
    assert '<th scope="row">שלום</th><td>0.86</td><td>0.02</td><td>0.00</td>' in table
    assert own == "<p>The model is <em>small</em>.</p>"


def test_a_question_has_the_predictions_since_the_last_answer_and_no_answer() -> None:
    assert "<p>The model is <em>small</em>.</p>" in given("Another bet")
    for name in ("A bet", "Another bet", "A number", "Letters"):
        assert not {"<p>The answer was chat.</p>", "<p>Move the slider.</p>"} & {*given(name)}
    assert "<p>The model is <em>small</em>.</p>" not in given("A number")


def test_a_drawing_is_asked_with_its_points_and_without_its_curve() -> None:
    curve, how = given("Another bet")[-2:]
    assert curve == "<p>Share · toy. Updates: 0, 10.</p>"
    assert how == "<p>Draw it on paper, or say it in words.</p>"


def test_a_question_about_a_lab_to_be_moved_has_all_that_the_lab_says() -> None:
    assert given("Letters")[-1] == block_html(
        LabTable(columns=("Pads", ""), rows=(("0", "It says n."), ("5", "It says y.")))
    )


def test_a_recall_is_asked_by_another_lesson_and_what_no_option_answers_by_none() -> None:
    with made_lesson(**{"made.word": "oiseau"}) as (lesson, found):
        titles = [one.title for one in questions_of(lesson, found, WORDS)]
    assert titles == ["Another bet", "A number", "Letters"]


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def test_gift_escapes_what_would_end_a_question_and_nothing_is_lost() -> None:
    with made_lesson() as (lesson, found):
        quiz = gift(lesson, found, WORDS)
    questions = re.findall(r"^::(.*?)::\[html\](.*?)(?<!\\)\{(.*?)^\}$", quiz, re.M | re.S)
    assert [name for name, _, _ in questions] == ["made 3", "made 5", "made 7", "made 8"]
    for _, text, _ in questions:
        assert not re.search(r"(?<!\\)[~=#{}:]", text)
        assert unescaped(text).startswith("<p>The hook &amp; its &lt;sentence&gt;.</p>")
    asked, _, answers = questions[0][1].rpartition("<p>")[2], *questions[0][1:]
    assert unescaped(asked) == "Which word: a or b?</p> "
    assert unescaped(answers).split("\n\t")[1:] == [
        "~<em>chien</em>#It is the dog.",
        "=<em>chat</em>: a {1}#Yes, <code>chat</code>.\n",
    ]
    assert questions[1][2] == "####It grows.\n"
    assert questions[2][2] == (
        "#\n\t=0.25:0.005#Right.\n\t=%0%0.75:0.005#Half of the rest.\n\t~#Count again.\n"
    )


def test_single_letters_are_right_with_spaces_with_commas_and_without() -> None:
    with made_lesson() as (lesson, found):
        quiz = gift(lesson, found, WORDS)
    assert "\n\t=a b c#Right.\n\t=abc#Right.\n\t=a, b, c#Right.\n\t=%0%*#Read them.\n" in quiz


@pytest.mark.parametrize("language", languages())
def test_numbers_are_in_the_language_of_the_lesson(language: str) -> None:
    words = words_of(language)
    with made_lesson() as (lesson, found):
        first = next(iter(questions_of(lesson, found, words)))
    assert f"0{words['decimal']}86" in block_html(first.given[3])
