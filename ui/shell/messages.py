"""Problems shown on a page as plain text: file names and typed text are not Markdown."""

import streamlit as st

from alignoscope.records.escaping import plain

SHOWN = {"info": st.info, "warning": st.warning, "error": st.error}


def show_problem(problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
    """Show an error or a sentence as plain text; `about` comes before it, as Markdown."""
    SHOWN[kind](about + plain(str(problem)), icon=f":material/{icon}:")
