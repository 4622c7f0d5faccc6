"""The glossary on a page: a list of terms with their definitions, closed at first."""

from functools import cache
from html import escape

import streamlit as st

from alignoscope.records.catalogue.glossary import GLOSSARY


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
