"""A trace from a file, shown as it was saved; no model is needed."""

import streamlit as st

from alignoscope import session
from alignoscope.session.panels.opened import pick_trace, show_opened

EXAMPLE = """{"format": "alignoscope-trace-1", "traces": [{
  "variant": "my aligner",
  "source": ["the", "red", "car"],
  "target": ["la", "voiture", "rouge"],
  "weights": [[0.9, 0.0, 0.1], [0.1, 0.1, 0.8], [0.0, 0.9, 0.1]]
}]}"""

session.start("Open a trace")
st.header("Open a trace")
st.caption(
    "A file saved with “Take it with you” shows the same maps again. Maps of other tools can be "
    "opened too."
)
opened = pick_trace()
if opened:
    show_opened(opened)
with st.expander("What a file looks like", icon=":material/data_object:", expanded=not opened):
    st.markdown(
        "Two sentences as lists of words, and a row of weights for each target word, a number for "
        "each source word. `docs/trace-format.md` describes what else there may be."
    )
    st.code(EXAMPLE, language="json")
