"""A lab as sentences and tables, for a place that has neither its controls nor its drawings."""

from collections.abc import Iterator
from html import escape
from itertools import product

from alignoscope.analysis.words import merge_words
from alignoscope.course.lab_text import spoken
from alignoscope.course.labs.record import Lab, LabTable, Outcome
from alignoscope.course.markup import html, plain
from alignoscope.course.words import Messages, in_words, words_with_end
from alignoscope.records.trace import Trace

Block = str | LabTable  # A paragraph in lesson markup, or a table.


def numbers_of(lab: Lab, words: Messages) -> list[Block]:
    """Return the initial outcome of a lab in numbers, below the settings that it has."""
    own = spoken(lab, words)
    settings = (f"{one.label}: {one.settings[one.start]}" for one in own.controls)
    return [*settings, *_outcome(own.first, words)]


def moved(lab: Lab, words: Messages) -> list[Block]:
    """Return a table with one row per setting of a lab, for those who cannot move its controls.

    A lab without controls, or without text at some setting, has its `numbers_of` instead.
    """
    own = spoken(lab, words)
    if not own.controls or not all(one.lines for one in own.outcomes):
        return numbers_of(lab, words)
    every = product(*(one.settings for one in own.controls))
    rows = (
        (*settings, " ".join(plain(line.text) for line in one.lines))
        for settings, one in zip(every, own.outcomes, strict=True)
    )
    return [LabTable(columns=(*(one.label for one in own.controls), ""), rows=tuple(rows))]


def block_html(block: Block, attributes: str = "") -> str:
    """Return a block as HTML that is also XML; `attributes` are those of a table."""
    if isinstance(block, str):
        return f"<p>{html(block)}</p>"
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in block.columns)
    rows = (
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{escape(text)}</td>" for text in rest)
        + "</tr>"
        for first, *rest in block.rows
    )
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f"<table{attributes}>{body}</table>"


def weights_of(trace: Trace) -> list[list[float]] | None:
    """Return the weights of a map over words, one row per target word; None without attention."""
    if trace.weights is None:
        return None
    return merge_words(trace.weights, trace.source, trace.target, "weights").tolist()


def _outcome(outcome: Outcome, words: Messages) -> Iterator[Block]:
    """Yield an outcome whose texts are in the language of `words`."""
    yield from (line.text for line in outcome.lines)
    if outcome.bars:
        yield ", ".join(
            f"{bar.label}: **{in_words(f'{bar.share:.3f}', words)}**" for bar in outcome.bars
        )
    if outcome.arrows:
        yield ", ".join(
            f"*{one.word}* ({in_words(f'{one.x:.2f}', words)}; {in_words(f'{one.y:.2f}', words)})"
            for one in outcome.arrows
        )
    if columns := outcome.chart:
        amounts = [columns.up, *([columns.down] if columns.down else [])]
        rows = (
            (word, *(in_words(f"{one:.2f}", words) for one in row))
            for word, *row in zip(columns.words, *amounts, strict=True)
        )
        yield LabTable(columns=("", *columns.names[: len(amounts)]), rows=tuple(rows))
    if outcome.table:
        yield outcome.table
    if curve := outcome.curve:
        asked = ", ".join(in_words(curve.amounts[i], words) for i in curve.points)
        yield f"{curve.label} · {curve.model}. {curve.over}: {asked}."
    for trace in outcome.traces:
        yield f"**{trace.label}**: {trace.source.text} → {trace.target.text}"
        if weights := weights_of(trace):
            rows = (
                (word, *(in_words(f"{one:.2f}", words) for one in row))
                for word, row in zip(words_with_end(trace.target, words), weights, strict=True)
            )
            yield LabTable(columns=("", *words_with_end(trace.source, words)), rows=tuple(rows))
