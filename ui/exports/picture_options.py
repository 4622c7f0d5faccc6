"""The options of a picture: size in print, texts, marker, colours and background."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from alignoscope.ui.player.map_view import PRINT_BLUES, PRINT_GREYS
from alignoscope.ui.shell.session_keys import LOOK, of
from alignoscope.ui.svg.sheet import WIDTH


@dataclass(frozen=True, kw_only=True)
class PrintSize:
    """A size of a picture: the width in which it is laid out, in pixels, and that in print.

    `mm` is 0 for a picture as large as on the screen. Labels have 12 pixels, which is 7.5 pt for
    Column and Text width. A slide has the ratio 16:9, laid out so that its labels are largest.
    """

    width: int
    mm: int = 0
    slide: bool = False


SIZES = {
    "Column": PrintSize(width=349, mm=77),
    "Text width": PrintSize(width=726, mm=160),
    "Slide": PrintSize(width=WIDTH, mm=254, slide=True),
    "Screen": PrintSize(width=WIDTH),
}
SIZE_HELP = "A column is 77 mm wide, a page's text 160 mm, and a slide 254 by 143 mm (16:9)."
COLOURS = {
    "As on the screen": None,
    "White to blue": PRINT_BLUES,
    "White to black": PRINT_GREYS,
}


@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """The chosen options of a picture.

    Args:
        size: its size; the width of a chart's picture is that of its size.
        title, caption, marker, dark: its texts, the marker of the step, and the background.
        clean: whether sentences, badges and notes are left out, as in a figure of a paper.
        colors: the colours of weights, from low to high; None for those of the screen.
    """

    size: PrintSize = SIZES["Screen"]
    title: str = ""
    caption: bool = True
    marker: bool = True
    clean: bool = False
    dark: bool = False
    colors: tuple[str, ...] | None = None


def pick_figure(key: str, *, coloured: bool, title: str = "") -> PictureOptions:
    """Show the options of a picture of a component, and return the chosen ones.

    Args:
        key: the key of the picture.
        coloured: whether it has a colour scale and a marker of the step.
        title: the default title.
    """
    part = of(key, LOOK)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        size = st.segmented_control(
            "Width",
            SIZES,
            default="Text width",
            required=True,
            key=of(part, "size"),
            help=SIZE_HELP,
            label_visibility="collapsed",
        )
        clean = st.toggle(
            "Clean",
            value=True,
            key=of(part, "clean"),
            help="As a figure of a paper: no sentence, no marker of the step, no badge, and the "
            "caption as text to copy.",
        )
        marker = caption = not clean
        if not clean:
            caption = st.toggle("Caption", value=True, key=of(part, "caption"))
            if coloured:
                marker = st.toggle("Mark the step", value=True, key=of(part, "marker"))
        dark = st.toggle("Dark", value=False, key=of(part, "dark"))
        colors = COLOURS["As on the screen"]
        if coloured:
            named = st.selectbox(
                "Colours", COLOURS, key=of(part, "colours"), label_visibility="collapsed", width=180
            )
            colors = COLOURS[named]
    return PictureOptions(
        size=SIZES[size],
        title=st.text_input("Title", title, placeholder="none", key=of(part, "title")),
        caption=caption,
        marker=marker,
        clean=clean,
        dark=dark,
        colors=colors,
    )


def pick_look(key: str, *, widths: Mapping[str, int], title: str) -> PictureOptions:
    """Show the options of a chart's picture and return the chosen ones.

    Args:
        key: the key of the picture.
        widths: the widths on offer by name.
        title: the default title.
    """
    part = of(key, LOOK)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        wide = st.segmented_control(
            "Width",
            widths,
            default="Page",
            required=True,
            key=of(part, "width"),
            label_visibility="collapsed",
        )
        caption = st.toggle("Caption", value=True, key=of(part, "caption"))
        dark = st.toggle("Dark", value=st.context.theme.type == "dark", key=of(part, "dark"))
    title = st.text_input("Title", title, placeholder="none", key=of(part, "title"))
    size = PrintSize(width=widths[wide])
    return PictureOptions(size=size, title=title, caption=caption, dark=dark)
