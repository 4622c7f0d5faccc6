"""The lesson's script and style as text, for the app and for a file of its own."""

from alignoscope.components.scripts import script, style

SCRIPT = script("lesson")
STYLE = style("maps/maps.css", "maps/toolbar.css", "lesson/lesson.css")
