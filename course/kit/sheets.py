"""A lesson on paper: the worksheet for the class, and the key with all answers."""

import re
from collections.abc import Callable, Sequence
from html import escape

from alignoscope.course.answers import hints_of
from alignoscope.course.formulas.formulas import FORMULAS, in_notations
from alignoscope.course.formulas.mathml import as_html, mathml
from alignoscope.course.formulas.notations import CODE
from alignoscope.course.kit.numbers import weights_of
from alignoscope.course.lab_text import points_of, spoken
from alignoscope.course.labs.record import Curve
from alignoscope.course.markup import html, plain_page
from alignoscope.course.record import (
    ChoiceQuestion,
    DrawnAnswer,
    ExplainedAnswer,
    Lesson,
    TypedAnswer,
)
from alignoscope.course.shown import Shown, heading, otherwise, replied, right_option, screen_text
from alignoscope.course.words import Messages, in_words, words_with_end
from alignoscope.records.trace import Trace

# The kinds of screens on a worksheet: those that do not reveal an answer.
ASKED = (
    "recall",
    "hook",
    "predict",
    "evidence",
    "check",
)
_HOLES = re.compile(r"\{[A-Z]+\}")  # Placeholders whose values are known only after drawing.
_STYLE = """
@page { size: A4; margin: 18mm 16mm; }
body { max-width: 178mm; margin: 0 auto; color: #000; background: #fff;
  font: 11.5pt/1.45 "Source Sans", "Segoe UI", system-ui, "Noto Sans", sans-serif; }
header { display: flex; justify-content: space-between; gap: 8mm; margin-bottom: 6mm; }
h1 { margin: 0 0 4mm; font-size: 18pt; line-height: 1.2; }
h2 { margin: 0 0 1mm; font-size: 12.5pt; }
section { margin-bottom: 6mm; break-inside: avoid; }
p { margin: 0 0 1.5mm; }
ul { margin: 1mm 0; padding: 0; list-style: none; }
li { padding-left: 7mm; text-indent: -7mm; }
svg { width: 120mm; height: auto; }
.line { border-bottom: 1px solid #000; height: 8mm; width: 70%; }
.share { float: right; color: #333; }
.says { padding-left: 7mm; color: #333; }
table { margin: 2mm 0; border-collapse: collapse; font-size: 10pt; }
td { min-width: 11mm; height: 7mm; border: 1px solid #000; text-align: center; }
th { padding: 0 2mm; font-weight: 400; text-align: end; }
thead th { text-align: center; }
caption { text-align: start; }
.formulas { break-before: page; }
math { font: 13pt "STIX Two Math", "Cambria Math", "DejaVu Serif", math, serif; }
mtd { text-align: start; }
dl { display: grid; grid-template-columns: 48mm 1fr; gap: 2.5mm; align-items: center;
  margin: 1mm 0 5mm; }
dt { color: #333; font-size: 10pt; }
dd { margin: 0; }
pre { margin: 0; font-size: 9.5pt; }
"""


def sheet(
    lesson: Lesson,
    found: Sequence[Shown],
    words: Messages,
    draw: Callable[[Curve, Messages], str],
    *,
    key: bool,
) -> str:
    """Return an HTML page to print: a worksheet, or its answer key.

    Predictions and checks are boxes and lines. The first map of all labs is empty, to be shaded
    before it is shown. The key has the answers, the replies and the weights. All texts are escaped,
    and the page has no scripts.

    Args:
        lesson: the lesson.
        found: its computed screens.
        words: the words of its language.
        draw: draws a curve as SVG.
        key: whether to return the key.
    """
    title = heading(lesson, words)
    at, trace = _first_map(found)
    parts = [
        _part(one, trace if i == at else None, words, draw, key=key)
        for i, one in enumerate(found)
        if key or one.screen.kind in ASKED
    ]
    named = escape(words["key"]) if key else f"{_blank(words['name'])}{_blank(words['date'])}"
    notes = _notes(lesson, words) if key else ""
    body = f"<header>{named}</header><h1>{escape(title)}</h1>{notes}{''.join(parts)}"
    body += _formulas(lesson, words)
    return plain_page(title, _STYLE, body, lesson.language)


def _formulas(lesson: Lesson, words: Messages) -> str:
    """Return all formulas of a lesson on a page of their own, as they tell answers."""
    names = dict.fromkeys(name for screen in lesson.screens for name in screen.formulas)
    parts = []
    for formula in map(FORMULAS.__getitem__, names):
        rows = [(name, as_html(mathml(latex))) for name, latex in in_notations(formula)]
        rows.append((CODE, f"<pre>{escape(formula.code)}</pre>"))
        lines = "".join(
            f"<dt>{escape(in_words(name, words))}</dt><dd>{value}</dd>" for name, value in rows
        )
        parts.append(
            f"<section><p>{escape(in_words(formula.says, words))}</p><dl>{lines}</dl></section>"
        )
    if not parts:
        return ""
    return f'<div class="formulas"><h2>{escape(words["formulas"])}</h2>{"".join(parts)}</div>'


def _notes(lesson: Lesson, words: Messages) -> str:
    """Return the notes for the teacher: duration, misconceptions, aim, opener and bridge."""
    lines = "".join(
        f"<p><b>{escape(words[name])}</b> {html(text)}</p>" for name, text in lesson.notes.items()
    )
    about = ", ".join(
        [words["without_talk"].format(minutes=lesson.minutes), *lesson.misconceptions]
    )
    return f"<section><h2>{escape(words['notes'])}</h2><p>{escape(about)}</p>{lines}</section>"


def _blank(name: str) -> str:
    return f"<span>{escape(name)}: {'_' * 22}</span>"


def _first_map(found: Sequence[Shown]) -> tuple[int, Trace | None]:
    """Return the index of the screen on which the first map is to be shaded, and the map."""
    at = 0
    for i, one in enumerate(found):
        if one.screen.kind in ASKED:
            at = i
        if one.lab and one.lab.first.maps and one.screen.kind != "evidence":
            return at, one.lab.first.maps[0]
    return at, None


def _part(
    shown: Shown,
    trace: Trace | None,
    words: Messages,
    draw: Callable[[Curve, Messages], str],
    *,
    key: bool,
) -> str:
    screen, ask = shown.screen, shown.screen.ask
    prose = "".join(f"<p>{html(text)}</p>" for text in screen_text(shown, words))
    table = _map(trace, words, key=key) if trace else ""
    asked = ""
    if isinstance(ask, ChoiceQuestion) and not shown.problem:
        asked = _choice(ask, shown, words, key=key)
    elif isinstance(ask, TypedAnswer) and not shown.problem:
        asked = _written(ask, shown, words, key=key)
    elif isinstance(ask, DrawnAnswer) and not shown.problem:
        asked = _drawn(ask, shown, words, draw, key=key)
    elif isinstance(ask, ExplainedAnswer) and not shown.problem:
        model = f"<p>{html(replied(ask.model, ask, shown, words))}</p>"
        lines = model if key else '<div class="line"></div>' * 3
        asked = f"<p><b>{html(ask.question)}</b></p>{lines}"
    return f"<section><h2>{html(screen.title)}</h2>{prose}{table}{asked}</section>"


def _choice(ask: ChoiceQuestion, shown: Shown, words: Messages, *, key: bool) -> str:
    right = right_option(ask, shown)
    lines = []
    for i, option in enumerate(ask.options):
        box = "☒" if key and i == right else "☐"
        says = f"<br>{html(replied(option.says, ask, shown, words))}" if key else ""
        share = f"<span class='share'>{escape(words['hands'])}: ____</span>" if key else ""
        lines.append(f"<li>{box}&nbsp; {html(option.text)}{share}{says}</li>")
    return f"<p><b>{html(ask.question)}</b></p><ul>{''.join(lines)}</ul>"


def _written(ask: TypedAnswer, shown: Shown, words: Messages, *, key: bool) -> str:
    asked = f"<p><b>{html(ask.question)}</b></p>"
    if not key:
        return f'{asked}<div class="line"></div>'
    value = escape(in_words(shown.values[ask.claim], words))
    right = f"<p><b>{value}</b></p><p>{html(replied(ask.right, ask, shown, words))}</p>"
    wrong = [
        *((in_words(value, words), says) for value, says in hints_of(ask, shown, words)),
        (words["else"], replied(ask.wrong, ask, shown, words)),
    ]
    lines = (f"<p class='says'>{escape(given)}: {html(says)}</p>" for given, says in wrong)
    return f"{asked}{right}{''.join(lines)}"


def _drawn(
    ask: DrawnAnswer,
    shown: Shown,
    words: Messages,
    draw: Callable[[Curve, Messages], str],
    *,
    key: bool,
) -> str:
    assert shown.lab is not None
    curve = spoken(shown.lab, words).curve
    asked = f"<p><b>{html(ask.question)}</b></p>{draw(curve if key else curve.asked, words)}"
    if not key:
        return asked
    points = ", ".join(f"{at} → <b>{share}</b>" for at, share in points_of(curve, words))
    says = [ask.says] if otherwise(ask, shown, words) else [ask.says, *ask.drawn.values()]
    told = (_HOLES.sub("…", replied(text, ask, shown, words)) for text in says)
    lines = "".join(f"<p>{html(text)}</p>" for text in told)
    return f"{asked}<p>{points}</p>{lines}"


def _map(trace: Trace, words: Messages, *, key: bool) -> str:
    """Return a map over words as a table: empty, or with its weights."""
    weights_over_words = weights_of(trace)
    assert weights_over_words is not None
    head = "".join(f"<th>{escape(word)}</th>" for word in words_with_end(trace.source, words))
    rows = []
    for word, weights in zip(words_with_end(trace.target, words), weights_over_words, strict=True):
        shares = (in_words(f"{weight:.2f}", words) if key else "" for weight in weights)
        cells = "".join(f"<td>{share}</td>" for share in shares)
        rows.append(f"<tr><th>{escape(word)}</th>{cells}</tr>")
    said = "" if key else f"<p>{escape(words['shade'])}</p>"
    name, body = escape(in_words(trace.label, words)), "".join(rows)
    head = f"<caption>{name}</caption><thead><tr><th></th>{head}</tr></thead>"
    return f"{said}<table>{head}<tbody>{body}</tbody></table>"
