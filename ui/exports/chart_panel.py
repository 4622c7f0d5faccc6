"""Charts on a page, each with a button that opens a dialog to save it as a picture.

Plotly draws charts in the visitor's browser, so SVG is saved there, with Plotly's camera button.
PDF and PNG are printed on this machine, if a browser is installed.
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

PLAIN = {"displayModeBar": False}  # Plotly's configuration of charts on a page
CAMERA = "**SVG**: click the camera :material/photo_camera: at the top right of the picture."
SIZE = "Every file is {} × {}, whatever the size of this screen."


def show_chart(
    figure: Figure,
    *,
    key: str,
    title: str,
    caption: str,
    subject: str,
    press: Callable[[], None] | None = None,
) -> None:
    """Show a chart, with a button to save it as a picture.

    Args:
        figure: the chart.
        key: the key of the chart.
        title: the title of the picture.
        caption: the caption of the picture.
        subject: what the chart is about, such as a sentence; see `offer_chart`.
        press: called when a person clicks a point, which `pressed_point` then returns.
    """
    if press:
        st.plotly_chart(figure, key=key, config=PLAIN, on_select=press, selection_mode="points")
    else:
        st.plotly_chart(figure, key=key, config=PLAIN)
    offer_chart(figure, key=key, title=title, caption=caption, subject=subject)


def offer_chart(figure: Figure, *, key: str, title: str, caption: str, subject: str) -> None:
    """Show a button to save a chart as a picture under a title and caption.

    Args:
        figure: the chart, which is already shown.
        key: the key of the chart.
        title: the title of the picture.
        caption: the caption of the picture.
        subject: what the chart is about, a sentence or a language pair; the file is named by it
            and by `key`.
    """
    if save_pressed(key, title):
        _save_chart(figure, title, signed(caption), f"{slug(subject)}-{slug(key)}")


def pressed_point(key: str) -> list[int]:
    """Return the custom data of the clicked point, or an empty list."""
    points = st.session_state[key]["selection"]["points"]
    return list(points[0]["customdata"]) if points else []


def signed(caption: str) -> str:
    return f"{caption} Alignoscope {VERSION}."


def save_pressed(key: str, title: str) -> bool:
    """Show a small button "Save" at the right; return whether it was clicked."""
    help_ = f"{plain(title)}: SVG, PDF, PNG"
    with st.container(horizontal=True, horizontal_alignment="right"):
        return st.button("Save", key=of(key, SAVE), icon=ICON, type="tertiary", help=help_)


@st.dialog(DIALOG, width=ROOM, icon=ICON)
def _save_chart(figure: Figure, title: str, caption: str, name: str) -> None:
    show_saved(figure, title, caption, name)


def show_saved(figure: Figure, title: str, caption: str, name: str) -> None:
    """Show the options of a chart's picture, the chart as its files will be, and their buttons."""
    look = pick_look(of(SAVED, name), widths=WIDTHS, title=title)
    words, times = caption if look.caption else "", enlarged(look.size.width)
    saved = saved_chart(figure, look.title, words, DARK if look.dark else LIGHT, look.size.width)
    drawn = {"width": saved.layout.width, "height": saved.layout.height}
    image = {"format": "svg", "filename": name, **drawn, "scale": times}
    camera = {"displayModeBar": True, "modeBarButtons": [["toImage"]], "displaylogo": False}
    options = camera | {"toImageButtonOptions": image}
    # The chart is shown in its final width; on a narrower screen it scrolls.
    st.html(f"<style>.st-key-{SAVED} > * {{ min-width: {drawn['width']}px }}</style>")
    st.plotly_chart(saved, theme=None, key=SAVED, config=options, width=drawn["width"])
    area = (times * drawn["width"], times * drawn["height"])
    st.markdown(f"{CAMERA} {SIZE.format(*area)}")
    page = html(saved, look.title or title, times)
    with st.container(horizontal=True):
        offer_prints(lambda printed: printed(page, area), name, key=SAVED_PRINTS)
