"""Significance of BLEU differences between checkpoints, by the paired bootstrap."""

from collections.abc import Sequence

import numpy as np

from alignoscope.records.measured_rows import Resampled
from alignoscope.records.report import Report
from alignoscope.records.variant import FIXED_CONTEXT


def best_report(reports: Sequence[Report], part: str, decoding: str) -> Report | None:
    """Return the report with the highest BLEU, among those with bootstrap samples of this part."""
    found = [(_bleu(r, part, decoding), i, r) for i, r in enumerate(reports)]
    known = [(bleu, -i, r) for bleu, i, r in found if bleu is not None]
    return max(known, key=lambda item: item[:2])[2] if known else None


def tied_with(other: Report, reports: Sequence[Report], part: str, decoding: str) -> list[Report]:
    """Return the reports whose BLEU does not differ significantly from that of `other`.

    The paired bootstrap (Koehn 2004): BLEU of both on the same samples of the part's sentences. The
    difference is not significant if the middle 95 % of the differences include 0. Reports on
    another corpus or with other samples are left out.

    Args:
        other: the report to compare with.
        reports: the other reports, which may include `other`.
        part: "dev" or "test".
        decoding: the decoding, such as "greedy" or "beam 5".
    """
    theirs = _draws(other, part, decoding)
    tied = []
    for report in reports:
        ours = _draws(report, part, decoding)
        same = report.corpus_revision == other.corpus_revision and report.pair == other.pair
        if report is other or ours is None or theirs is None or not same:
            continue
        counts = (_counts(one, part, decoding) for one in (report, other))
        if len(ours.bleu) != len(theirs.bleu) or len({*counts}) > 1:
            continue
        low, high = np.percentile(np.subtract(ours.bleu, theirs.bleu), (2.5, 97.5))
        if low <= 0 <= high:
            tied.append(report)
    return tied


def _counts(report: Report, part: str, decoding: str) -> frozenset[tuple[int, int]]:
    """Return how many sentences were scored and skipped; another number has other samples."""
    return frozenset(
        (row.sentences, row.skipped)
        for row in report.quality
        if (row.part, row.decoding, row.references) == (part, decoding, "one")
    )


def say_ties(reports: Sequence[Report]) -> str:
    """Describe which reports do not differ significantly from the best one, and from fixed-context.

    The last part and decoding with bootstrap samples are used; the result is "" if no report has
    any. Reports without such samples are named.
    """
    drawn = [draws for report in reports for draws in report.resampled]
    if not drawn:
        return ""
    part, decoding = drawn[-1].part, drawn[-1].decoding
    best = best_report(reports, part, decoding)
    assert best is not None
    lines = [f"Highest BLEU ({part}, {decoding}): {best.name}.", _said(best, reports, drawn[-1])]
    bare = [report for report in reports if _draws(report, part, decoding) is None]
    fixed = [report for report in reports if report.variant == FIXED_CONTEXT and report is not best]
    lines += [_said(report, reports, drawn[-1]) for report in fixed if report not in bare]
    names = ", ".join(report.name for report in bare)
    lines += [f"Left out, without intervals: {names}."] * bool(bare)
    return " ".join(lines)


def _said(other: Report, reports: Sequence[Report], draws: Resampled) -> str:
    names = [report.name for report in tied_with(other, reports, draws.part, draws.decoding)]
    return f"Not distinguishable from {other.name}: {', '.join(names) or 'none'}."


def _draws(report: Report, part: str, decoding: str) -> Resampled | None:
    rows = (row for row in report.resampled if (row.part, row.decoding) == (part, decoding))
    return next(rows, None)


def _bleu(report: Report, part: str, decoding: str) -> float | None:
    if _draws(report, part, decoding) is None:
        return None
    rows = (row for row in report.quality if row.references == "one")
    return next((r.bleu for r in rows if (r.part, r.decoding) == (part, decoding)), None)
