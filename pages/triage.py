"""Which pairs of a corpus are odd? Measures of maps and words, as a chart, a list and files."""

import streamlit as st

from alignoscope import session
from alignoscope.session.panels.triage.page import show_page

session.start("Triage")
st.caption(
    "Which pairs are worth a look? A model is forced to each, and its map is measured. The numbers "
    "find odd pairs; they are no measure of quality."
)
show_page()
