"""The glossary on a page: terms that show a definition when pointed at, focused or touched."""

from functools import cache
from html import escape

import streamlit as st

from alignoscope.records.catalogue.glossary import GLOSSARY


def show_words() -> None:
    """Show the terms of the glossary in a line; `frame.css` shows the definition of each."""
    st.html(_line())


@cache
def _line() -> str:
    terms = (
        f'<span class="term" role="note" tabindex="0" data-said="{escape(said)}" '
        f'aria-label="{escape(f"{word}: {said}")}">{escape(word)}</span>'
        for word, said in GLOSSARY.items()
    )
    return f'<div class="terms">In a word: {" ".join(terms)}</div>'
