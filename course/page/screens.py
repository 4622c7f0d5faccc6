"""A lesson on the page, and the list of all lessons."""

from collections.abc import Mapping

import streamlit as st

from alignoscope.course.groups import grouped
from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.page.kit import limit_of, offer_kit, show_answers, show_class_link
from alignoscope.course.page.languages import linked_language, offer_languages
from alignoscope.course.page.lesson_position import keep, resume, start_of
from alignoscope.course.page.plan import linked_plan, offer_next, offer_plans
from alignoscope.course.page.progress import (
    LessonProgress,
    asked_again,
    kept_progress,
    offer_switch,
    to_review,
)
from alignoscope.course.page.thumbnails import thumbnail
from alignoscope.course.plans import Plan, in_plan, lessons_of, next_lesson, said_of_plan
from alignoscope.course.player.mount import lesson_player
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons as lessons_in
from alignoscope.course.record import Lesson, Screen
from alignoscope.course.shown import pairs_of
from alignoscope.course.words import Messages, in_words, languages, words_of
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.page import introduce
from alignoscope.ui.shell.session_keys import (
    ANSWERS,
    LANG,
    LESSON,
    LESSONS,
    PLAN,
    REVIEW,
    SCREEN,
    TEACH,
    of,
)
from alignoscope.ui.shell.url_parameters import address, linked, warn_of_unknown, write

WIDTH = 880  # In pixels, of what is below a lesson; also in lesson.css.


def show() -> None:
    """Show the lesson that the link names, or else all lessons."""
    language = linked_language()
    found = lessons_in(language)
    lesson = _pick_lesson(found)
    if lesson:
        _show_lesson(lesson, language)
    else:
        _show_index(found, language)


def _pick_lesson(lessons: Mapping[str, Lesson]) -> Lesson | None:
    """Return the lesson in the link, or None if it names none that exists."""
    warn_of_unknown(LESSON, lessons)
    warn_of_unknown(LANG, languages())
    found = lessons.get(linked(LESSON) or "")
    if not found:
        for name in (SCREEN, ANSWERS, TEACH):
            warn_of_unknown(name, (), "only those of a lesson")
    return found


def _show_index(lessons: Mapping[str, Lesson], language: str) -> None:
    """Show the lessons as cards in their groups, or those of the plan in the link."""
    words, plan = words_of(language), linked_plan()
    if plan:
        lessons = {name: in_plan(plan, lesson) for name, lesson in lessons.items()}
        _leave(words["all_lessons"], PLAN)
    title = said_of_plan(plan, language) if plan else words["lessons"]
    with introduce(title, words["lessons_say"]):
        offer_languages(language)
    with st.expander(words["teachers" if plan else "plans"], icon=":material/co_present:"):
        if plan:
            show_class_link(words["plan_link"], words)
        else:
            offer_plans(language, words)
    progress = kept_progress(lessons)
    _offer_ways(progress, words)
    shown = {"": lessons_of(plan, language)} if plan else grouped(lessons.values())
    for group, members in shown.items():
        if group:
            st.header(in_words(group, words), anchor=False)
        with st.container(horizontal=True, gap="small", key=of(LESSONS, group)):
            for lesson in members:
                _show_card(lesson, progress.get(lesson.id), words)
    offer_switch(words)
    show_words()


def _offer_ways(progress: Mapping[str, LessonProgress], words: Messages) -> None:
    """Offer to continue the last lesson or begin the next one, and to review an earlier one."""
    if not progress:
        return
    *_, last = progress.values()
    following = next_lesson(None, last.lesson)
    review = to_review(progress)
    with st.container(horizontal=True):
        if not last.done:
            _offer(words["continue_with"], last.lesson, last.place)
        elif following:
            _offer(words["plan_next"], following)
        if review:
            _offer(words["review"], review.lesson, asked_again(review), main=False)


def _show_card(lesson: Lesson, progress: LessonProgress | None, words: Messages) -> None:
    """Show a lesson with its picture, how far this person is, and the button that opens it."""
    with st.container(border=True, height="stretch"):
        st.html(thumbnail(lesson.id))
        st.subheader(lesson.name, anchor=False)
        first = next(screen for screen in lesson.screens if screen.kind == "hook")
        st.markdown(first.title)
        screens = len(lesson.screens)
        lasts = words["lasts"].format(minutes=lesson.minutes, screens=screens)
        if progress and progress.done:
            st.caption(f":material/check_circle: {words['done']} · {lasts}")
        elif progress:
            said = words["left_at"].format(screen=progress.place.screen, screens=screens)
            st.caption(f":material/pending: {said}")
        else:
            st.caption(lasts)
        begun = progress is not None and not progress.done
        label = words["continue" if begun else "again" if progress else "begin"]
        if st.button(label, key=of(LESSON, lesson.id), icon=":material/school:"):
            fresh = LessonPosition(answers={})
            _open(lesson, (progress.place if begun else fresh) if progress else None)


def _offer(
    said: str, lesson: Lesson, place: LessonPosition | None = None, *, main: bool = True
) -> None:
    """Show a button that opens a lesson at a place; one of them is the main one."""
    if st.button(
        said.format(lesson=lesson.name),
        key=of(LESSON, LESSON if main else REVIEW),
        type="primary" if main else "secondary",
        icon=":material/arrow_forward:",
    ):
        _open(lesson, place)


def _open(lesson: Lesson, place: LessonPosition | None = None) -> None:
    """Open a lesson at a place, or where this session left it."""
    if place:
        resume(lesson, place)
    write(LESSON, lesson.id)
    st.rerun()


def _notes(screen: Screen, words: Messages) -> list[str]:
    """Return the notes of a screen whose sentences are synthetic."""
    return [in_words(note, words) for note in map(says_made_up, pairs_of(screen)) if note]


def _show_lesson(lesson: Lesson, language: str) -> None:
    """Show a lesson with the progress from this session or the link.

    The page around it is in `language`; the lesson is in the language that it is written in.
    """
    words, plan = words_of(language), linked_plan()
    lesson = in_plan(plan, lesson) if plan else lesson
    teaching = _head(language, plan)
    if lesson.language != language:
        st.caption(words["untranslated"])
    start = start_of(lesson)
    notes = [_notes(screen, words_of(lesson.language)) for screen in lesson.screens]
    found = screens_of(lesson)
    limit = limit_of(address(), words)
    data = payload(lesson, found, start, notes, teaching=teaching, alone=limit)
    place = lesson_player(data, key=of(LESSON, "player")) or start
    keep(lesson, place)
    ends = place.screen == len(lesson.screens)
    with st.container(width="stretch" if teaching else WIDTH):
        if lesson.id in plan.lessons if plan else ends:
            offer_next(plan, lesson, words)
        if place.answers and ends:
            show_answers(lesson, place.answers, words)
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
