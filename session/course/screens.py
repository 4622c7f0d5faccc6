"""A lesson, a screen at a time; and the list of all lessons."""

from collections.abc import Mapping

import streamlit as st

from alignoscope.lessons.claims import CLAIMS
from alignoscope.lessons.read import claims_of, filled, pairs_of
from alignoscope.lessons.record import Lesson, Screen, Value
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.session.course.asking import answers, ask
from alignoscope.session.course.labs import show_lab
from alignoscope.session.course.values import values_of
from alignoscope.session.links.parameters import linked, warn_of_unknown, write
from alignoscope.session.problems import show_problem
from alignoscope.session.state import ANSWERS, LESSON, SCREEN, of

OTHERWISE = "With these models it is otherwise: "


def pick_lesson(lessons: Mapping[str, Lesson]) -> Lesson | None:
    """Return the lesson of the link, or None where it asks for none that is here."""
    warn_of_unknown(LESSON, lessons)
    found = lessons.get(linked(LESSON) or "")
    if not found:
        for name in (SCREEN, ANSWERS):
            warn_of_unknown(name, (), "those of a lesson")
    return found


def show_index(lessons: Mapping[str, Lesson]) -> None:
    """Show all lessons as cards to choose from."""
    for lesson in lessons.values():
        with st.container(border=True):
            st.subheader(f"{lesson.number}. {lesson.title}", anchor=False)
            first = next(screen for screen in lesson.screens if screen.kind == "hook")
            st.markdown(first.title)
            st.caption(f"{lesson.minutes} minutes, {len(lesson.screens)} screens")
            if st.button("Begin", key=of(LESSON, lesson.id), icon=":material/school:"):
                write(LESSON, lesson.id)
                st.rerun()


def show_lesson(lesson: Lesson) -> None:
    """Show the screen of a lesson that the link asks for, and the ways to the others.

    What follows a bet is locked until it is placed.
    """
    locked = _first_open(lesson)
    number = min(_linked_screen(lesson), locked)
    screen = lesson.screens[number - 1]
    st.caption(f"Lesson {lesson.number}, {lesson.title}: {number} of {len(lesson.screens)}")
    st.progress(number / len(lesson.screens))
    for said in dict.fromkeys(map(says_made_up, pairs_of(lesson))):
        if said:
            st.caption(f":material/construction: {said}")
    st.header(screen.title, anchor=False)
    try:
        values = values_of(sorted(claims_of(screen)))
    except ValueError as error:
        show_problem(error, icon="school")
        _ways(lesson, number, locked=False)
        return
    _show_prose(screen, values)
    answered = ask(lesson.id, number, screen, values)
    if screen.link:
        st.link_button("Open it in the app", screen.link, icon=":material/open_in_new:")
    _ways(lesson, number, locked=not answered)
    if screen.lab:
        try:
            show_lab(screen.lab)
        except ValueError as error:
            show_problem(error, icon="school")


def _show_prose(screen: Screen, values: Mapping[str, Value]) -> None:
    """Show the prose; a sentence that does not hold of these models says what does."""
    for paragraph in screen.prose:
        claim = paragraph.claim
        if claim is None or CLAIMS[claim].holds(values[claim]):
            st.markdown(filled(paragraph.text, values))
        else:
            st.markdown(f"{OTHERWISE}{values[claim]}.")


def _first_open(lesson: Lesson) -> int:
    """Return the last screen, from 1, that the bets placed so far open."""
    placed = answers(lesson.id)
    for number, screen in enumerate(lesson.screens, start=1):
        if screen.kind == "predict" and number not in placed:
            return number
    return len(lesson.screens)


def _linked_screen(lesson: Lesson) -> int:
    numbers = {str(i): i for i in range(1, len(lesson.screens) + 1)}
    warn_of_unknown(SCREEN, numbers, f"1 to {len(lesson.screens)}")
    return numbers.get(linked(SCREEN) or "", 1)


def _ways(lesson: Lesson, number: int, *, locked: bool) -> None:
    with st.container(horizontal=True):
        if st.button("Back", disabled=number == 1, icon=":material/arrow_back:"):
            _go(number - 1)
        last = number == len(lesson.screens)
        if not last and st.button(
            "Next", disabled=locked, icon=":material/arrow_forward:", type="primary"
        ):
            _go(number + 1)
        if st.button("All lessons", icon=":material/list:"):
            for name in (LESSON, SCREEN):
                write(name)
            st.rerun()
    if locked:
        st.caption("Place your bet first: who predicts sees more.")


def _go(number: int) -> None:
    write(SCREEN, *([str(number)] if number > 1 else []))
    st.rerun()
