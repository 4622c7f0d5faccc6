"""The markup of a lesson's prose: *emphasis*, **strong** and `code`, and non-breaking spaces."""

import re
from html import escape

MARKS = {"**": "strong", "*": "em", "`": "code"}
# French typography has spaces before these marks and inside guillemets.
_APART = re.compile(r" (?=[?!:;»%])|(?<=«) ")
_MARKED = re.compile(r"(\*\*|\*|`)(.+?)\1")


def marked(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text in order, each with its HTML element's name, or with ""."""
    found, end = [], 0
    for match in _MARKED.finditer(text):
        found += [("", text[end : match.start()]), (MARKS[match[1]], match[2])]
        end = match.end()
    return [part for part in [*found, ("", text[end:])] if part[1]]


def plain(text: str) -> str:
    """Return a text without its markup."""
    return "".join(part for _, part in marked(text))


def unbroken(text: str) -> str:
    """Return a text with non-breaking spaces between words and their punctuation marks."""
    return _APART.sub("\N{NO-BREAK SPACE}", text)


def html(text: str) -> str:
    """Return a text as HTML: text is escaped, markup becomes elements."""
    return "".join(
        f"<{name}>{escape(part)}</{name}>" if name else escape(part) for name, part in marked(text)
    )


def plain_page(title: str, style: str, body: str, language: str) -> str:
    """Return an HTML page without scripts that makes no network requests."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>{body}</body></html>"
    )
