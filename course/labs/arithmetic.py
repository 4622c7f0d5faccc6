"""Labs that need no model: a softmax and a mask."""

from alignoscope.course.facts import padding, parts
from alignoscope.course.labs.record import Control, Lab, LabBar, LabLine, LabTable, Outcome, lab_of
from alignoscope.records.catalogue.scores import SCORES

SCORE_RANGE = range(-4, 5)
PADS = (0, 1, 3, 5, 20, 50)
COMPARED = ("concat", "additive")


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


def formulas() -> Lab:
    """Return the lab of two scores' formulas and papers."""
    rows = tuple((name, SCORES[name].label, SCORES[name].paper) for name in COMPARED)
    table = LabTable(columns=("score", "formula", "paper"), rows=rows)
    return lab_of((), lambda: Outcome(table=table))


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
