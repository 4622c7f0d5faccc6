"""The first minute: a lesson of four beats in the place of the maps, for whoever asks for it."""

import streamlit as st

from alignoscope.components.lesson.mount import lesson_player
from alignoscope.components.lesson.payload import Place, payload
from alignoscope.lessons.read import lessons
from alignoscope.lessons.words import words_of
from alignoscope.session.course.values import screens_of
from alignoscope.session.links.parameters import SWITCHES, linked, warn_of_unknown, write
from alignoscope.session.state import TOUR, of


def show_tour() -> None:
    """Where the link asks for the tour, show it and nothing else of the page."""
    warn_of_unknown(TOUR, SWITCHES)
    if not SWITCHES.get(linked(TOUR) or "", False):
        return
    if st.button("To the maps", icon=":material/arrow_back:", type="tertiary"):
        write(TOUR)
        st.rerun()
    tour = lessons()["tour"]
    data = payload(tour, screens_of(tour), words_of(), Place(answers={}))
    lesson_player(data, key=of(TOUR, "player"))
    st.stop()


def offer_tour() -> None:
    """Offer the tour, in a word."""
    if st.button("The first minute", icon=":material/school:", type="tertiary", key=TOUR):
        write(TOUR, "on")
        st.rerun()
