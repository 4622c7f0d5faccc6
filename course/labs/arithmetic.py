"""Labs that need no model: a softmax, a mask, and formulas."""

from collections.abc import Sequence

from alignoscope.course.facts import names, padding, parts
from alignoscope.course.labs.record import Control, Lab, LabBar, LabLine, LabTable, Outcome, lab_of

SCORE_RANGE = range(-4, 5)
NO_BREAK = "\N{NO-BREAK SPACE}"  # Rows of a matrix stay on one line.
PADS = (0, 1, 3, 5, 20, 50)


def softmax() -> Lab:
    """Return the lab of the weights of three scores."""
    settings = tuple(map(str, SCORE_RANGE))
    controls = [
        Control(
            label=f"Score {i + 1}", settings=settings, start=SCORE_RANGE.index(start), slides=True
        )
        for i, start in enumerate((2, 1, 0))
    ]

    def outcome(*chosen: int) -> Outcome:
        weights = parts.softmax([SCORE_RANGE[i] for i in chosen])
        return Outcome(
            bars=tuple(LabBar(label=f"Weight {i + 1}", share=one) for i, one in enumerate(weights))
        )

    return lab_of(controls, outcome)


def program(lines: Sequence[str]) -> Lab:
    """Return the lab of a program, with its lines numbered from 1."""
    rows = tuple((str(i), line) for i, line in enumerate(lines, start=1))
    return lab_of((), lambda: Outcome(table=LabTable(columns=("line", "code"), rows=rows)))


def notations() -> Lab:
    """Return the lab of formulas that have the same shape, by who writes them."""
    rows = tuple((who, formula) for who, (formula, _) in names.NAMES.items())
    return lab_of((), lambda: Outcome(table=LabTable(columns=("source", "formula"), rows=rows)))


def knife() -> Lab:
    """Return the lab of a matrix that is cut between two columns, and of its partial products."""

    def outcome(i: int) -> Outcome:
        cut = names.CUTS[i]
        rows = tuple(
            (
                NO_BREAK.join((_numbers(row[:cut]), "|", _numbers(row[cut:]))),
                *map(_number, (*parts, sum(parts))),
            )
            for row, parts in zip(names.MATRIX, names.products(cut), strict=True)
        )
        vectors = f"[{_numbers(names.QUERY)}; {_numbers(names.KEY)}]"
        columns = ("W", "left of the cut", "right of the cut", "sum")
        line = LabLine("[q; k] = **{}**", (vectors,))
        return Outcome(lines=(line,), table=LabTable(columns=columns, rows=rows))

    settings = tuple(map(str, names.CUTS))
    return lab_of((Control(label="Cut after column", settings=settings, slides=True),), outcome)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _numbers(numbers: Sequence[int]) -> str:
    return NO_BREAK.join(map(_number, numbers))


def mask() -> Lab:
    """Return the lab of a row of two words and some pads, with three ways to mask."""
    pads = Control(label="Pads", settings=tuple(map(str, PADS)), start=2, slides=True)
    way = Control(label="The mask", settings=padding.WAYS)

    def outcome(count: int, chosen: int) -> Outcome:
        row = padding.masked_row((2, 1), PADS[count], padding.WAYS[chosen])
        mass = padding.padded_mass((2, 1), PADS[count])
        bars = (*(LabBar(label=f"Word {i + 1}", share=share) for i, share in enumerate(row)),)
        return Outcome(
            bars=(*bars, LabBar(label="Pads, without a mask", share=mass)),
            lines=(LabLine("The row of the two words sums to **{}**.", (f"{sum(row):.3f}",)),),
        )

    return lab_of((pads, way), outcome)
