"""The course: lessons with a bet before every answer, on the models that are here."""

import streamlit as st

from alignoscope import session
from alignoscope.lessons.read import lessons
from alignoscope.session.course.screens import pick_lesson, show_index, show_lesson

session.start("Lessons")
found = lessons()
lesson = pick_lesson(found)
if lesson:
    show_lesson(lesson)
else:
    st.header("Lessons")
    st.caption("Each asks before it tells. Every number is computed from the models that are here.")
    show_index(found)
