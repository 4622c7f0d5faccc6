"""With a person's own models, no answer is called right that is not right of them."""

import pytest

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue
from alignoscope.course.kit.slides import slides_of
from alignoscope.course.labs.record import Lab, Outcome
from alignoscope.course.player.kit.kit import kit_file
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons
from alignoscope.course.shown import Shown, shown_of
from alignoscope.course.words import words_of

OTHERWISE = "With these models the result differs:"
NO_LAB = Lab(controls=(), outcomes=(Outcome(),))


def of_models(lesson: str, **values: FactValue) -> list[Shown]:
    """Return the screens of a lesson where these claims, `.` as `_`, come to other values."""
    others = {name.replace("_", "."): value for name, value in values.items()}

    def value(name: str) -> FactValue:
        return others.get(name, CLAIMS[name].expected)

    return shown_of(lessons()[lesson], value, lambda name: NO_LAB)


def asked(lesson: str, screen: int, **values: FactValue) -> dict:
    found = of_models(lesson, **values)
    return payload(lessons()[lesson], found, LessonPosition(answers={}))["screens"][screen - 1][
        "ask"
    ]


def plain(prose: list[tuple[str, str]]) -> str:
    return "".join(text for _, text in prose)


@pytest.mark.parametrize(
    ("written", "right", "truth"),
    [
        ("c a d b k", 0, "c a d b k: it writes backwards, whatever it is told"),
        ("z z", None, "z z"),
    ],
)
def test_where_another_option_is_right_or_none_all_answers_say_so(
    written: str, right: int | None, truth: str
) -> None:
    ask = asked("oracle", 2, letters_told=written)
    assert ask["right"] == right
    assert plain(ask["otherwise"]) == f"{OTHERWISE} {truth}"
    assert {plain(one["says"]) for one in ask["options"]} == {f"{OTHERWISE} {truth}"}


def test_of_the_expected_value_nothing_is_otherwise() -> None:
    ask = asked("oracle", 2)
    assert (ask["right"], ask["otherwise"]) == (1, [])
    assert plain(ask["options"][1]["says"]).startswith("Yes. It has never copied a word")


def test_a_share_near_the_expected_one_leaves_its_option_right() -> None:
    ask = asked("beyond", 6, verbs_words=80)
    assert (ask["right"], ask["otherwise"]) == (1, [])
    assert plain(ask["options"][1]["says"]).startswith("Yes, 80:")


def test_an_option_has_the_number_that_is_so_of_these_models() -> None:
    options = asked("factory", 3, parameters_general=12345)["options"]
    assert [plain(one["text"]).partition(":")[0] for one in options[:2]] == ["13", "12,345"]


def test_what_an_answer_says_beside_the_question_is_true_too() -> None:
    ask = asked("explain", 3, dates_additive_looks="8")
    assert ask["otherwise"] == []
    assert plain(ask["options"][0]["says"]) == f"{OTHERWISE} 8"
    assert plain(ask["options"][2]["says"]).startswith("Yes. It looks at no word")


def test_a_typed_answer_is_not_explained_by_what_is_not_so() -> None:
    ask = asked("oracle", 6, name_second="n o h t y p")
    assert ask["answer"] == "n o h t y p"
    assert plain(ask["praise"]) == plain(ask["hint"]) == f"{OTHERWISE} n o h t y p"


def test_papers_slides_and_quizzes_of_other_models_say_what_is_true_of_them() -> None:
    lesson, words = lessons()["oracle"], words_of()
    found = of_models("oracle", letters_told="c a d b k", name_second="n o h t y p")
    for wanted in ("key", "slides", "quiz"):
        text = kit_file(wanted, lesson, found).make().decode()
        assert OTHERWISE in text.replace("\\", "")
        assert "Yes. It has never copied" not in text
        assert "Right. Who decides" not in text
    key = kit_file("key", lesson, found).make().decode()
    assert "☒&nbsp; <code>c a d b k</code>" in key
    quiz = kit_file("quiz", lesson, found).make().decode()
    assert "\t=<code>c a d b k</code>\\: it writes backwards" in quiz
    none = of_models("oracle", letters_told="z z")
    assert slides_of(none[1], words)[1].prose == (f"{OTHERWISE} z z",)
