"""A browser component of a page: its script, its style sheet, and the function that mounts it."""

import streamlit as st


class Component:
    """A component registered with Streamlit; `mount` shows it and takes `key` and `data`.

    Args:
        name: its name, unique in the app.
        script: its script, with one default export.
        style: its style sheet.
    """

    def __init__(self, name: str, script: str, style: str) -> None:
        self.script, self.style = script, style
        self.mount = st.components.v2.component(f"alignoscope_{name}", css=style, js=script)
