"""The pictures that can be saved from a page: what each is of, and how it is drawn."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from alignoscope.ui.exports.browser_printing import find_browser, to_pdf, to_png
from alignoscope.ui.exports.picture_options import Look
from alignoscope.ui.exports.print_queue import Progress, Queue
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import of

NO_BROWSER = (
    "PDF and PNG need Chromium, Chrome or Edge on the machine that runs Alignoscope, and none is "
    "there. SVG works without."
)

LOOK = 0.2  # seconds between two looks at a print
PATIENCE = 5  # seconds in which a print that was asked for begins


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A picture: its label on the page, its part of a file's name, and SVG of it in a look.

    One that is `shaped` can have a width and a marker; `title` is what stands above it at first.
    """

    label: str
    name: str
    help: str
    draw: Callable[[Look], str]
    shaped: bool = False
    title: str = ""


def offer_prints(make: Callable[[Callable], bytes], name: str, *, key: str) -> None:
    """Offer a picture as PDF and PNG, each made when it is pressed, where there is a browser.

    `make` prints the picture with `session.saving.printing.to_pdf` or `to_png`. Where it takes its
    time, or cannot be made, the page says so below.
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
    elif watched:
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
) -> Progress | None:
    """Offer a file that is printed when it is pressed; return what to `watch` where it was."""
    progress = st.session_state.setdefault(of(key, "progress"), Progress())
    print_it = partial(_queue().print, make, progress)
    pressed = st.download_button(
        label, print_it, name, mime, key=key, help=help_, disabled=disabled
    )
    return progress if pressed else None


def watch(progress: Progress) -> None:
    """Say how far a print is until it has ended, and why there is none."""
    said = st.empty()
    progress.asked += 1  # the browser asks for the file itself, at about this time
    start = time.monotonic()
    while progress.ended < progress.asked:
        if progress.begun < progress.asked and time.monotonic() - start > PATIENCE:
            break
        before = progress.before
        said.caption(f"{before} pictures are printed before yours." if before else "Printing …")
        time.sleep(LOOK)
    progress.asked = max(progress.begun, progress.ended)
    said.empty()
    if progress.error:
        show_problem(progress.error, icon="print_disabled", kind="warning")


@st.cache_resource(show_spinner=False)
def _queue() -> Queue:
    """Return the queue of all sessions."""
    return Queue()
