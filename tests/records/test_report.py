"""What a report sums up of its rows."""

from dataclasses import replace

from alignoscope.records.measured_rows import LengthScore
from tests.shared.measured import QUALITY, REPORT


def score(longest: int, bleu: float) -> LengthScore:
    """Return the score of sources with at most this many words."""
    return LengthScore(
        part="dev",
        shortest=longest - 4,
        longest=longest,
        pairs=7,
        joined=False,
        sentences=1.0,
        words=longest - 2.0,
        bleu=bleu,
    )


def test_the_ratio_of_lengths_is_of_the_mean_of_both_long_ranges() -> None:
    lengths = score(10, 40.0), score(45, 30.0), score(50, 20.0)
    assert replace(REPORT, lengths=lengths).length_ratio == 0.625  # (30 + 20) / 2 / 40
    assert replace(REPORT, lengths=lengths[:2]).length_ratio is None
    assert replace(REPORT, lengths=(score(10, 0.0), *lengths[1:])).length_ratio is None


def test_the_bleu_of_test_comes_before_that_of_dev() -> None:
    both = QUALITY, replace(QUALITY, part="test", bleu=29.0)
    assert replace(REPORT, quality=both).greedy_bleu == 29
    assert REPORT.greedy_bleu == 31
