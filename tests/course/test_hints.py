"""A usual wrong answer gets a word of its own: it is wrong, is reached, and is how one errs."""

import json
from dataclasses import replace
from math import e, exp
from pathlib import Path

import pytest

from alignoscope.course.answers import hints_of, is_right
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons
from alignoscope.course.record import LIES, DrawnAnswer, TypedAnswer
from alignoscope.course.words import languages, words_of
from tests.course.course import found, lab

ANSWERS = Path(__file__).parents[1] / "scripts" / "answers.json"  # the scripts' own test reads it
BY_HAND = {  # what is not counted, by how one comes to it
    "factory": {0.6: 3 / (3 + 1 + 1), 0.881: e**3 / (e**3 + e), 20.086: e**3}
    | {0.107: e / (e**3 + 2 * e)},
    "sol-and-sun": {0.953: e**3 / (e**3 + 1), 0.045: 1 / (e**3 + 2), 1.0: e**3 / e**3},
    "mask": {0.5: 2 / 4, 0.04: 1 / (e**3 + e + 2), 0.088: 2 / (e**3 + e)},
    "windows": {0.53: exp(-(0.8**2)), 0.2: exp(-2 * 0.8), 3.6: exp(2 * 0.8**2)}
    | {1.28: 2 * 0.8**2},
    "transformer": {0.25: 16 / 64},
    "copying": {0.1: 0.5 * 0.2, 0.3: 0.5 * 0.6, 0.8: 0.2 + 0.6},
    "past": {0.4: (0.2 + 0.7 + 0.3) / 3, 0.3: 0.3},
}


def test_an_answer_is_right_as_in_the_browser() -> None:
    for case in json.loads(ANSWERS.read_text(encoding="utf-8")):
        for given in case["right"]:
            assert is_right(given, case["answer"]), (given, case)
        for given in case["wrong"]:
            assert not is_right(given, case["answer"]), (given, case)


@pytest.mark.parametrize("lesson", lessons())
def test_every_hint_is_of_a_wrong_answer_and_is_reached(lesson: str) -> None:
    for shown in found(lesson):
        ask = shown.screen.ask
        if not isinstance(ask, TypedAnswer):
            continue
        hints = hints_of(ask, shown, words_of())
        # None is right, and none is that of another.
        assert len(hints) == len(ask.hints) >= 2, shown.screen.title
        said = [ask.wrong, *(says for _, says in hints)]
        assert len(set(said)) == len(said), shown.screen.title


@pytest.mark.parametrize("language", languages())
def test_the_browser_matches_every_hint_as_its_language_writes_it(language: str) -> None:
    for lesson in lessons(language).values():
        both = zip(found(lesson.id), lesson.screens, strict=True)
        given = [replace(one, screen=screen) for one, screen in both]
        for screen in payload(lesson, given, LessonPosition(answers={}))["screens"]:
            asked = screen["ask"] or {"hints": []}
            answers = [hint["answer"] for hint in asked["hints"]]
            for i, answer in enumerate(answers):
                assert not is_right(answer, asked["answer"])
                assert [is_right(answer, other) for other in answers[: i + 1]] == [
                    *[False] * i,
                    True,
                ]


def test_numbers_that_one_may_come_to_by_hand_are_what_they_say() -> None:
    for lesson, numbers in BY_HAND.items():
        typed = [
            hint.value
            for screen in lessons()[lesson].screens
            if isinstance(screen.ask, TypedAnswer)
            for hint in screen.ask.hints
            if "." in str(hint.value)
        ]
        assert sorted(map(float, typed)) == sorted(numbers)
        for one in typed:
            digits = len(str(one).partition(".")[2])
            assert float(one) == round(numbers[float(one)], digits)
    typed = {
        lesson.id
        for lesson in lessons().values()
        for screen in lesson.screens
        if isinstance(screen.ask, TypedAnswer)
        for hint in screen.ask.hints
        if "." in str(hint.value) and hint.value != "1.000"
    }
    assert typed == set(BY_HAND)


def test_of_other_models_a_hint_that_is_right_or_doubled_is_left_out() -> None:
    shown = next(one for one in found("clock") if one.screen.title == "Appendix: input feeding")
    ask = shown.screen.ask
    assert isinstance(ask, TypedAnswer)
    values = {**shown.values, "input.feeding": 768}
    assert [value for value, _ in hints_of(ask, replace(shown, values=values), words_of())] == [256]
    values = {**shown.values, "input.state": 256}
    assert [value for value, _ in hints_of(ask, replace(shown, values=values), words_of())] == [256]


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_drawing_is_so_wherever_its_points_are(language: str) -> None:
    screens = lessons(language)["learning"].screens
    ask = next(one.ask for one in screens if isinstance(one.ask, DrawnAnswer))
    assert tuple(ask.drawn) == LIES
    for lie, holes in {"near": 1, "turned": 0, "above": 2, "below": 2}.items():
        said = ask.drawn[lie]
        assert ("{GAP}" in said) + ("{AMOUNT}" in said) == holes == said.count("{")
    curve = lab("widths").curve
    shares = [curve.shares[i] for i in curve.points]  # still wide, or closed, and nothing between
    assert shares[0] > shares[-1]
    assert all(share >= 0.85 or share <= 0.15 for share in shares)
