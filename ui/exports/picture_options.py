"""The options of a picture: width, title, caption, marker and dark background."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from alignoscope.ui.shell.session_keys import LOOK, of
from alignoscope.ui.svg.sheet import COLUMN_WIDTH, SLIDE_WIDTH, WIDTH

WIDTHS = {"Column": COLUMN_WIDTH, "Page": WIDTH, "Slide": SLIDE_WIDTH}  # maximum widths


@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """The chosen options of a picture: available width, texts, marker of the step, background."""

    width: int = WIDTH
    title: str = ""
    caption: bool = True
    marker: bool = True
    dark: bool = False


def pick_look(
    key: str, *, widths: Mapping[str, int] | None, marked: bool, title: str = ""
) -> PictureOptions:
    """Show the options of a picture and return the chosen ones.

    Args:
        key: the key of the picture.
        widths: the widths on offer by name, or None for no choice.
        marked: whether the marker of the step can be switched off.
        title: the default title.
    """
    part = of(key, LOOK)
    wide, marker = "Page", True
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        if widths:
            wide = st.segmented_control(
                "Width",
                widths,
                default=wide,
                required=True,
                key=of(part, "width"),
                label_visibility="collapsed",
            )
        caption = st.toggle("Caption", value=True, key=of(part, "caption"))
        if marked:
            marker = st.toggle("Mark the step", value=True, key=of(part, "marker"))
        dark = st.toggle("Dark", value=st.context.theme.type == "dark", key=of(part, "dark"))
    title = st.text_input("Title", title, placeholder="none", key=of(part, "title"))
    width = (widths or WIDTHS)[wide]
    return PictureOptions(width=width, title=title, caption=caption, marker=marker, dark=dark)
