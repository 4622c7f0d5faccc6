"""The lessons on their page: bets lock what follows, links restore, no model is lied about."""

from dataclasses import replace
from urllib.parse import parse_qs

import pytest
from app_pages import ROOT, open_page
from streamlit.testing.v1 import AppTest

from alignoscope.lessons.claims import CLAIMS
from alignoscope.lessons.read import lessons
from alignoscope.session.course.screens import OTHERWISE

PAGE = "pages/lessons.py"


def open_lesson(lesson: str = "oracle", **parameters: str) -> AppTest:
    test = open_page(PAGE, lesson=lesson, **parameters)
    assert not test.exception
    assert not test.warning
    return test


def press(test: AppTest, label: str) -> AppTest:
    next(button for button in test.button if button.label == label).click().run()
    assert not test.exception
    return test


def is_locked(test: AppTest) -> bool:
    return next(button for button in test.button if button.label == "Next").disabled


def test_all_lessons_are_listed_and_one_begins() -> None:
    test = open_page(PAGE)
    assert [one.value for one in test.subheader] == [
        f"{lesson.number}. {lesson.title}" for lesson in lessons().values()
    ]
    press(test, "Begin")
    assert test.query_params["lesson"] == next(iter(lessons()))
    press(test, "All lessons")
    assert "lesson" not in test.query_params


def test_a_bet_opens_what_follows_and_stays_in_the_link() -> None:
    test = open_lesson(screen="2")
    assert is_locked(test)
    test.radio[0].set_value(0).run()
    assert is_locked(test)
    press(test, "Place the bet")
    assert not is_locked(test)
    assert test.radio[0].disabled
    assert "It is: `k b d a c`: it copies" in test.info[0].value
    assert test.query_params["answers"] == "2-k1"
    press(test, "Next")
    assert test.query_params["screen"] == "3"
    again = open_lesson(screen="2", answers="2-k1")
    assert (again.radio[0].value, again.radio[0].disabled) == (0, True)
    right = open_lesson(screen="2", answers="2-k2")
    assert right.success[0].value.startswith("Yes. It has never copied")


def test_nobody_gets_beyond_a_bet_by_a_link() -> None:
    test = open_lesson(screen="5")
    assert "2 of 8" in test.caption[0].value


def test_a_typed_answer_is_checked_and_a_wrong_one_gets_a_word() -> None:
    test = open_lesson(screen="6", answers="2-k2")
    test.text_input[0].set_value("n o h t y p").run()
    assert "It looks at p first" in test.info[0].value
    test.text_input[0].set_value("P Y T H O N").run()
    assert test.success[0].value.startswith("Right.")
    assert test.query_params["answers"] == "2-k2.6-r"


@pytest.mark.parametrize("lesson", lessons())
def test_every_screen_shows_without_a_warning(lesson: str) -> None:
    screens = lessons()[lesson].screens
    bets = ".".join(
        f"{number}-k1" for number, screen in enumerate(screens, start=1) if screen.kind == "predict"
    )
    for number, screen in enumerate(screens, start=1):
        test = open_lesson(lesson, screen=str(number), answers=bets)
        assert test.header[0].value == screen.title
        assert not test.error


@pytest.mark.parametrize("lesson", lessons())
def test_every_link_into_the_app_opens_without_a_warning(lesson: str) -> None:
    link = next(filter(None, (screen.link for screen in lessons()[lesson].screens)))
    path, _, query = link.partition("?")
    page = "app.py" if path in ("", "./") else f"pages/{path}.py"
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    for name, values in parse_qs(query).items():
        test.query_params[name] = values
    test = (test if page == "app.py" else test.switch_page(page)).run()
    assert not test.exception
    assert not test.warning


def test_of_other_models_a_sentence_says_what_is_true_of_them(monkeypatch) -> None:
    monkeypatch.setitem(CLAIMS, "cats.told", replace(CLAIMS["cats.told"], expected="Un chat."))
    test = open_lesson(screen="5", answers="2-k2")
    said = [one.value for one in test.markdown]
    assert f"{OTHERWISE}J'ai un noir chat et un blanc chien.." in said


def test_without_its_models_a_screen_says_what_it_needs(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("alignoscope.session.cache.CHECKPOINTS", tmp_path)
    test = open_page(PAGE, lesson="oracle")
    assert not test.exception
    assert "This screen needs the checkpoint reverse" in test.info[0].value
    assert len(test.info) == 1


def test_a_link_to_no_lesson_says_which_there_are() -> None:
    test = open_page(PAGE, lesson="no", screen="99")
    assert "There are: one-vector, oracle" in test.warning[0].value
