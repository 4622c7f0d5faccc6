"""Which checkpoints are told apart by draws of the same sentences."""

from dataclasses import replace

from alignoscope.analysis.significance import best_report, say_ties, tied_with
from alignoscope.evaluation.table import markdown_table
from alignoscope.records.measured_rows import Resampled
from alignoscope.records.report import Report
from alignoscope.ui.model_results.results_chart import ranking, results_table
from tests.shared.measured import QUALITY, REPORT


def drawn(variant: str, bleu: float, shifts: tuple[float, ...]) -> Report:
    """Return a report whose draws are the shared ones, moved by `shifts` in turn."""
    draws = tuple(10 * (i % 7) + bleu + shifts[i % len(shifts)] for i in range(101))
    return replace(
        REPORT,
        checkpoint=f"eng-fra/{variant}.safetensors",
        variant=variant,
        config={"variant": variant},
        quality=(replace(QUALITY, bleu=bleu, bleu_low=bleu - 2, bleu_high=bleu + 3),),
        resampled=(Resampled(part="dev", decoding="greedy", bleu=draws),),
    )


BEST = drawn("luong-concat", 31.0, (0,))
NEAR = drawn("luong-dot", 30.5, (-1, 1))  # the difference is -1.5 or 0.5
FAR = drawn("fixed-context", 29.0, (-1, 1))  # -3 or -1: the draws' spread of 60 is no matter


def test_what_is_tied_is_found_by_differences_not_by_intervals() -> None:
    reports = [FAR, BEST, NEAR]
    assert best_report(reports, "dev", "greedy") is BEST
    assert tied_with(BEST, reports, "dev", "greedy") == [NEAR]
    assert tied_with(FAR, reports, "dev", "greedy") == []  # always 1.5 apart
    assert tied_with(BEST, [replace(NEAR, corpus_revision="other")], "dev", "greedy") == []
    fewer = replace(NEAR, quality=(replace(NEAR.quality[0], skipped=1),))
    assert tied_with(BEST, [fewer], "dev", "greedy") == []
    assert tied_with(BEST, [replace(NEAR, resampled=())], "dev", "greedy") == []


def test_the_page_and_the_printed_table_say_what_is_tied() -> None:
    said = (
        "Highest BLEU (dev, greedy): luong-concat. Not distinguishable from luong-concat: "
        "luong-dot. Not distinguishable from fixed-context: none."
    )
    assert say_ties([FAR, BEST, NEAR]) == said
    bare = replace(FAR, resampled=())
    assert say_ties([bare, BEST, NEAR]) == (
        "Highest BLEU (dev, greedy): luong-concat. Not distinguishable from luong-concat: "
        "luong-dot. Left out, without intervals: fixed-context."
    )
    assert "no confidence intervals" in ranking([REPORT])
    shown = markdown_table([FAR, BEST, NEAR])
    assert said in shown
    assert "31.0 [29.0, 34.0]" in shown
    assert results_table([BEST])["BLEU (dev, greedy), 95%"].tolist() == ["29.0 to 34.0"]
