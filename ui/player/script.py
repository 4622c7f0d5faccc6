"""The player's script and style sheet as text, for the app and for standalone files."""

from alignoscope.ui.web.js_bundle import script, style

SCRIPT = script("ui/player/player.js")
STYLE = style(
    "ui/player/maps.css",
    "ui/player/toolbar.css",
    "ui/flow/flow.css",
    "ui/anatomy/clock.css",
    "ui/web/picture.css",
)
