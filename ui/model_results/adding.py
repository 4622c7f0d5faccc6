"""How to train a model or add a file: the commands, in a menu of the page “Models”."""

import streamlit as st

from alignoscope.models.folder import CHECKPOINTS
from alignoscope.ui.shell.session_keys import ADDING

TRAIN = "alignoscope train --variant luong-general --corpus deu-eng.zip"
CONVERT = (
    "alignoscope convert model.npz source.yml target.yml "
    f"{CHECKPOINTS.name}/eng-deu/nematus-additive.safetensors"
)


def show_adding() -> None:
    """Show the menu “Train or add a model”."""
    with st.popover("Train or add a model", icon=":material/add:", key=ADDING):
        st.markdown(
            "**Train one.** Download sentence pairs from manythings.org/anki, or bring a file with "
            "one pair per line (source, tab, target). Run this on the computer that runs the app:"
        )
        st.code(TRAIN, language=None, wrap_lines=True)
        st.markdown(
            "The model appears in the app at its first evaluation, and its BLEU on this page at "
            "the end. `--task dates` instead of `--corpus` trains on a toy task; "
            "`alignoscope train --help` lists all options."
        )
        st.markdown(
            f"**Add a file.** Copy a `.safetensors` file of Alignoscope into "
            f"`{CHECKPOINTS.name}/PAIR`, such as `{CHECKPOINTS.name}/eng-deu`, and reload this "
            "page. A model of Marian or Nematus is converted first:"
        )
        st.code(CONVERT, language=None, wrap_lines=True)
        st.markdown("**Only have attention maps?** They need no model.")
        st.page_link("pages/open_trace.py", label="Open a trace", icon=":material/upload_file:")
