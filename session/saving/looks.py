"""How a picture of maps is to look: for a column, a page or a slide, with or without its words."""

from dataclasses import dataclass

import streamlit as st

from alignoscope.figures.drawing.sheet import WIDTH
from alignoscope.session.state import LOOK, of

WIDTHS = {"Page": WIDTH, "Column": 520, "Slide": 1600}  # at least, in units of the drawing


@dataclass(frozen=True, kw_only=True)
class Look:
    """The least width of a drawing, and whether it has a caption and the marker of the step."""

    width: int = WIDTH
    caption: bool = True
    marker: bool = True


def pick_look(key: str) -> Look:
    """Return what a person chose of a picture's look."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        width = st.segmented_control(
            "Width", WIDTHS, default="Page", required=True, key=of(of(key, LOOK), "width")
        )
        caption = st.toggle("Caption", value=True, key=of(of(key, LOOK), "caption"))
        marker = st.toggle("Marker of the step", value=True, key=of(of(key, LOOK), "marker"))
    return Look(width=WIDTHS[width], caption=caption, marker=marker)
