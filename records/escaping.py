"""Text in figures and in Markdown: shown as it was typed, never read as HTML or a format."""

import re
from collections.abc import Iterable

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def literal(text: str) -> str:
    """Return the text with the marks escaped that Plotly's labels would read as HTML."""
    return text.translate(_ESCAPES)


def literals(texts: Iterable[str]) -> list[str]:
    """Return every text as a literal."""
    return [literal(text) for text in texts]


def plain(text: str) -> str:
    """Return Markdown that shows the text as it is: nothing in it is formatted or loaded."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
