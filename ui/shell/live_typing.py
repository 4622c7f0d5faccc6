"""Live typing: a sentence is entered after each pause in the typing, so that the maps follow it.

The text boxes stay Streamlit's own. Nothing comes back from the browser.
"""

from collections.abc import Sequence

import streamlit as st

from alignoscope.ui.web.js_bundle import script, style

_mount = st.components.v2.component(
    "alignoscope_typing", css=style("ui/shell/typing.css"), js=script("ui/shell/typing.js")
)


def follow_typing(labels: Sequence[str], *, key: str) -> None:
    """Enter what is typed into the boxes of these labels, one text at a time, the newest next.

    It does not where a person wants less motion, and stops, in words, where answers take too long.
    """
    _mount(key=key, data={"labels": [*labels]})
