"""The questions of a lesson, each with all that it needs to be answered away from the lesson."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from alignoscope.course.answers import hints_of, is_number
from alignoscope.course.kit.numbers import Block, moved, numbers_of
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, Lesson, Question, TypedAnswer
from alignoscope.course.shown import Shown, right_option, screen_text
from alignoscope.course.words import Messages

ComputedLessons = Sequence[tuple[Lesson, Sequence[Shown]]]  # Lessons with their computed screens.
_TOLD = ("evidence", "reveal")  # The kinds of screens that end what a prediction is about.


@dataclass(frozen=True, kw_only=True)
class QuizQuestion:
    """A question of a quiz: its name, title, what is given, and what is asked on its screen."""

    name: str
    title: str
    given: tuple[Block, ...]
    ask: Question
    shown: Shown


def questions_of(lesson: Lesson, found: Sequence[Shown], words: Messages) -> Iterator[QuizQuestion]:
    """Yield the questions of a lesson that have a right answer, and those answered by a drawing.

    A "recall" screen repeats the question of another lesson, and is left out. What is given are the
    lesson's hook, the predictions since the last answer, and the text of the question's screen,
    each with its lab in numbers.
    """
    for at, one in enumerate(found):
        ask = one.screen.ask
        if ask is None or one.problem or one.screen.kind == "recall":
            continue
        if isinstance(ask, ChoiceQuestion) and right_option(ask, one) is None:
            continue
        yield QuizQuestion(
            name=f"{lesson.id} {at + 1}",
            title=one.screen.title,
            given=tuple(_given(found, at, words)),
            ask=ask,
            shown=one,
        )


def wrong_answers(ask: TypedAnswer, shown: Shown, words: Messages) -> list[tuple[str, str]]:
    """Return the common wrong answers and their replies; only numbers if the right one is one."""
    number = is_number(str(shown.values[ask.claim]))
    every = ((str(value), says) for value, says in hints_of(ask, shown, words))
    return [(value, says) for value, says in every if is_number(value) or not number]


def _given(found: Sequence[Shown], at: int, words: Messages) -> Iterator[Block]:
    for before in _background(found[:at]):
        yield from screen_text(before, words)
        if before.lab and not isinstance(before.screen.ask, DrawnAnswer):
            yield from numbers_of(before.lab, words)
    own = found[at]
    yield from screen_text(own, words)
    if isinstance(own.screen.ask, DrawnAnswer):
        assert own.lab is not None
        yield from numbers_of(own.lab.asked, words)
        yield words["drawn_elsewhere"]
    elif own.lab and own.screen.kind != "evidence":
        yield from moved(own.lab, words)


def _background(before: Sequence[Shown]) -> Iterator[Shown]:
    """Yield the last hook among these screens, then the predictions since the last answer."""
    kinds = [one.screen.kind for one in before]
    hook = max((i for i, kind in enumerate(kinds) if kind == "hook"), default=-1)
    told = max((i for i, kind in enumerate(kinds) if kind in _TOLD), default=-1)
    for i, one in enumerate(before):
        if i == hook or (kinds[i] == "predict" and i > max(hook, told)):
            yield one
