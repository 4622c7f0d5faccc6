"""The pictures that can be saved from a page, and their PDF and PNG buttons."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from alignoscope.ui.exports.browser_printing import find_browser, to_pdf, to_png
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.exports.print_queue import PrintProgress, Queue
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import of
from alignoscope.ui.svg.ink import FONT
from alignoscope.ui.theme import properties
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script
from alignoscope.ui.web.standalone_page import html_page

NO_BROWSER = (
    "PDF and PNG need Chromium, Chrome or Edge on the machine that runs Alignoscope, and it "
    "has none. SVG works without."
)

KEEP_FOCUS = Component("focus", script("ui/exports/keep_focus.js"), "")
LOOK = 0.2  # seconds between two checks of a print's progress
PATIENCE = 5  # seconds within which a requested print must begin


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A picture that a component draws in the browser; see `ui/web/picture.js`.

    Args:
        component: the component.
        data: its data.
        caption: the text below the picture.
        said: the accessible description of what the picture shows.
        steps: the number of steps that an animation shows in turn; 0 for a still.
        latex: returns the picture as a LaTeX document, if there is one.
    """

    component: Component
    data: Mapping[str, object]
    caption: str
    said: str = ""
    steps: int = 0
    latex: Callable[[], str] | None = None

    def sent(self, drawing: "Drawing", look: PictureOptions, name: str) -> dict[str, object]:
        """Return the data with which the component draws the picture, as a file of this name."""
        picture = {
            "width": look.size.width,
            "mm": look.size.mm,
            "slide": look.size.slide,
            "clean": look.clean,
            "heading": look.title,
            "caption": self.caption if look.caption else "",
            "title": drawing.label,
            "help": drawing.help,
            "said": self.said,
            "steps": self.steps,
            "name": name,
            "marker": look.marker,
            "dark": look.dark,
            "theme": properties("dark" if look.dark else "light") | {"--st-font": FONT},
        }
        return {**self.data, "picture": picture}

    def page(self, sent: Mapping[str, object]) -> str:
        """Return an HTML page on which the component draws what `sent` returned."""
        return html_page(self.component.script, self.component.style, sent, "", "")


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A picture that can be saved.

    Args:
        label: the name on the page.
        name: the part of the file's name.
        help: the description, for tooltips and screen readers.
        draw: returns the picture with the chosen options, as SVG or as what draws it in a browser.
        coloured: whether it has a colour scale and a marker of the step.
        title: the default title.
    """

    label: str
    name: str
    help: str
    draw: Callable[[PictureOptions], str | Drawn]
    coloured: bool = False
    title: str = ""


def offer_prints(make: Callable[[Callable], bytes], name: str, *, key: str) -> None:
    """Show buttons for a picture as PDF and PNG, which are printed on a click.

    The page shows below when printing takes long or fails. Without an installed browser the buttons
    are disabled.

    Args:
        make: prints the picture with the function passed to it, `to_pdf` or `to_png`.
        name: the file's name without its extension.
        key: the key of the buttons.
    """
    absent = find_browser() is None
    watched = None
    for kind, mime, printed in (("PDF", "application/pdf", to_pdf), ("PNG", "image/png", to_png)):
        pressed = offer_print(
            kind,
            partial(make, printed),
            f"{name}.{kind.lower()}",
            mime,
            help_=NO_BROWSER if absent else f"The same picture as {kind}",
            disabled=absent,
            key=of(key, kind),
        )
        watched = pressed or watched
    if absent:
        st.caption(NO_BROWSER)
        return
    KEEP_FOCUS.mount(key=of(key, "focus"), data={})
    if watched:
        watch(watched)


def offer_print(
    label: str,
    make: Callable[[], bytes],
    name: str,
    mime: str,
    *,
    help_: str,
    disabled: bool = False,
    key: str,
) -> PrintProgress | None:
    """Show a button for a file that is printed on a click.

    Return the progress to `watch` if the button was clicked, else None.

    Args:
        label: the button's label.
        make: prints the file.
        name: the file's name.
        mime: the file's media type.
        help_: the button's tooltip.
        disabled: whether the button is disabled.
        key: the key of the button.
    """
    progress = st.session_state.setdefault(of(key, "progress"), PrintProgress())
    print_it = partial(_queue().print, make, progress)
    pressed = st.download_button(
        label, print_it, name, mime, key=key, help=help_, disabled=disabled
    )
    return progress if pressed else None


def watch(progress: PrintProgress) -> None:
    """Show the progress of a print until it has ended, and its error if there is one."""
    said = st.empty()
    progress.asked += 1  # the browser requests the file separately, at about this time
    start = time.monotonic()
    while progress.ended < progress.asked:
        if progress.begun < progress.asked and time.monotonic() - start > PATIENCE:
            break
        before = progress.before
        said.caption(f"Waiting: {before} pictures ahead of yours." if before else "Printing …")
        time.sleep(LOOK)
    progress.asked = max(progress.begun, progress.ended)
    said.empty()
    if progress.error:
        show_problem(progress.error, icon="print_disabled", kind="warning")


@st.cache_resource(show_spinner=False)
def _queue() -> Queue:
    """Return the print queue of all sessions."""
    return Queue()
