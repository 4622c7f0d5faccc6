"""The lesson on a page of the app: mounted with all of its screens, asked where the person is."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from alignoscope.components.lesson.payload import Place
from alignoscope.components.lesson.script import SCRIPT, STYLE

_mount = st.components.v2.component("alignoscope_lesson", css=STYLE, js=SCRIPT)


def lesson_player(data: dict[str, Any], *, key: str) -> Place | None:
    """Show a lesson (`payload`) and return where the person is, or None before they moved.

    It starts where the data say; from then on the browser leads, until the lesson is another.
    """
    reported = _reported(key)
    if reported.get("identity") == data["identity"]:
        # The start it was given, sent back unchanged: nothing is sent and drawn while one steps.
        data = data | {"start": reported["start"]}
    _mount(key=key, data=data)
    reported = _reported(key)
    if reported.get("identity") != data["identity"]:
        return None
    answers = reported["answers"]
    return Place(screen=reported["screen"], answers={int(at): answers[at] for at in answers})


def _reported(key: str) -> Mapping[str, Any]:
    """Return what the browser reported last; it is our own script that says it."""
    state = st.session_state.get(key)
    reported = state.get("place") if isinstance(state, Mapping) else None
    return reported if isinstance(reported, Mapping) else {}
