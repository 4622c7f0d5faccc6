"""Class plans: the lessons for a class of a given length, in order."""

from collections.abc import Mapping
from dataclasses import dataclass

from alignoscope.course.read import lessons
from alignoscope.course.record import Lesson
from alignoscope.course.words import Messages, in_words, words_of


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan: its name, the minutes of the class, and the ids of its lessons in order."""

    name: str
    minutes: int = 90
    lessons: tuple[str, ...]


PLANS: Mapping[str, Plan] = {  # By the value in the link.
    "45": Plan(
        name="45 minutes", minutes=45, lessons=("one-vector", "oracle", "factory", "explain")
    ),
    "90": Plan(
        name="90 minutes",
        lessons=("one-vector", "oracle", "factory", "sol-and-sun", "mask", "clock", "explain"),
    ),
    "3x90-1": Plan(
        name="The first of three times 90 minutes",
        lessons=("one-vector", "oracle", "hindi", "factory", "annotations", "sol-and-sun"),
    ),
    "3x90-2": Plan(
        name="The second of three times 90 minutes",
        lessons=("concat-additive", "mask", "clock", "windows", "past"),
    ),
    "3x90-3": Plan(
        name="The third of three times 90 minutes",
        lessons=("learning", "explain", "beyond", "referee"),
    ),
}


def lessons_of(plan: Plan, language: str) -> list[Lesson]:
    """Return the lessons of a plan in order."""
    return [lessons(language)[lesson] for lesson in plan.lessons]


def said_of_plan(plan: Plan, language: str) -> str:
    """Return a plan's name with the total minutes of its lessons."""
    words = words_of(language)
    minutes = sum(lesson.minutes for lesson in lessons_of(plan, language))
    return f"{in_words(plan.name, words)} ({words['without_talk'].format(minutes=minutes)})"


def place_in(plan: Plan, lesson: Lesson, words: Messages) -> str:
    """Return the position of a lesson in a plan as text; the plan must contain it."""
    number, every = plan.lessons.index(lesson.id) + 1, len(plan.lessons)
    name = in_words(plan.name, words)
    return words["plan_place"].format(plan=name, number=number, all=every)


def next_lesson(plan: Plan | None, lesson: Lesson) -> Lesson | None:
    """Return the lesson after this one in a plan, or of all, or None after the last."""
    every = lessons(lesson.language)
    ids = plan.lessons if plan else [*every]
    behind = ids[ids.index(lesson.id) + 1 :]
    return every[behind[0]] if behind else None
