"""The texts of a lab in a language, with values inserted into its sentences."""

from collections.abc import Iterable
from dataclasses import replace

from alignoscope.course.labs.record import Columns, Curve, Lab, LabLine, LabTable, Outcome
from alignoscope.course.words import Messages, in_words


def spoken(lab: Lab, words: Messages) -> Lab:
    """Return a lab with all its texts translated into a language."""
    controls = (
        replace(one, label=in_words(one.label, words), settings=_all(one.settings, words))
        for one in lab.controls
    )
    outcomes = (_outcome(one, words) for one in lab.outcomes)
    return Lab(controls=tuple(controls), outcomes=tuple(outcomes))


def points_of(curve: Curve, words: Messages) -> list[tuple[str, str]]:
    """Return the amounts of the points that a person draws of a curve, each with its share."""
    return [
        (in_words(curve.amounts[i], words), in_words(f"{curve.shares[i]:.2f}", words))
        for i in curve.points
    ]


def _outcome(outcome: Outcome, words: Messages) -> Outcome:
    return replace(
        outcome,
        lines=tuple(_line(line, words) for line in outcome.lines),
        bars=tuple(replace(bar, label=in_words(bar.label, words)) for bar in outcome.bars),
        table=outcome.table and _table(outcome.table, words),
        chart=outcome.chart and _columns(outcome.chart, words),
        curve=outcome.curve and _curve(outcome.curve, words),
        traces=tuple(replace(one, label=in_words(one.label, words)) for one in outcome.traces),
    )


def _line(line: LabLine, words: Messages) -> LabLine:
    return LabLine(in_words(line.text, words).format(*_all(line.values, words)))


def _table(table: LabTable, words: Messages) -> LabTable:
    rows = tuple(_all(row, words) for row in table.rows)
    return LabTable(columns=_all(table.columns, words), rows=rows)


def _columns(columns: Columns, words: Messages) -> Columns:
    first, second = columns.names
    return replace(
        columns,
        words=_all(columns.words, words),
        names=(in_words(first, words), in_words(second, words)),
    )


def _curve(curve: Curve, words: Messages) -> Curve:
    label, over, at = _all((curve.label, curve.over, curve.at), words)
    return replace(curve, label=label, over=over, at=at)


def _all(values: Iterable[str | int | float], words: Messages) -> tuple[str, ...]:
    return tuple(in_words(value, words) for value in values)
