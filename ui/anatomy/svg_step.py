"""The anatomy of a step as one SVG drawing that looks like the component on the page."""

from collections.abc import Sequence
from math import ceil, exp, isfinite

import numpy as np

from alignoscope.ui.anatomy.step_view import NextToken, StepsView, StepView
from alignoscope.ui.anatomy.svg_bars import (
    NEGATIVE,
    POSITIVE,
    Row,
    ScoreBar,
    bar_table,
    largest,
    strip,
)
from alignoscope.ui.anatomy.svg_timing import draw_clock
from alignoscope.ui.svg.ink import DARK, LIGHT, Ink, decimal, element, letters
from alignoscope.ui.svg.lettering import width
from alignoscope.ui.svg.sheet import LINE, DrawnPart, beside, paragraph, sheet, stacked

TITLE, SMALL = 18, 13
LEFT, MIDDLE, RIGHT, BETWEEN = 424, 360, 304, 32
WHOLE = LEFT + MIDDLE + RIGHT + 2 * BETWEEN
# A source of more than MOST tokens is drawn below the clock, in at most ACROSS tables.
MOST, ACROSS = 20, 4


def svg_anatomy(
    view: StepsView, step: int, caption: str, dark: bool = False, heading: str = ""
) -> str:
    """Return a drawing of one step, or of the last step if the translation has ended before.

    It shows the timing diagram, the query, the scores, the mask or window, the weights, the context
    vector and the most probable next tokens.

    Args:
        view: the steps of a trace.
        step: the step, from 0.
        caption: the text below the drawing; empty for none.
        dark: whether to draw for a dark page.
        heading: the text above the drawing; empty for none.
    """
    ink = DARK if dark else LIGHT
    at = min(step, len(view.steps) - 1)
    parts = [_heading(view, at, step > at, ink), _panels(view, at, ink)]
    said = f"{_title(view, at)}, {view.label}: {written(view, at)}. {view.steps[at].asked}"
    return sheet("Anatomy of a step", parts, caption, ink, said=said, heading=heading)


def written(view: StepsView, step: int) -> str:
    """Return a sentence part with the token that a step writes and its probability."""
    one = view.steps[step]
    chance = f", with probability {percent(one.log_prob)}" if isfinite(one.log_prob) else ""
    return f"{one.token} {view.verb}{chance}"


def percent(log_prob: float) -> str:
    """Return exp(log_prob) in percent with one decimal."""
    share = 100 * exp(log_prob)
    return "< 0.1%" if 0 < share < 0.1 else f"{share:.1f}%"


def _title(view: StepsView, step: int) -> str:
    return f"Step {step + 1} of {len(view.steps)}"


def _heading(view: StepsView, step: int, over: bool, ink: Ink) -> DrawnPart:
    """Draw the step's number, the model, the decoding mode, and the token that was written."""
    title = _title(view, step)
    body, x = [letters(title, 0, TITLE, font_size=TITLE, font_weight="bold")], width(title, TITLE)
    for name in (view.label, view.mode):
        wide = width(name, 12) + 12
        pill = {"x": x + 4, "y": 2, "width": wide, "height": 20, "rx": 10}
        body.append(element("rect", **pill, fill="none", stroke=ink.line))
        body.append(letters(name, x + 4 + wide / 2, 16, "middle", font_size=12, fill=ink.muted))
        x += wide + 8
    if over:
        said = "The last: this variant has finished."
        body.append(letters(said, x + 8, 16, font_size=SMALL, fill=ink.muted))
    head = DrawnPart(body="".join(body), width=WHOLE, height=TITLE + 8)
    # The sentence is English, even if it begins with a token that runs from right to left.
    sentence = paragraph(written(view, step), WHOLE, 14, ink.text, leftwards=False)
    return stacked([head, sentence], 4)


def _panels(view: StepsView, step: int, ink: Ink) -> DrawnPart:
    """Lay out the parts in three columns; the tables of a long source are below all columns."""
    one, long = view.steps[step], view.attends and len(view.columns) > MOST
    room = MIDDLE if long else LEFT
    first = [paragraph(view.first, room, SMALL, ink.muted)] if view.first and not step else []
    asked = paragraph(one.asked, room, SMALL, ink.muted)
    asking = [asked, *_vector(one.query, view.peak("query"), room, ink), *first]
    found = _vector(one.context, view.peak("context"), MIDDLE, ink)
    timing = _part("Timing", [draw_clock(view, step, LEFT, ink)], LEFT, ink)
    query = _part("Query", asking, room, ink)
    source = _part("Scores → weights", _source(view, step, long, ink), MIDDLE, ink)
    context = _part("Context vector", found, MIDDLE, ink)
    following = _part("Next token", [_next(one.candidates, view.head, ink)], RIGHT, ink)
    if long:
        top = beside([timing, stacked([query, context], LINE), following], BETWEEN)
        return stacked([top, source], LINE)
    columns = [stacked([timing, query], LINE), stacked([source, context], LINE), following]
    return beside(columns, BETWEEN)


def _part(title: str, parts: Sequence[DrawnPart], room: float, ink: Ink) -> DrawnPart:
    head = letters(title, 0, 14, font_size=14, font_weight="bold", fill=ink.text)
    return stacked([DrawnPart(body=head, width=room, height=24), *parts])


def _vector(values: np.ndarray, top: float, room: float, ink: Ink) -> list[DrawnPart]:
    """Draw a vector as a strip on the scale of all steps, and name its largest dimensions."""
    if not len(values):
        return [paragraph("Not in this trace.", room, SMALL, ink.muted)]
    return [strip(values, top, room), paragraph(largest(values), room, SMALL, ink.muted)]


def _source(view: StepsView, step: int, long: bool, ink: Ink) -> list[DrawnPart]:
    """Draw the mask or window of the step, and the score and weight of each source word."""
    one, room = view.steps[step], WHOLE if long else MIDDLE
    if one.weights is None:
        words = "No attention: there are no scores and no weights."
        return [paragraph(words, room, SMALL, ink.muted)]
    parts = [paragraph(one.window, room, SMALL, ink.muted)]
    if one.given:
        said = "These weights were given, not computed."
        parts.append(paragraph(said, room, SMALL, ink.text))
    top = view.peak("scores")
    rows = [_word(view.columns[i], one, i, top, ink) for i in range(len(view.columns))]
    heads = ("source", "score", "weight")
    across = min(ACROSS, ceil(len(rows) / MOST))
    high, each = ceil(len(rows) / across), (room - BETWEEN * (across - 1)) / across
    tables = [
        bar_table(heads, rows[start : start + high], each, ink)
        for start in range(0, len(rows), high)
    ]
    return [*parts, beside(tables, BETWEEN)]


def _word(name: str, one: StepView, i: int, top: float, ink: Ink) -> Row:
    """Return a table row with a source word's score and weight.

    The bar of the score is relative to `top`, the largest magnitude of all steps.
    """
    assert one.weights is not None
    weight = float(one.weights[i])
    score = None if one.scores is None else float(one.scores[i])
    outside = score is not None and not isfinite(score)
    said = "–" if score is None else "outside" if outside else decimal(score)
    return Row(
        name=name,
        bars=(
            ScoreBar(
                text=said,
                share=None if score is None or outside else score / top,
                color=NEGATIVE if score is not None and score < 0 else POSITIVE,
                centred=True,
                hatched=outside,
            ),
            ScoreBar(text=decimal(weight), share=min(1, max(0, weight)), color=ink.accent),
        ),
    )


def _next(candidates: Sequence[NextToken], head: str, ink: Ink) -> DrawnPart:
    rows = [
        Row(
            name=one.token,
            marked=one.written,
            bars=(
                ScoreBar(
                    text=percent(one.log_prob) if isfinite(one.log_prob) else "–",
                    share=exp(one.log_prob) if isfinite(one.log_prob) else None,
                    color=ink.accent if one.written else ink.muted,
                ),
            ),
        )
        for one in candidates
    ]
    return bar_table((head, "probability"), rows, RIGHT, ink)
