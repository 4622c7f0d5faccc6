"""The page “Open a trace”: traces and files of other tools, shown without a model."""

import streamlit as st

from alignoscope.interchange.readers.formats import format_rows, tool_names
from alignoscope.records.trace import SELF
from alignoscope.ui.open_files.page import (
    identity,
    offer_doctor,
    pick_files,
    pick_places,
    pick_reading,
    pick_words,
    show_opened,
)
from alignoscope.ui.open_files.sentences_panel import show_files, show_sentences

GONE = (
    "The server still has these maps, but no longer the files. To change how they are read, open "
    "the files again."
)
EXAMPLE = """{"format": "alignoscope-trace-1", "traces": [{
  "variant": "my aligner",
  "source": ["the", "red", "car"],
  "target": ["la", "voiture", "rouge"],
  "weights": [[0.9, 0.0, 0.1], [0.1, 0.1, 0.8], [0.0, 0.9, 0.1]]
}]}"""


def show() -> None:
    """Show the page “Open a trace”."""
    said = st.empty()
    opened, files = pick_files()
    if not opened:
        said.caption(
            f"Reads files of {', '.join(tool_names())}, links of any other aligner, and the trace "
            "JSON of this app."
        )
    if opened and not opened.files:
        show_opened(opened.traces)
    elif opened:
        show_files(opened.files, can_reread=files is not None)
        if files:
            pick_words(opened.files)
            with st.container(horizontal=True):
                pick_reading()
                pick_places()
        else:
            st.caption(GONE)
        show_sentences(opened, identity())
    if files:
        offer_doctor(files)
    if opened and any(file.kind != SELF for file in opened.files or opened.traces):
        st.page_link(
            "pages/alignment.py",
            label="Turn these maps into word alignments",
            icon=":material/join_inner:",
        )
    with st.expander("Supported files", icon=":material/data_object:"):
        st.markdown(
            "File types are detected automatically. Alignments and most attention files "
            "contain no words, so add the source (and target) text, one sentence per line. "
            "Our own format has two sentences as lists of words, and for each target word a row "
            "of weights with one number per source word:"
        )
        st.code(EXAMPLE, language=None)
        st.markdown(
            "\n".join(f"- **{tool}**: {how}. Words: {words}." for tool, how, words in format_rows())
        )
