"""The lessons as they are written: short, whole, and understood or refused."""

import re
from pathlib import Path

import pytest

from alignoscope.course.markup import html, marked
from alignoscope.course.read import ENGLISH, lessons, read_lesson
from alignoscope.course.sections import filled
from tests.course.course import MOST_WORDS, count_words

ROOT = Path(__file__).parent.parent.parent
FOUND = lessons()
HEAD = """+++
id = "x"
number = 1
title = "X"
minutes = 5
misconceptions = ["M1"]
aim = "To see."
opener = "What?"
bridge = "There."
+++
"""


def test_a_screen_has_one_idea_in_few_words() -> None:
    counts = {
        (lesson.id, screen.title): count_words(screen, ENGLISH)
        for lesson in FOUND.values()
        for screen in lesson.screens
    }
    assert len(counts) > 100
    assert {name: count for name, count in counts.items() if not 0 < count <= MOST_WORDS} == {}


def test_the_values_of_a_screen_count_as_its_words() -> None:
    told = FOUND["oracle"].screens[4]
    assert "{cats.told}" in told.prose[1].text
    assert count_words(told, ENGLISH) == 41


def test_every_lesson_begins_with_a_question_and_ends_in_the_app() -> None:
    for lesson in FOUND.values():
        kinds = [screen.kind for screen in lesson.screens]
        assert "hook" in kinds[:2]
        assert kinds[-1] == "link"
        assert "predict" in kinds
        if lesson.id not in ("tour", "referee"):  # a first minute, and an exam
            assert kinds.index("predict") < kinds.index("reveal")
            assert "check" in kinds
        assert all(re.fullmatch(r"M\d{1,2}", one) for one in lesson.misconceptions)
    numbers = [lesson.number for lesson in FOUND.values()]
    assert numbers == sorted(set(numbers))


def test_values_stand_in_the_place_of_their_names() -> None:
    assert (
        filled("It writes {a.b}, {c} times.", {"a.b": "x y", "c": 3}) == "It writes x y, 3 times."
    )


def test_marks_become_elements_and_nothing_else_does() -> None:
    assert marked("It is **not** *so*: `a*b`.") == [
        ("", "It is "),
        ("strong", "not"),
        ("", " "),
        ("em", "so"),
        ("", ": "),
        ("code", "a*b"),
        ("", "."),
    ]
    assert html("<b> & *x*") == "&lt;b&gt; &amp; <em>x</em>"


def test_a_lesson_is_refused_with_what_is_wrong_in_it() -> None:
    with pytest.raises(ValueError, match="Unknown kind of screen 'guess': expected one of recall"):
        read_lesson(f"{HEAD}\n## guess: What?\n\nText.\n")
    with pytest.raises(ValueError, match=r"“What.” names claims that do not exist: no\.such"):
        read_lesson(f"{HEAD}\n## hook: What?\n\nIt is {{no.such}}.\n")


def test_the_table_of_misconceptions_is_that_of_the_lessons() -> None:
    table = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"^\| (M\d+) \|.*\| ([\d, ]+) \|$", table, re.M))
    wanted: dict[str, list[str]] = {}
    for lesson in FOUND.values():
        for name in lesson.misconceptions:
            wanted.setdefault(name, []).append(str(lesson.number))
    assert found == {name: ", ".join(numbers) for name, numbers in wanted.items()}
