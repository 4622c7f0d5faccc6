"""How a picture is to look: its ground, its title, its caption; for a column, a page or a slide."""

from dataclasses import dataclass

import streamlit as st

from alignoscope.figures.drawing.sheet import WIDTH
from alignoscope.session.state import LOOK, of

WIDTHS = {"Column": 520, "Page": WIDTH, "Slide": 1600}  # at most, in units of the drawing


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a person chose: the room of a drawing, its words, and whether the step is marked."""

    width: int = WIDTH
    title: str = ""
    caption: bool = True
    marker: bool = True
    dark: bool = False


def pick_look(key: str, *, shaped: bool, title: str = "") -> Look:
    """Return the look that a person chooses; only what is `shaped` has a width and a marker."""
    part = of(key, LOOK)
    wide, marker = "Page", True
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if shaped:
            wide = st.segmented_control(
                "Width",
                WIDTHS,
                default=wide,
                required=True,
                key=of(part, "width"),
                label_visibility="collapsed",
            )
        caption = st.toggle("Caption", value=True, key=of(part, "caption"))
        if shaped:
            marker = st.toggle("Marker of the step", value=True, key=of(part, "marker"))
        dark = st.toggle("Dark", value=st.context.theme.type == "dark", key=of(part, "dark"))
    title = st.text_input("Title", title, placeholder="none", key=of(part, "title"))
    return Look(width=WIDTHS[wide], title=title, caption=caption, marker=marker, dark=dark)
