"""Material for teachers: a lesson's files, and the class link as text and as a QR code."""

from collections.abc import Mapping, Sequence

import streamlit as st

from alignoscope.course.markup import plain
from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.plans import Plan, lessons_of
from alignoscope.course.player.kit.kit import (
    PAPERS,
    ZIP,
    KitFile,
    kit_file,
    kit_names,
    png_file,
    printed,
)
from alignoscope.course.player.kit.pack import pack
from alignoscope.course.record import ChoiceQuestion, Lesson
from alignoscope.course.shown import Shown
from alignoscope.course.words import Messages
from alignoscope.records.extras import missing
from alignoscope.ui.exports.browser_printing import find_browser, page_to_pdf, to_png
from alignoscope.ui.exports.drawings import offer_print, watch
from alignoscope.ui.exports.print_queue import PrintProgress
from alignoscope.ui.shell.session_keys import ANSWERS, KIT, SCREEN, TEACH, of
from alignoscope.ui.shell.url_parameters import address, listens_here_only, local_host

QR_WIDTH = 180  # The width of the QR code, in pixels.


def offer_kit(
    lesson: Lesson, found: Sequence[Shown], notes: Sequence[Sequence[str]], words: Messages
) -> None:
    """Offer the files of a lesson, and the link for a class."""
    teachers = words["teachers"]
    offer = st.expander(teachers, icon=":material/co_present:", key=KIT, on_change="rerun")
    if not offer.open:
        return
    with offer:
        prints = find_browser() is not None
        watched = None
        with st.container(horizontal=True):
            for name in kit_names():
                label, help_ = words[f"kit_{name}"], words[f"kit_{name}_help"]
                made = kit_file(name, lesson, found, notes)
                if prints and name in PAPERS:
                    watched = _print(label, printed(made, page_to_pdf), help_) or watched
                else:
                    _save(label, made, help_)
            if prints:
                made = png_file(lesson, found, to_png)
                watched = _print(words["kit_png"], made, words["kit_png_help"]) or watched
        if watched:
            watch(watched)
        show_class_link(words["class_link"], words)


def offer_pack(name: str, plan: Plan, language: str, words: Messages) -> None:
    """Offer all files of a plan in one archive; the print queue makes it on request."""
    to_pdf = page_to_pdf if find_browser() else None

    def make() -> bytes:
        taught = [(lesson, screens_of(lesson)) for lesson in lessons_of(plan, language)]
        return pack(name, plan, taught, to_pdf).make()

    key = of(KIT, name)
    file = f"plan-{name}.zip"
    watched = offer_print(words["pack"], make, file, ZIP, help_=words["pack_help"], key=key)
    if watched:
        watch(watched)


def _save(label: str, made: KitFile, help_: str) -> None:
    """Offer a file as a download; it is made on request."""
    key = of(KIT, label)
    st.download_button(
        label, made.make, made.name, made.mime, key=key, help=help_, on_click="ignore"
    )


def _print(label: str, made: KitFile, help_: str) -> PrintProgress | None:
    """Offer a file that the print queue makes on request."""
    key = of(KIT, label)
    return offer_print(label, made.make, made.name, made.mime, help_=help_, key=key)


def show_class_link(said: str, words: Messages) -> None:
    """Show the address of the page at the beginning of the lesson, and its QR code.

    An address of this computer, which opens on no phone, has no code: the text says why.
    """
    link = address(**{SCREEN: [], ANSWERS: [], TEACH: []})
    _show_link(link, said, words)
    if local_host(link):
        return
    if "segno" in missing("course"):
        st.caption(words["class_code"])
        return
    import segno  # optional: only this code needs it

    st.image(segno.make(link).svg_inline(scale=4, dark="#000", light="#fff"), width=QR_WIDTH)


def show_answers(lesson: Lesson, answers: Mapping[int, str], words: Messages) -> None:
    """Show the answers so far, to hand in: as an address, or as text if nobody else can open it."""
    link = address(**{TEACH: []})
    if local_host(link) and listens_here_only():
        st.caption(words["answers_text"])
        st.code(answers_text(lesson, answers), language=None, wrap_lines=True)
    else:
        _show_link(link, words["answers_link"], words)


def answers_text(lesson: Lesson, answers: Mapping[int, str]) -> str:
    """Return answers by number of screen as text: the chosen option, or ✓ or ✗."""
    lines = [lesson.name]
    for number, answer in sorted(answers.items()):
        screen = lesson.screens[number - 1]
        given = {"r": "✓", "w": "✗"}.get(answer, answer)
        if isinstance(screen.ask, ChoiceQuestion):
            given = plain(screen.ask.options[int(answer[1:]) - 1].text)
        lines.append(f"{number}. {screen.title}: {given}")
    return "\n".join(lines)


def _show_link(link: str, said: str, words: Messages) -> None:
    st.caption(said)
    st.code(link, language=None, wrap_lines=True)
    if limit := limit_of(link, words):
        st.caption(limit)


def limit_of(link: str, words: Messages) -> str:
    """Return the reason that a link does not work for others, or ""."""
    host = local_host(link)
    said = words["class_link_here" if listens_here_only() else "class_link_named"]
    return said.format(host=host) if host else ""
