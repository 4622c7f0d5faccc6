"""Which lessons fill a class of a given length."""

from collections.abc import Mapping

from alignoscope.lessons.read import lessons
from alignoscope.lessons.words import words_of

PLANS: Mapping[str, tuple[str, ...]] = {
    "45 minutes": ("one-vector", "oracle", "factory", "explain"),
    "90 minutes": (
        *("one-vector", "oracle", "factory", "sol-and-sun", "mask", "clock", "explain"),
    ),
    "Three times 90 minutes": (
        *("one-vector", "oracle", "factory", "annotations", "sol-and-sun"),
        *("concat-additive", "mask", "clock", "windows", "learning"),
        *("explain", "beyond", "referee"),
    ),
}


def named_lessons(plan: str, language: str) -> str:
    """Return the lessons of a plan as a line: their numbers and titles, and the minutes of all."""
    found = [lessons(language)[lesson] for lesson in PLANS[plan]]
    words = words_of(language)
    minutes = words["without_talk"].format(minutes=sum(lesson.minutes for lesson in found))
    names = ", ".join(lesson.name for lesson in found)
    return f"{names} ({minutes})"
