"""The groups in which the list of lessons shows them."""

from collections.abc import Iterable, Mapping

from alignoscope.course.record import Lesson

GROUPS: Mapping[str, tuple[str, ...]] = {  # The ids of their lessons, by name.
    "What attention is": ("tour", "one-vector", "oracle", "factory", "annotations"),
    "How it is computed": ("sol-and-sun", "concat-additive", "mask", "clock", "windows"),
    "What it can do, and what it shows": (
        "learning",
        "explain",
        "beyond",
        "hindi",
        "past",
        "sure",
        "transformer",
        "heads",
        "copying",
        "referee",
    ),
}


def grouped(lessons: Iterable[Lesson]) -> dict[str, list[Lesson]]:
    """Return the lessons by the name of their group; a lesson in none is in the last."""
    *_, last = GROUPS
    group_of = {lesson: name for name, ids in GROUPS.items() for lesson in ids}
    found: dict[str, list[Lesson]] = {name: [] for name in GROUPS}
    for lesson in lessons:
        found[group_of.get(lesson.id, last)].append(lesson)
    return {name: members for name, members in found.items() if members}
