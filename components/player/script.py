"""The player's script and style as text: the files beside this one, joined in their order."""

from pathlib import Path

PARTS = (
    "dom.js",
    "layout.js",
    "colours.js",
    "drawing.js",
    "ribbons.js",
    "stepping.js",
    "pointing.js",
    "controls.js",
    "moving.js",
    "player.js",
)


def _read(*names: str) -> str:
    here = Path(__file__).parent
    return "\n".join((here / name).read_text(encoding="utf-8") for name in names)


SCRIPT = _read(*PARTS)
STYLE = _read("player.css", "toolbar.css")
