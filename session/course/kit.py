"""For teachers: a lesson's files, and the link of a class as text and as a code to scan."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlsplit

import segno
import streamlit as st

from alignoscope.components.lesson.kit import KIT as FILES
from alignoscope.components.lesson.kit import KitFile, kit_file
from alignoscope.lessons.record import Lesson
from alignoscope.lessons.shown import Shown
from alignoscope.lessons.words import Words
from alignoscope.session.links.parameters import address
from alignoscope.session.panels.exports import HERE
from alignoscope.session.saving.printing import find_browser, page_to_pdf
from alignoscope.session.state import ANSWERS, KIT, SCREEN, TEACH, of

PAPERS = ("sheet", "key")
QR_WIDTH = 180  # pixels


def offer_kit(lesson: Lesson, found: Sequence[Shown], notes: Sequence[str], words: Words) -> None:
    """Offer all that a teacher takes along of a lesson, and the link for a class."""
    teachers = words["teachers"]
    offer = st.expander(teachers, icon=":material/co_present:", key=KIT, on_change="rerun")
    if not offer.open:
        return
    with offer:
        prints = find_browser() is not None
        with st.container(horizontal=True):
            for name in FILES:
                label, help_ = words[f"kit_{name}"], words[f"kit_{name}_help"]
                made = kit_file(name, lesson, found, notes)
                _save(label, made, help_, printed=prints and name in PAPERS)
        show_class_link(words["class_link"], words)


def _save(label: str, made: KitFile, help_: str, *, printed: bool) -> None:
    """Offer a file; it is made, and perhaps printed as a PDF, when it is asked for."""
    st.download_button(
        label,
        partial(_print, made) if printed else made.make,
        made.name.replace(".html", ".pdf") if printed else made.name,
        "application/pdf" if printed else made.mime,
        key=of(KIT, label),
        help=help_,
        on_click="ignore",
    )


def _print(made: KitFile) -> bytes:
    return page_to_pdf(made.make())


def show_class_link(said: str, words: Words) -> None:
    """Show the address of the page from its beginning, and a code of it to scan."""
    link = address(**{SCREEN: [], ANSWERS: [], TEACH: []})
    st.caption(said)
    st.code(link, language=None, wrap_lines=True)
    if urlsplit(link).hostname in HERE:
        st.caption(words["class_link_here"])
    st.image(segno.make(link).svg_inline(scale=4, dark="#000", light="#fff"), width=QR_WIDTH)
