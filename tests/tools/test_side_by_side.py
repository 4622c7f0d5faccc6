"""Two folders of results in one table."""

from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.records.measured_rows import LengthScore
from alignoscope.records.report import write_report
from alignoscope.tools.side_by_side import main
from tests.shared.measured import QUALITY, REPORT

pytestmark = pytest.mark.slow  # `make check` tests the tools


def length(longest: int, bleu: float) -> LengthScore:
    return LengthScore(
        part="test",
        shortest=longest - 4,
        longest=longest,
        pairs=7,
        joined=False,
        sentences=1.0,
        words=longest - 1.5,
        bleu=bleu,
    )


def test_old_numbers_stand_before_new_ones(tmp_path: Path, capsys) -> None:
    lengths = (length(10, 40.0), length(45, 33.0), length(50, 29.0))
    tested = replace(QUALITY, part="test", bleu=29.0, chrf=51.0)
    wide = replace(tested, decoding="beam 5", bleu=30.5, chrf=52.0)
    new = replace(REPORT, quality=(QUALITY, tested, wide), lengths=lengths)
    write_report(REPORT, tmp_path / "old" / "a.json")
    write_report(new, tmp_path / "new" / "a.json")
    write_report(replace(new, variant="nematus-additive"), tmp_path / "new" / "b.json")
    main([str(tmp_path / "old"), str(tmp_path / "new")])
    head, _, dot, nematus = capsys.readouterr().out.strip().splitlines()
    assert "BLEU, beam 5" in head
    assert "| 31.0 → 29.0 " in dot
    assert "| – → 30.5 " in dot
    assert "| – → 0.78 " in dot  # (33 + 29) / 2 / 40 = 0.775
    assert "| nematus-additive " in nematus
    assert "| – → 29.0 " in nematus


def test_a_folder_without_results_is_refused_in_a_line(tmp_path: Path, capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        main([str(tmp_path), str(tmp_path)])
    assert "holds no results" in capsys.readouterr().err
