"""Class plans: the lessons for a class of a given length, in order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from alignoscope.course.read import claims_of, lessons
from alignoscope.course.record import Lesson, Screen
from alignoscope.course.words import Messages, in_words, words_of


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A plan: its name, the minutes of the class, and the ids of its lessons in order.

    The class has had the lessons `before` in earlier plans.
    """

    name: str
    minutes: int = 90
    lessons: tuple[str, ...]
    before: tuple[str, ...] = ()


_FIRST = ("one-vector", "oracle", "hindi", "factory", "annotations", "sol-and-sun")
_SECOND = ("concat-additive", "mask", "clock", "windows", "past")

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
        lessons=_FIRST,
    ),
    "3x90-2": Plan(
        name="The second of three times 90 minutes",
        lessons=_SECOND,
        before=_FIRST,
    ),
    "3x90-3": Plan(
        name="The third of three times 90 minutes",
        lessons=(
            "learning",
            "explain",
            "sure",
            "beyond",
            "transformer",
            "heads",
            "copying",
            "referee",
        ),
        before=(*_FIRST, *_SECOND),
    ),
}


def lessons_of(plan: Plan, language: str) -> list[Lesson]:
    """Return the lessons of a plan in order (`in_plan`)."""
    return [in_plan(plan, lessons(language)[lesson]) for lesson in plan.lessons]


def in_plan(plan: Plan, lesson: Lesson) -> Lesson:
    """Return a lesson without recalls of lessons that a class with this plan does not have."""
    had = {*plan.before, *plan.lessons}
    screens = (one for one in lesson.screens if one.kind != "recall" or _recalled(one) in had)
    return replace(lesson, screens=tuple(screens))


def _recalled(recall: Screen) -> str:
    """Return the id of the first lesson that has the claim of a recall's question."""
    assert recall.ask
    return next(
        lesson.id
        for lesson in lessons().values()
        for screen in lesson.screens
        if screen.kind != "recall" and recall.ask.claim in claims_of(screen)
    )


def said_of_plan(plan: Plan, language: str) -> str:
    """Return a plan's name with the minutes of its lessons, and those that the class has left."""
    words = words_of(language)
    minutes = sum(lesson.minutes for lesson in lessons_of(plan, language))
    name, rest = in_words(plan.name, words), plan.minutes - minutes
    return words["plan_lasts"].format(plan=name, minutes=minutes, rest=rest)


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
