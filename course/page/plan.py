"""A class plan: its lessons in order, followed through one link."""

import streamlit as st

from alignoscope.course.page.kit import offer_pack
from alignoscope.course.plans import (
    PLANS,
    Plan,
    lessons_of,
    next_lesson,
    place_in,
    said_of_plan,
)
from alignoscope.course.record import Lesson
from alignoscope.course.words import Messages
from alignoscope.records.escaping import plain
from alignoscope.ui.shell.session_keys import ANSWERS, LESSON, PLAN, SCREEN, of
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write


def linked_plan() -> Plan | None:
    """Return the plan in the link, or None if it names none that exists."""
    warn_of_unknown(PLAN, PLANS)
    return PLANS.get(linked(PLAN) or "")


def offer_plans(language: str, words: Messages) -> None:
    """Show all plans with their lessons, each with buttons to follow it and to save its files."""
    for key, plan in PLANS.items():
        st.markdown(f"**{said_of_plan(plan, language)}**")
        names = ", ".join(lesson.name for lesson in lessons_of(plan, language))
        st.markdown(plain(names))  # "1. One vector" would begin a list
        with st.container(horizontal=True):
            if st.button(words["plan_follow"], key=of(PLAN, key), icon=":material/route:"):
                write(PLAN, key)
                st.rerun()
            offer_pack(key, plan, language, words)


def offer_next(plan: Plan | None, lesson: Lesson, words: Messages) -> None:
    """Show the position of a lesson in a plan, if any, and a button to the next lesson."""
    following = next_lesson(plan, lesson)
    with st.container(horizontal=True, vertical_alignment="center"):
        if plan:
            st.caption(place_in(plan, lesson, words))
        if following is None:
            return
        label = words["plan_next"].format(lesson=following.name)
        if st.button(label, key=of(PLAN, LESSON), icon=":material/arrow_forward:"):
            for name in (SCREEN, ANSWERS):
                write(name)
            write(LESSON, following.id)
            st.rerun()
