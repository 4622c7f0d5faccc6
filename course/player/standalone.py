"""A lesson as one interactive HTML file that needs no server and no network."""

from collections.abc import Mapping

from alignoscope.course.player.script import SCRIPT, STYLE
from alignoscope.ui.web import standalone_page as page


def html_page(data: Mapping[str, object], title: str, caption: str, language: str) -> str:
    """Return a standalone page that shows a lesson with its data (`payload`) and a caption."""
    return page.html_page(SCRIPT, STYLE, data, title, caption, language)
