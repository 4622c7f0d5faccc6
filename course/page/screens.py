"""A lesson on the page, and the list of all lessons."""

from collections.abc import Mapping

import streamlit as st

from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.page.kit import offer_kit, show_answers_link, show_class_link
from alignoscope.course.page.languages import offer_languages
from alignoscope.course.page.lesson_position import keep, start_of
from alignoscope.course.page.plan import linked_plan, offer_next, offer_plans
from alignoscope.course.plans import Plan, lessons_of, said_of_plan
from alignoscope.course.player.mount import lesson_player
from alignoscope.course.player.payload import payload
from alignoscope.course.read import pairs_of
from alignoscope.course.record import Lesson
from alignoscope.course.words import in_words, languages, words_of
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.ui.shell.page import introduce
from alignoscope.ui.shell.session_keys import (
    ANSWERS,
    LANG,
    LESSON,
    LESSONS,
    PLAN,
    SCREEN,
    TEACH,
    of,
)
from alignoscope.ui.shell.url_parameters import SWITCHES, linked, warn_of_unknown, write

WIDTH = 880  # In pixels: wide enough for two maps side by side, narrow enough for readable lines.


def pick_lesson(lessons: Mapping[str, Lesson]) -> Lesson | None:
    """Return the lesson in the link, or None if it names none that exists."""
    warn_of_unknown(LESSON, lessons)
    warn_of_unknown(LANG, languages())
    found = lessons.get(linked(LESSON) or "")
    if not found:
        for name in (SCREEN, ANSWERS, TEACH):
            warn_of_unknown(name, (), "only those of a lesson")
    return found


def show_index(lessons: Mapping[str, Lesson], language: str) -> None:
    """Show the lessons as cards: all of them, or those of the plan in the link."""
    words, plan = words_of(language), linked_plan()
    if plan:
        _leave(words["all_lessons"], PLAN)
    title = said_of_plan(plan, language) if plan else words["lessons"]
    with introduce(title, words["lessons_say"]):
        offer_languages(language)
    cards = st.container(horizontal=True, gap="small", key=LESSONS)
    for lesson in lessons_of(plan, language) if plan else lessons.values():
        with cards.container(border=True, height="stretch"):
            st.header(lesson.name, anchor=False)
            first = next(screen for screen in lesson.screens if screen.kind == "hook")
            st.markdown(first.title)
            lasts = words["lasts"].format(minutes=lesson.minutes, screens=len(lesson.screens))
            st.caption(lasts)
            if st.button(words["begin"], key=of(LESSON, lesson.id), icon=":material/school:"):
                write(LESSON, lesson.id)
                st.rerun()
    about = words["teachers"] if plan else words["plans"]
    with st.expander(about, icon=":material/co_present:"):
        if plan:
            show_class_link(words["plan_link"], words)
        else:
            offer_plans(language, words)


def show_lesson(lesson: Lesson, language: str) -> None:
    """Show a lesson with the progress from this session or the link.

    The page around it is in `language`; the lesson is in the language that it is written in.
    """
    words, plan = words_of(language), linked_plan()
    teaching = _head(language, plan)
    if lesson.language != language:
        st.caption(words["untranslated"])
    start = start_of(lesson)
    made_up = filter(None, dict.fromkeys(map(says_made_up, pairs_of(lesson))))
    notes = [in_words(note, words_of(lesson.language)) for note in made_up]
    found = screens_of(lesson)
    data = payload(lesson, found, start, notes, teaching=teaching)
    with st.container(width="stretch" if teaching else WIDTH):
        place = lesson_player(data, key=of(LESSON, "player")) or start
        keep(lesson, place)
        if place.answers and place.screen == len(lesson.screens):
            show_answers_link(words)
        if plan:
            offer_next(plan, lesson, words)
        offer_kit(lesson, found, notes, words)


def _leave(label: str, *names: str) -> None:
    """Show a back button, which removes these parameters from the link."""
    if st.button(label, icon=":material/arrow_back:", type="tertiary"):
        for name in names:
            write(name)
        st.rerun()


def _head(language: str, plan: Plan | None) -> bool:
    """Show the back button, the teaching switch and the languages; return whether it is on."""
    words = words_of(language)
    warn_of_unknown(TEACH, SWITCHES)
    with st.container(horizontal=True, vertical_alignment="center"):
        back = in_words(plan.name, words) if plan else words["all_lessons"]
        _leave(back, LESSON, SCREEN, ANSWERS, TEACH)
        teaching = st.toggle(
            words["teach"],
            value=SWITCHES.get(linked(TEACH) or "", False),
            key=of(LESSON, TEACH),
            help=words["teach_help"],
        )
        offer_languages(language)
    write(TEACH, *(["on"] if teaching else []))
    return teaching
