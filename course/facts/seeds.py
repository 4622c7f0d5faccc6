"""What other seeds of one recipe come to: reports of variants that were trained several times."""

from functools import cache
from pathlib import Path

from alignoscope.records.report import read_report

SEEDS = Path(__file__).parents[2] / "results" / "seeds"
NEITHER = "neither"


@cache
def bleu_by_seed(variant: str) -> dict[int | None, float]:
    """Return the BLEU of a variant on the dev part by the seed that it was trained with.

    Raises:
        ValueError: if a report cannot be read.
    """
    reports = map(read_report, sorted(SEEDS.glob(f"eng-fra-{variant}-seed*.json")))
    return {
        report.seed: row.bleu
        for report in reports
        for row in report.quality
        if (row.part, row.decoding, row.references) == ("dev", "greedy", "one")
    }


def wins(variant: str, other: str) -> int:
    """Return with how many seeds a variant translates better than another."""
    scores, others = bleu_by_seed(variant), bleu_by_seed(other)
    return sum(scores[seed] > others[seed] for seed in scores)


def ahead(variant: str, other: str) -> str:
    """Return which of two variants translates better with every seed, or "neither"."""
    for one, two in ((variant, other), (other, variant)):
        if min(bleu_by_seed(one).values()) > max(bleu_by_seed(two).values()):
            return one
    return NEITHER
