"""Facts about seeds: reports of variants that were trained with several seeds."""

from functools import cache

from alignoscope.models.folder import SHIPPED, results_folder
from alignoscope.records.report import read_report

SEEDS = results_folder(SHIPPED / "eng-fra") / "seeds"
NEITHER = "neither"


@cache
def bleu_by_seed(variant: str) -> dict[int | None, float]:
    """Return the dev BLEU of a variant, by the seed of its training.

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
    """Return the number of seeds with which a variant translates better than another."""
    scores, others = bleu_by_seed(variant), bleu_by_seed(other)
    return sum(scores[seed] > others[seed] for seed in scores)


def ahead(variant: str, other: str) -> str:
    """Return the variant whose worst seed is better than the other's best, or "neither"."""
    for one, two in ((variant, other), (other, variant)):
        if min(bleu_by_seed(one).values()) > max(bleu_by_seed(two).values()):
            return one
    return NEITHER
