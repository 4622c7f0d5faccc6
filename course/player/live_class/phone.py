"""The page that a phone opens for a live class."""

from functools import cache

from alignoscope.course.words import languages, words_of
from alignoscope.ui.web.js_bundle import script, style
from alignoscope.ui.web.standalone_page import html_page

# What a sketch says; all else that a phone shows is of the class, or sent by the presenter.
_SKETCH = {"decimal", "drag", "number", "table", "yours"}


@cache
def phone_page() -> str:
    """Return the page, with its words in all languages; its address names the class."""
    words = {
        language: {
            name: text
            for name, text in words_of(language).items()
            if name.startswith(("class", "lang")) or name in _SKETCH
        }
        for language in languages()
    }
    return html_page(
        script("course/player/live_class/phone.js"),
        style("course/player/lesson/lesson.css"),
        {"words": words},
        "Alignoscope",
        "",
        connects=True,
    )
