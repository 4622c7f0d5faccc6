"""The dialog that shows a picture as its files will be, and saves it."""

import json
from collections.abc import Sequence

import streamlit as st

from alignoscope.ui.exports.browser_printing import to_svg
from alignoscope.ui.exports.drawings import Drawing, Drawn, offer_prints
from alignoscope.ui.exports.fonts import scripts_without_font
from alignoscope.ui.exports.picture_options import pick_figure
from alignoscope.ui.shell.session_keys import DRAWING, of

DIALOG, ICON = "Save this picture", ":material/download:"
ROOM = 848  # width of the dialog, with a margin of 24 at each side


@st.dialog(DIALOG, width=ROOM, icon=ICON)
def save_pictures(drawings: Sequence[Drawing], name: str, key: str) -> None:
    """Open the dialog with a choice of drawings; files are named by `name` and the drawing."""
    show_pictures(drawings, name, key)


def show_pictures(drawings: Sequence[Drawing], name: str, key: str) -> None:
    """Show the choice of a drawing, its options, the buttons of its files and the drawing."""
    named = {drawing.label: drawing for drawing in drawings}
    label = next(iter(named))
    if len(named) > 1:
        label = st.segmented_control(
            "Picture of", named, default=label, required=True, key=of(key, DRAWING)
        )
    chosen = named[label]
    part = of(key, chosen.name)
    look = pick_figure(part, coloured=chosen.coloured, title=chosen.title)
    drawing, name = chosen.draw(look), "-".join(filter(None, (name, chosen.name)))
    if isinstance(drawing, Drawn):
        sent = drawing.sent(chosen, look, name)
        if drawing.steps:
            st.caption("An SVG file that plays by itself in browsers and on web pages.")
        else:
            with st.container(horizontal=True):
                if drawing.latex:
                    st.download_button(
                        "LaTeX",
                        drawing.latex,
                        f"{name}.tex",
                        "text/x-tex",
                        key=of(key, "LaTeX"),
                        help="A figure that PGFPlots draws from the numbers in the file, with its "
                        "caption",
                        on_click="ignore",
                    )
                offer_prints(lambda printed: printed(to_svg(drawing.page(sent))), name, key=key)
        _warn_of_fonts(json.dumps(sent, ensure_ascii=False))
        drawing.component.mount(key=of(part, "picture"), data=sent)
        if look.clean:
            st.code(drawing.caption, language=None, wrap_lines=True)
        return
    with st.container(horizontal=True):
        st.download_button(
            "SVG",
            drawing,
            f"{name}.svg",
            "image/svg+xml",
            key=of(key, "SVG"),
            help=chosen.help,
            on_click="ignore",
        )
        offer_prints(lambda printed: printed(drawing), name, key=key)
    _warn_of_fonts(drawing)
    st.image(drawing, alt=chosen.help, width="stretch")


def _warn_of_fonts(text: str) -> None:
    """Warn of scripts in a picture that PDF and PNG, which are printed here, cannot show."""
    if missing := scripts_without_font(text):
        st.warning(
            f"The server has no font for {' and '.join(missing)}: PDF and PNG show boxes instead. "
            "Save the SVG, which has the fonts of your own browser, or install such a font on the "
            "server.",
            icon=":material/font_download_off:",
        )
