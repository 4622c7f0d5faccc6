"""The player in one HTML file that needs no server and no network, and still steps."""

from collections.abc import Mapping
from dataclasses import asdict

from alignoscope.ui.player.captions import CaptionParts
from alignoscope.ui.player.script import SCRIPT, STYLE
from alignoscope.ui.web import standalone_page as page


def html_page(data: Mapping[str, object], title: str, caption: CaptionParts) -> str:
    """Return a page with the player and its data (`payload`); the caption follows the view."""
    return page.html_page(SCRIPT, STYLE, {**data, "caption": asdict(caption)}, title, "")
