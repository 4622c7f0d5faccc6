"""From weights to links: read off, held against gold links, set right by hand, saved."""

import streamlit as st

from alignoscope import session
from alignoscope.session.panels.alignment.page import show_page

session.start("Alignment")
st.caption(
    "Which word goes with which? Links are read off a map, held against gold links, and set right "
    "by hand."
)
show_page()
