"""The glossary, which one page shows, and terms explained in place."""

import re
from functools import cache
from html import escape

import streamlit as st

from alignoscope.records.catalogue.glossary import GLOSSARY

_TERMS = re.compile(
    rf"\b({'|'.join(sorted(map(re.escape, GLOSSARY), key=len, reverse=True))})s?\b", re.IGNORECASE
)
_BY_NAME = {word.lower(): (word, said) for word, said in GLOSSARY.items()}


def explained(text: str) -> str:
    """Return a text as HTML in which the first use of each term has its explanation.

    The explanation is shown while the pointer is over the term or the term has the focus, which it
    gets with Tab or a tap.
    """
    used: set[str] = set()

    def explain(match: re.Match[str]) -> str:
        word, said = _BY_NAME[match[1].lower()]
        if word in used:
            return match[0]
        used.add(word)
        name = f"term-{word}"
        return (
            f'<span class="term" tabindex="0" aria-describedby="{name}">{match[0]}'
            f'<span class="explanation" role="tooltip" id="{name}">{escape(said)}</span></span>'
        )

    return _TERMS.sub(explain, escape(text, quote=False))


def show_explained(text: str) -> None:
    """Show a caption with its terms explained; see `explained`."""
    st.html(f'<p class="explained">{explained(text)}</p>')


def show_words() -> None:
    """Show the glossary."""
    st.html(_glossary())


@cache
def _glossary() -> str:
    terms = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(said)}</dd></div>"
        for word, said in GLOSSARY.items()
    )
    return f'<details class="terms"><summary>Glossary</summary><dl>{terms}</dl></details>'
