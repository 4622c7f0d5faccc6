"""The lesson's script and style as text, for the app and for the standalone file."""

from alignoscope.ui.web.js_bundle import script, style

SCRIPT = script("course/player/lesson.js")
STYLE = style("ui/player/maps.css", "ui/player/toolbar.css", "course/player/lesson.css")
