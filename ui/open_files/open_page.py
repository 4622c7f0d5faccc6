"""The page “Open a trace”: traces and files of other tools, shown without a model."""

import streamlit as st

from alignoscope.records.trace import SELF
from alignoscope.ui.open_files.page import identity, pick_files, pick_reading, show_opened
from alignoscope.ui.open_files.sentences_panel import show_files, show_sentences
from alignoscope.ui.shell.glossary import show_words

EXAMPLE = """{"format": "alignoscope-trace-1", "traces": [{
  "variant": "my aligner",
  "source": ["the", "red", "car"],
  "target": ["la", "voiture", "rouge"],
  "weights": [[0.9, 0.0, 0.1], [0.1, 0.1, 0.8], [0.0, 0.9, 0.1]]
}]}"""


def show() -> None:
    """Show the page “Open a trace”."""
    st.caption(
        "Drop files of other tools here: Marian, Nematus, OpenNMT, fairseq, Sockeye, JoeyNMT, "
        "CTranslate2, transformers, Keras, inseq, GIZA++, links of any aligner; or what “Take it "
        "with you” saved."
    )
    opened = pick_files()
    if opened and not opened.files:
        show_opened(opened.traces)
    elif opened:
        show_files(opened.files)
        pick_reading()
        show_sentences(opened, identity())
    if opened and any(file.kind != SELF for file in opened.files or opened.traces):
        st.page_link(
            "pages/alignment.py",
            label="Read links off these maps, and set them by hand",
            icon=":material/join_inner:",
        )
    with st.expander("What can be opened", icon=":material/data_object:", expanded=not opened):
        st.markdown(
            "A file is known by what is in it. Links and most maps name no words: open them "
            "together with the source text, and the target text where it is needed, a line a "
            "sentence. `docs/opening.md` has the formats. In our own, two sentences as lists of "
            "words, and a row of weights for each target word, a number for each source word "
            "(`docs/trace-format.md`):"
        )
        st.code(EXAMPLE, language=None)
    show_words()
