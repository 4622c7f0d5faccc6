"""The tour of the first minute: a lesson of four screens, shown instead of the maps."""

import streamlit as st

from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.page.languages import linked_language, offer_languages
from alignoscope.course.page.lesson_position import forget, keep, start_of
from alignoscope.course.plans import next_lesson
from alignoscope.course.player.mount import lesson_player
from alignoscope.course.player.payload import payload
from alignoscope.course.read import lessons
from alignoscope.course.words import languages, words_of
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.session_keys import LANG, LESSON, TOUR, of
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write


def show_tour() -> None:
    """If the link requests the tour, show it and stop the page."""
    warn_of_unknown(TOUR, SWITCHES)
    warn_of_unknown(LANG, languages())
    if not SWITCHES.get(linked(TOUR) or "", False):
        return
    language = linked_language()
    tour = lessons(language)["tour"]
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(words_of(language)["to_maps"], icon=":material/arrow_back:", type="tertiary"):
            forget(tour)
            write(TOUR)
            st.rerun()
        offer_languages(language)
    start = start_of(tour)
    data = payload(tour, screens_of(tour), start)
    place = lesson_player(data, key=of(TOUR, "player")) or start
    keep(tour, place)
    following = next_lesson(None, tour)
    if following and place.screen == len(tour.screens):
        label = words_of(language)["plan_next"].format(lesson=following.name)
        icon, to = ":material/arrow_forward:", {LESSON: following.id, LANG: language}
        st.page_link("pages/lessons.py", label=label, icon=icon, query_params=to)
    st.stop()


def offer_tour() -> None:
    """Show a button that starts the tour."""
    words = words_of(linked_language())
    if st.button(words["tour"], icon=":material/school:", key=TOUR):
        write(TOUR, "on")
        st.rerun()
