"""Facts about long sentences: reports of the quality of translations by the source's length."""

from functools import cache
from pathlib import Path

from alignoscope.records.measured_rows import LengthScore
from alignoscope.records.report import read_report

RESULTS = Path(__file__).parents[2] / "results"
HALF = 0.5


@cache
def by_length(variant: str) -> tuple[LengthScore, ...]:
    """Return the BLEU of a variant by length, of the text with the longest single sentences.

    If no single sentences were measured, short ones are joined into long texts.

    Raises:
        ValueError: if the report cannot be read.
    """
    report = read_report(RESULTS / f"eng-fra-{variant}-seed0.json")
    rows = report.real_lengths or report.lengths
    longest = max(rows, key=lambda row: row.shortest)
    return tuple(row for row in rows if row.part == longest.part)


def trend(variant: str) -> str:
    """Return "falls" if the BLEU of the longest is less than half of the best, else "holds"."""
    scores = [row.bleu for row in by_length(variant)]
    return "falls" if scores[-1] < HALF * max(scores) else "holds"
