"""A class by the minute: what to do on each screen of a plan's lessons, and what comes out."""

from collections.abc import Iterator, Sequence
from html import escape

from alignoscope.course.kit.questions import ComputedLessons
from alignoscope.course.markup import html, plain_page
from alignoscope.course.plans import Plan
from alignoscope.course.record import (
    ChoiceQuestion,
    DrawnAnswer,
    ExplainedAnswer,
    Lesson,
    ScreenKind,
)
from alignoscope.course.shown import Shown, heading, otherwise, replied, right_option, screen_text
from alignoscope.course.words import Messages, in_words

# How much longer one kind of screen takes than another, talk included.
SHARES: dict[ScreenKind, float] = {
    "recall": 2,
    "hook": 2,
    "predict": 4,
    "evidence": 4,
    "try": 4,
    "reveal": 3,
    "check": 3,
    "link": 0,
}
_STYLE = """
@page { size: A4; margin: 16mm 14mm; }
body { max-width: 182mm; margin: 0 auto; color: #000; background: #fff;
  font: 10.5pt/1.4 "Source Sans", "Segoe UI", system-ui, "Noto Sans", sans-serif; }
h1 { margin: 0 0 4mm; font-size: 17pt; line-height: 1.2; }
h2 { margin: 6mm 0 1mm; font-size: 13pt; break-after: avoid; }
p { margin: 0 0 1.5mm; }
table { width: 100%; border-collapse: collapse; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 1mm 2mm; border-bottom: 1px solid #999; text-align: start; vertical-align: top; }
td:first-child { text-align: end; white-space: nowrap; }
td:last-child { width: 40%; }
"""


def script(plan: Plan, taught: ComputedLessons, words: Messages) -> str:
    """Return an HTML page to print: each lesson of a plan as a table by the minute.

    Its heading has the minutes of the class that it takes.

    A lesson gets the share of the class that its own minutes are of those of all lessons, and a
    screen the share of its lesson that its kind has in `SHARES`.
    """
    title = f"{in_words(plan.name, words)}: {words['script']}"
    parts, start = [], 0.0
    each = plan.minutes / sum(lesson.minutes for lesson, _ in taught)
    for lesson, found in taught:
        long = each * lesson.minutes
        span = f"{words['script_minute']} {start:.0f}–{start + long:.0f}"
        parts.append(_lesson(lesson, span, _timed(found, start, long), words))
        start += long
    end = f"<p>{words['script_ends'].format(minutes=plan.minutes)}</p>"
    body = f"<h1>{escape(title)}</h1>{''.join(parts)}{end}"
    return plain_page(title, _STYLE, body, taught[0][0].language)


def _timed(found: Sequence[Shown], start: float, long: float) -> Iterator[tuple[int, Shown]]:
    """Yield the screens that take time, each with the minute of the class at which it begins."""
    every = sum(SHARES[one.screen.kind] for one in found) or 1
    for one in found:
        share = SHARES[one.screen.kind]
        if share:
            yield round(start), one
        start += long * share / every


def _lesson(lesson: Lesson, span: str, timed: Iterator[tuple[int, Shown]], words: Messages) -> str:
    notes = "".join(
        f"<p><b>{escape(words[name])}</b> {html(text)}</p>" for name, text in lesson.notes.items()
    )
    heads = "".join(
        f'<th scope="col">{escape(words[name])}</th>'
        for name in ("script_minute", "screen", "script_do", "script_out")
    )
    rows = "".join(
        f"<tr><td>{minute}</td><td>{html(one.screen.title)}</td>"
        f"<td>{escape(words[f'script_{one.screen.kind}'])}</td><td>{_out(one, words)}</td></tr>"
        for minute, one in timed
    )
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    name = f"{heading(lesson, words)} · {span}"
    return f"<h2>{escape(name)}</h2>{notes}{table}"


def _out(shown: Shown, words: Messages) -> str:
    """Return the answer to a screen's question as HTML, or what a screen without one says."""
    ask = shown.screen.ask
    if shown.problem or not ask:
        return "<br>".join(map(html, screen_text(shown, words)))
    if isinstance(ask, DrawnAnswer):
        return html(replied(ask.says, ask, shown, words))
    if isinstance(ask, ExplainedAnswer):
        return html(replied(ask.model, ask, shown, words))
    if not isinstance(ask, ChoiceQuestion):
        value = in_words(shown.values[ask.claim], words)
        return f"<b>{escape(value)}</b><br>{html(replied(ask.right, ask, shown, words))}"
    right = right_option(ask, shown)
    if right is None:
        return html(otherwise(ask, shown, words))
    option = ask.options[right]
    return f"<b>{html(option.text)}</b><br>{html(replied(option.says, ask, shown, words))}"
