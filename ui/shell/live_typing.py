"""Live typing: the text is submitted after each pause in the typing, so that the maps follow it.

The text boxes remain Streamlit's: the component presses Enter in them, so links and the session
need to know only one way in which a text arrives. The component reports nothing to Python.
"""

from collections.abc import Sequence

from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script, style

_COMPONENT = Component("typing", script("ui/shell/typing.js"), style("ui/shell/typing.css"))


def follow_typing(labels: Sequence[str], *, key: str) -> None:
    """Submit the text typed into the boxes with these labels after each pause in the typing.

    One text is submitted at a time; the newest is next. Live typing is off if the system asks for
    reduced motion, and stops with a message if answers take too long.
    """
    _COMPONENT.mount(key=key, data={"labels": [*labels]})
