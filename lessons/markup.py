"""The few marks of a lesson's prose: *emphasis*, **strong** and `code`."""

import re
from html import escape

MARKS = {"**": "strong", "*": "em", "`": "code"}
_MARKED = re.compile(r"(\*\*|\*|`)(.+?)\1")


def marked(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text in their order, each with its element's name, or with ""."""
    found, end = [], 0
    for match in _MARKED.finditer(text):
        found += [("", text[end : match.start()]), (MARKS[match[1]], match[2])]
        end = match.end()
    return [part for part in [*found, ("", text[end:])] if part[1]]


def html(text: str) -> str:
    """Return a text as HTML: what it says is escaped, its marks are elements."""
    return "".join(
        f"<{name}>{escape(part)}</{name}>" if name else escape(part) for name, part in marked(text)
    )
