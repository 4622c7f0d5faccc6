"""What is wrong, said on a page as it was written: file names and typed text are no Markdown."""

import os
from pathlib import Path

import streamlit as st

from alignoscope.records.escaping import plain

SHOWN = {"info": st.info, "warning": st.warning, "error": st.error}


def show_problem(problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
    """Show an error, or a sentence, as plain text; `about` stands before it, as Markdown."""
    SHOWN[kind](about + plain(str(problem)), icon=f":material/{icon}:")


def without_folder(path: Path, error: Exception) -> str:
    """Return what an error says, without the file's folder, which is not a visitor's business."""
    return str(error).replace(f"{path.parent}{os.sep}", "")
