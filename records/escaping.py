"""Escaping of text for figures and Markdown, so that it is never read as HTML or formatting."""

import re
from collections.abc import Iterable

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def literal(text: str) -> str:
    """Escape the characters that Plotly's labels would read as HTML."""
    return text.translate(_ESCAPES)


def literals(texts: Iterable[str]) -> list[str]:
    """Escape several texts for Plotly's labels; see `literal`."""
    return [literal(text) for text in texts]


def plain(text: str) -> str:
    """Escape a text for Markdown, so that nothing in it is formatted or loaded."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
