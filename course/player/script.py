"""The lesson's script and style as text, for the app, a file and a learning platform."""

from alignoscope.ui.web.js_bundle import script, style

SCRIPT = script("course/player/lesson/lesson_component.js")
SCORM_SCRIPT = script("course/player/lesson/scorm_component.js")
STYLE = style(
    "ui/player/maps.css",
    "ui/player/toolbar.css",
    "ui/flow/flow.css",
    "ui/timing/clock.css",
    "course/player/lesson/lesson.css",
)
