"""What is wrong, said on a page as it was written: file names and typed text are no Markdown."""

import streamlit as st

from alignoscope.figures.text import plain

SHOWN = {"info": st.info, "warning": st.warning, "error": st.error}


def show_problem(problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
    """Show an error, or a sentence, as plain text; `about` stands before it, as Markdown."""
    SHOWN[kind](about + plain(str(problem)), icon=f":material/{icon}:")
