"""Facts about long sentences: reports of the quality of translations by the source's length."""

from functools import cache

from alignoscope.models.folder import SHIPPED, results_folder
from alignoscope.records.measured_rows import LengthScore
from alignoscope.records.report import read_report

RESULTS = results_folder(SHIPPED / "eng-fra")
HALF, NEAR = 0.5, 0.8
PART = "europarl-eng-fra.test"  # Single long sentences, of the European Parliament.


@cache
def by_length(variant: str) -> tuple[LengthScore, ...]:
    """Return the BLEU of a variant by length, of the single sentences of `PART`.

    Raises:
        ValueError: if the report cannot be read, or has none of them.
    """
    path = RESULTS / f"eng-fra-{variant}-seed0.json"
    rows = tuple(row for row in read_report(path).real_lengths if row.part == PART)
    if not rows:
        raise ValueError(f"{path.name} has no BLEU by length of {PART}.")
    return rows


def trend(variant: str) -> str:
    """Return "falls" if the BLEU of the longest is less than half of the best, else "holds"."""
    scores = [row.bleu for row in by_length(variant)]
    return "falls" if scores[-1] < HALF * max(scores) else "holds"


def holds_until(variant: str) -> int:
    """Return the number of words of the longest sentences whose BLEU is near the best (`NEAR`)."""
    rows = by_length(variant)
    best = max(row.bleu for row in rows)
    return max(row.longest for row in rows if row.bleu >= NEAR * best)
