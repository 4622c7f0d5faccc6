"""The page “Doctor”: checks a file's attention maps against rules and shows the findings."""

import streamlit as st

from alignoscope.ui.open_files.doctor_panel import show_findings, show_rules
from alignoscope.ui.open_files.uploaded_files import bring
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.session_keys import EXAMINED


def show() -> None:
    """Show the page “Doctor”."""
    st.caption(
        "Is this attention? Drop a file of maps here, as any tool or `np.savez` wrote it, with the "
        "texts that it needs. It is examined as it stands, before anything is turned or cut."
    )
    brought = bring("Files: maps, and the texts that they need", EXAMINED)
    if brought:
        show_findings(brought.files)
    show_rules(expanded=brought is None)
    show_words()
