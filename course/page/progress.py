"""A person's progress through the lessons, as their browser has kept it."""

from collections.abc import Mapping
from dataclasses import dataclass

from alignoscope.course.page.lesson_position import read_answers
from alignoscope.course.player.payload import LessonPosition
from alignoscope.course.record import Lesson
from alignoscope.course.words import Messages
from alignoscope.ui.shell.session_keys import PROGRESS
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.js_bundle import script, style

_COMPONENT = Component(
    "progress",
    script("course/player/lesson/progress_switch.js"),
    style("course/player/lesson/lesson.css"),
)


@dataclass(frozen=True, kw_only=True)
class LessonProgress:
    """The progress in one lesson: where it was left, whether its end was seen, and when."""

    lesson: Lesson
    place: LessonPosition
    done: bool
    at: float


def kept_progress(lessons: Mapping[str, Lesson]) -> dict[str, LessonProgress]:
    """Return the progress by lesson, the latest last; empty before the browser reports it.

    A lesson whose number of screens has changed counts as not begun.
    """
    kept = reported(PROGRESS, "kept")
    found = [_read(lessons[name], one) for name, one in kept.items() if name in lessons]
    read = sorted(filter(None, found), key=lambda one: one.at)
    return {one.lesson.id: one for one in read}


def offer_switch(words: Messages) -> None:
    """Show the switch that keeps progress in this browser, and the button that forgets it."""
    _COMPONENT.mount(
        key=PROGRESS, data={"words": {name: words[name] for name in ("keep", "forget")}}
    )


def to_review(progress: Mapping[str, LessonProgress]) -> LessonProgress | None:
    """Return the last lesson but one that is done, or None; it must have a checked answer.

    To a person who is about to begin the next lesson, it was two lessons ago.
    """
    done = sorted((one for one in progress.values() if one.done), key=lambda one: one.lesson.number)
    found = done[-2] if len(done) > 1 else None
    return found if found and _checks(found.lesson) else None


def asked_again(progress: LessonProgress) -> LessonPosition:
    """Return the place of a lesson's last checked answer, without the answer."""
    *_, number = _checks(progress.lesson)
    answers = {at: one for at, one in progress.place.answers.items() if at != number}
    return LessonPosition(screen=number, answers=answers)


def _checks(lesson: Lesson) -> list[int]:
    """Return the numbers of the screens with a checked answer."""
    return [i for i, screen in enumerate(lesson.screens, start=1) if screen.kind == "check"]


def _read(lesson: Lesson, kept: object) -> LessonProgress | None:
    """Return the progress that a browser reports, or None if it is not of this lesson."""
    match kept:
        case {
            "screen": int(screen),
            "screens": int(screens),
            "done": bool(done),
            "answers": dict(answers),
            "at": int() | float() as at,
        } if screens == len(lesson.screens) and 1 <= screen <= screens:
            given = read_answers(".".join(f"{number}-{one}" for number, one in answers.items()))
            place = LessonPosition(screen=screen, answers=given)
            return LessonProgress(lesson=lesson, place=place, done=done, at=at)
    return None
