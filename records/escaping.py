"""Escaping of text for figures and Markdown, so that it is never read as HTML or formatting."""

import re
from collections.abc import Iterable

# The places within an address: http://|a.b, www|.a.b, a@|b.c.
_ADDRESS = re.compile(r"(?i)(?<=https://)|(?<=http://)|(?<=www)(?=\.)|(?<=@)(?=[-\w])")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def literal(text: str) -> str:
    """Escape the characters that Plotly's labels would read as HTML."""
    return text.translate(_ESCAPES)


def literals(texts: Iterable[str]) -> list[str]:
    """Escape several texts for Plotly's labels; see `literal`."""
    return [literal(text) for text in texts]


def plain(text: str) -> str:
    """Escape a text for Markdown, so that nothing in it is formatted, loaded or linked.

    Markdown links bare addresses even if they are escaped. So an invisible word joiner is put into
    each, which is the only character that is added to the text.
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", _ADDRESS.sub("\u2060", text))


def plain_name(name: str) -> str:
    """Escape a name for Markdown if it needs it; that of a usual variant stays as it is."""
    return name if re.fullmatch("[A-Za-z0-9-]+(@[0-9]+)?", name) else plain(name)
