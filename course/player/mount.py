"""The lesson on a page of the app: mounted with all of its screens, asked where the person is."""

from typing import Any

import streamlit as st

from alignoscope.course.player.payload import Place
from alignoscope.course.player.script import SCRIPT, STYLE
from alignoscope.ui.web.component_reports import reported

_mount = st.components.v2.component("alignoscope_lesson", css=STYLE, js=SCRIPT)


def lesson_player(data: dict[str, Any], *, key: str) -> Place | None:
    """Show a lesson (`payload`) and return where the person is, or None before they moved.

    It starts where the data say; from then on the browser leads, until the lesson is another.
    """
    report = reported(key, "place")
    if report.get("identity") == data["identity"]:
        # The start it was given, sent back unchanged: nothing is sent and drawn while one steps.
        data = data | {"start": report["start"]}
    _mount(key=key, data=data)
    report = reported(key, "place")  # our own script says it
    if report.get("identity") != data["identity"]:
        return None
    answers = report["answers"]
    return Place(screen=report["screen"], answers={int(at): answers[at] for at in answers})
