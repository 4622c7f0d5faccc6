"""The progress in a lesson: screen and answers, stored in the session and in the link.

`answers=2-k1.4-d90_40.6-r` means that option 1 was chosen on screen 2, two points were drawn at 0.9
and 0.4 on screen 4, and screen 6 was answered correctly; `w` is a typed answer that was not.
"""

import re

import streamlit as st

from alignoscope.course.player.payload import LessonPosition
from alignoscope.course.record import Lesson
from alignoscope.ui.shell.session_keys import ANSWERS, LESSON_PROGRESS, SCREEN
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write

_DRAWN = r"d(?:100|[1-9]?\d)(?:_(?:100|[1-9]?\d))*"  # Shares in percent.
_ANSWER = re.compile(rf"([1-9]\d?)-(k[1-9]|r|w|{_DRAWN})")


def start_of(lesson: Lesson) -> LessonPosition:
    """Return the progress in a lesson from this session, or else from the link."""
    places: dict[tuple[str, int], LessonPosition] = st.session_state.setdefault(LESSON_PROGRESS, {})
    return places.setdefault(_key(lesson), _linked_place(lesson))


def resume(lesson: Lesson, place: LessonPosition) -> None:
    """Set the progress, so that the lesson starts there the next time."""
    st.session_state.setdefault(LESSON_PROGRESS, {})[_key(lesson)] = place


def keep(lesson: Lesson, place: LessonPosition) -> None:
    """Store the progress in this session and in the link."""
    resume(lesson, place)
    write(SCREEN, *([str(place.screen)] if place.screen > 1 else []))
    answers = ".".join(f"{number}-{answer}" for number, answer in sorted(place.answers.items()))
    write(ANSWERS, *([answers] if answers else []))


def forget(lesson: Lesson) -> None:
    """Reset the progress, so that the lesson starts at its beginning the next time."""
    st.session_state.get(LESSON_PROGRESS, {}).pop(_key(lesson), None)
    for name in (SCREEN, ANSWERS):
        write(name)


def read_answers(written: str) -> dict[int, str]:
    """Return the answers by screen that are written as in a link, without what cannot be read."""
    found = map(_ANSWER.fullmatch, written.split("."))
    return {int(match[1]): match[2] for match in found if match}


def _key(lesson: Lesson) -> tuple[str, int]:
    """Return the id and number of screens: in a plan, a lesson may have fewer (`in_plan`)."""
    return lesson.id, len(lesson.screens)


def _linked_place(lesson: Lesson) -> LessonPosition:
    numbers = {str(i): i for i in range(1, len(lesson.screens) + 1)}
    warn_of_unknown(SCREEN, numbers, f"1 to {len(lesson.screens)}")
    asked = linked(ANSWERS) or ""
    readable = all(map(_ANSWER.fullmatch, asked.split(".")))
    warn_of_unknown(ANSWERS, [asked] * readable, "such as 2-k1.6-r")
    return LessonPosition(screen=numbers.get(linked(SCREEN) or "", 1), answers=read_answers(asked))
