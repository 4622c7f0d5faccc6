"""The lesson component on a page of the app: shows all screens and reports the progress."""

from typing import Any

from alignoscope.course.player.payload import LessonPosition
from alignoscope.course.player.script import SCRIPT, STYLE
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported

_COMPONENT = Component("lesson", SCRIPT, STYLE)


def lesson_player(data: dict[str, Any], *, key: str) -> LessonPosition | None:
    """Show a lesson (`payload`) and return the progress, or None before the browser reports any.

    The lesson starts at the progress in the data; after that, the browser decides until another
    lesson is shown.
    """
    report = reported(key, "place")
    if report.get("identity") == data["identity"]:
        # The start is sent unchanged, so that stepping neither sends nor redraws the lesson.
        data = data | {"start": report["start"]}
    _COMPONENT.mount(key=key, data=data)
    report = reported(key, "place")  # The report comes from our own script, so its form is known.
    if report.get("identity") != data["identity"]:
        return None
    answers = report["answers"]
    return LessonPosition(screen=report["screen"], answers={int(at): answers[at] for at in answers})
