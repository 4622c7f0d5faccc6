"""Text in Plotly figures: shown as it was typed, never read as HTML or as a template."""

from collections.abc import Iterable

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def literal(text: str) -> str:
    """Return the text with the marks escaped that Plotly's labels would read as HTML."""
    return text.translate(_ESCAPES)


def literals(texts: Iterable[str]) -> list[str]:
    """Return every text as a literal."""
    return [literal(text) for text in texts]
