"""The variants' translations as HTML, with their differences from a base's marked.

Every word is escaped: a model's output is text, never HTML.
"""

from collections.abc import Sequence
from html import escape

from alignoscope.records.trace import Trace
from alignoscope.ui.score_bench.translations_view import (
    KEPT,
    MISSING,
    changed_words,
    per_token,
    spaced_words,
    written_words,
)
from alignoscope.ui.svg.ink import decimal


def translations_table(base: Trace, traces: Sequence[Trace]) -> str:
    """Return the translations as an HTML table, with differences from base's marked."""
    heads = ("variant", "wrote", f"compared with {base.label}", "tokens", "log-prob. per token")
    rows = []
    for trace in traces:
        same = "same" if written_words(trace) == written_words(base) else "differs"
        cells = (
            escape(trace.label),
            f'<span dir="auto">{marked_text(base, trace)}</span>',
            same,
            str(len(trace.steps)),
            decimal(per_token(trace), 3),
        )
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def marked_text(base: Trace, other: Trace) -> str:
    """Return other's text as HTML: words that base lacks are underlined, missing ones struck."""
    spaced, marked = iter(spaced_words(other)), ""
    for word, change in changed_words(written_words(base), written_words(other)):
        if change == MISSING:
            marked += f" <s>{escape(word)}</s>"
            continue
        space, text = next(spaced)
        text = escape(text)
        marked += space + (text if change == KEPT else f"<b><u>{text}</u></b>")
    return marked.strip() + ("" if other.finished else " …")
