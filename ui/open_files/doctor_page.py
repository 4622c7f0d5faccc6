"""The page “Doctor”: checks a file's attention maps against rules and shows the findings."""

import streamlit as st

from alignoscope.ui.open_files.doctor_panel import COUNT, show_findings, show_rules
from alignoscope.ui.open_files.uploaded_files import LABEL, bring
from alignoscope.ui.shell.session_keys import EXAMINED


def show() -> None:
    """Show the page “Doctor”."""
    brought = bring(LABEL, EXAMINED, examples=("A softmax over the wrong side",))
    if brought:
        show_findings(brought.files)
    else:
        st.caption(
            f"You get what each map keeps and breaks of {COUNT} rules, with the usual cause."
        )
    show_rules()
