"""BLEU by length, as the page "Models" draws and says it."""

from dataclasses import replace

from alignoscope.records.measured_rows import LengthScore
from alignoscope.records.run import RunRecord
from alignoscope.ui.model_results.lengths_chart import about_lengths, lengths_figure, lengths_table
from tests.shared.measured import REPORT

ROWS = tuple(
    LengthScore(
        part="test",
        shortest=longest - 4,
        longest=longest,
        pairs=7,
        joined=longest > 20,
        sentences=1.0,
        words=longest - 1.5,
        bleu=bleu,
    )
    for longest, bleu in ((10, 40.0), (45, 33.0), (50, 29.0))
)


def test_joined_lengths_are_hollow_and_what_is_left_is_said() -> None:
    long = replace(REPORT, lengths=ROWS)
    joined = replace(long, record=RunRecord(training={"joined_share": 0.15}))
    line = lengths_figure([long]).data[0]
    assert list(line.marker.symbol) == ["circle", "circle-open", "circle-open"]
    assert lengths_table([long, REPORT])["41–50 over 6–10"].tolist() == [0.775]
    assert "No model learnt from joined" in about_lengths([long])
    assert "1 of the models learnt from joined" in about_lengths([long, joined])
    assert "Every model learnt from joined" in about_lengths([joined])
