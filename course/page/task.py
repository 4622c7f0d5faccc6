"""The task that a lesson sets for another page of the app, and the way back to the lesson."""

from urllib.parse import parse_qs

import streamlit as st

from alignoscope.course.page.languages import language_of
from alignoscope.course.read import lessons
from alignoscope.course.sections import names_in
from alignoscope.course.words import words_of
from alignoscope.ui.shell.session_keys import ANSWERS, LANG, LESSON, PLAN, SCREEN, TASK
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown

_BACK = (LESSON, SCREEN, ANSWERS, LANG, PLAN)  # The parameters of a lesson's address.


def show_task() -> None:
    """Show the text of the screen that led here, if any, and a link back to it.

    Sentences with values of models are left out. The link's parameter `task` is the query of the
    lesson's address, such as `lesson=oracle&screen=9`.
    """
    asked = linked(TASK) or ""
    back = {name: values[-1] for name, values in parse_qs(asked).items() if name in _BACK}
    language = language_of(back.get(LANG, ""))
    lesson = lessons(language).get(back.get(LESSON, ""))
    if lesson is None:
        warn_of_unknown(
            TASK, (), "the address of a lesson's screen, such as lesson=oracle&screen=9"
        )
        return
    numbers = {str(i): screen for i, screen in enumerate(lesson.screens, start=1)}
    screen = numbers.get(back.get(SCREEN, ""), lesson.screens[-1])
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=TASK):
        prose = (one.text for one in screen.prose if not (one.claim or names_in(one.text)))
        st.markdown(f"**{lesson.name}.** {' '.join(prose)}", width="stretch")
        label = words_of(language)["back_to_lesson"]
        icon = ":material/arrow_back:"
        st.page_link("pages/lessons.py", label=label, icon=icon, query_params=back)
