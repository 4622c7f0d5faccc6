"""Charts on a page, each with a button that shows it as a picture of its own, to be saved.

Plotly draws charts in the visitor's browser, so SVG comes from there, by the camera of Plotly's
own; PDF and PNG are printed here, where a browser is installed.
"""

from collections.abc import Callable

import streamlit as st

from alignoscope.interchange.file_names import slug
from alignoscope.records.escaping import plain
from alignoscope.records.version import VERSION
from alignoscope.ui.exports.drawings import offer_prints
from alignoscope.ui.exports.picture_options import pick_look
from alignoscope.ui.exports.save_dialog import DIALOG, ICON, ROOM
from alignoscope.ui.exports.saved_chart import WIDTHS, Figure, enlarged, html, saved_chart
from alignoscope.ui.shell.session_keys import SAVE, SAVED, SAVED_PRINTS, of
from alignoscope.ui.svg.ink import DARK, LIGHT

PLAIN = {"displayModeBar": False}  # of charts on a page
CAMERA = "**SVG**: press the camera :material/photo_camera: at the upper right of the picture."
SIZE = "Every file is {} × {}, however small this screen is."


def show_chart(
    figure: Figure,
    *,
    key: str,
    title: str,
    caption: str,
    subject: str,
    press: Callable[[], None] | None = None,
) -> None:
    """Show a figure, and offer it as a picture.

    `press` is called when a person has pressed a point, which `pressed_point` then returns.
    """
    if press:
        st.plotly_chart(figure, key=key, config=PLAIN, on_select=press, selection_mode="points")
    else:
        st.plotly_chart(figure, key=key, config=PLAIN)
    offer_chart(figure, key=key, title=title, caption=caption, subject=subject)


def offer_chart(figure: Figure, *, key: str, title: str, caption: str, subject: str) -> None:
    """Offer a chart that is shown as a picture under a title and caption.

    `subject` is what the chart is about, a sentence or a pair: its file is named by it and `key`.
    """
    if save_pressed(key, title):
        _save_chart(figure, title, signed(caption), f"{slug(subject)}-{slug(key)}")


def pressed_point(key: str) -> list[int]:
    """Return the numbers that belong to the point that was pressed, or none."""
    points = st.session_state[key]["selection"]["points"]
    return list(points[0]["customdata"]) if points else []


def signed(caption: str) -> str:
    return f"{caption} Alignoscope {VERSION}."


def save_pressed(key: str, title: str) -> bool:
    """Offer to save what stands above: a small button at the right."""
    help_ = f"{plain(title)}: SVG, PDF, PNG"
    with st.container(horizontal=True, horizontal_alignment="right"):
        return st.button("Save", key=of(key, SAVE), icon=ICON, type="tertiary", help=help_)


@st.dialog(DIALOG, width=ROOM, icon=ICON)
def _save_chart(figure: Figure, title: str, caption: str, name: str) -> None:
    show_saved(figure, title, caption, name)


def show_saved(figure: Figure, title: str, caption: str, name: str) -> None:
    """Let the look of a chart be chosen; show it as its files have it, and offer them."""
    look = pick_look(of(SAVED, name), widths=WIDTHS, marked=False, title=title)
    words, times = caption if look.caption else "", enlarged(look.width)
    saved = saved_chart(figure, look.title, words, DARK if look.dark else LIGHT, look.width)
    drawn = {"width": saved.layout.width, "height": saved.layout.height}
    image = {"format": "svg", "filename": name, **drawn, "scale": times}
    camera = {"displayModeBar": True, "modeBarButtons": [["toImage"]], "displaylogo": False}
    options = camera | {"toImageButtonOptions": image}
    # It is shown as wide as it will be: what has less room scrolls it.
    st.html(f"<style>.st-key-{SAVED} > * {{ min-width: {drawn['width']}px }}</style>")
    st.plotly_chart(saved, theme=None, key=SAVED, config=options, width=drawn["width"])
    area = (times * drawn["width"], times * drawn["height"])
    st.markdown(f"{CAMERA} {SIZE.format(*area)}")
    page = html(saved, look.title or title, times)
    with st.container(horizontal=True):
        offer_prints(lambda printed: printed(page, area), name, key=SAVED_PRINTS)
