"""The player's script and style sheet as text, for the app and for standalone files."""

from alignoscope.ui.web.js_bundle import script, style

SCRIPT = script("ui/player/control/player.js")
STYLE = style(
    "ui/player/maps.css",
    "ui/player/toolbar.css",
    "ui/flow/flow.css",
    "ui/timing/clock.css",
    "ui/web/picture.css",
)
