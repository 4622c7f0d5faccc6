"""The language of the lessons: read from the link, and changed by a control."""

import streamlit as st

from alignoscope.course.read import ENGLISH
from alignoscope.course.words import languages, words_of
from alignoscope.ui.shell.session_keys import LANG, of
from alignoscope.ui.shell.url_parameters import linked, write


def linked_language() -> str:
    """Return the language in the link, or English if it names none that exists."""
    return language_of(linked(LANG) or "")


def language_of(asked: str) -> str:
    """Return a language by its code, or English if there is none with that code."""
    return asked if asked in languages() else ENGLISH


def offer_languages(chosen: str) -> None:
    """Show a choice of all languages; the chosen one is stored only in the link."""
    key = of(LANG, chosen)  # A box for each, as the browser's way back changes the language, too.
    st.segmented_control(
        words_of(chosen)["language"],
        languages(),
        default=chosen,
        required=True,
        format_func=lambda language: words_of(language)["called"],
        key=key,
        on_change=_remember,
        args=(key,),
        label_visibility="collapsed",
    )


def _remember(key: str) -> None:
    chosen = st.session_state[key]
    write(LANG, *([chosen] if chosen != ENGLISH else []))
