"""The report of a checkpoint as a file, and the table of several."""

import json
import math
from dataclasses import replace
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from alignoscope.evaluation.option_selection import (
    GoldPart,
    measure_alignment,
)
from alignoscope.evaluation.table import csv_table, markdown_table
from alignoscope.records.measured_rows import Forced, Resampled
from alignoscope.records.report import read_report, write_report
from alignoscope.records.run import RunRecord
from tests.shared.measured import PARTS_AND_SHIFTS, QUALITY, REPORT, gold_of


def test_a_report_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.json"
    write_report(REPORT, path)
    assert read_report(path) == REPORT
    drawn = replace(REPORT, resampled=(Resampled(part="dev", decoding="greedy", bleu=(31.5, 30)),))
    write_report(drawn, tmp_path / "b.json")
    assert read_report(tmp_path / "b.json") == drawn
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["format"] == "alignoscope-evaluation-1"
    assert not {"resampled", "bleu_low"} & {*content, *content["quality"][0]}  # as in older files
    assert pd.DataFrame(content["quality"])["bleu"].tolist() == [31]
    assert "été" in (tmp_path / "b.json").read_text(encoding="utf-8")


def test_a_guided_run_has_a_row_and_a_name_of_its_own() -> None:
    training = {**REPORT.record.training, "guide_weight": 0.5, "guide_aligner": "eflomal 2.0.0"}
    guided = replace(REPORT, record=replace(REPORT.record, training=training))
    table = csv_table([REPORT, guided, replace(guided, seed=1)])
    assert table["variant"].tolist() == ["luong-dot", "luong-dot-guided"]
    assert table["seeds"].tolist() == ["0", "0, 1"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.json"
    write_report(REPORT, path)
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_report(replace(REPORT, best_dev_loss=math.nan), path)

    def fail(*_) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk is full"):
        write_report(replace(REPORT, seed=1), path)
    assert read_report(path) == REPORT
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no report can be read from it"),
        ("[]", r"The report is \[\]: expected an object"),
        ('{"format": 7}', "The format is 7, expected 'alignoscope-evaluation-1'"),
        ('{"format": "alignoscope-evaluation-1", "pages": 1}', "has the field 'pages', which is"),
    ],
)
def test_files_that_are_no_reports_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_report(path)


def test_the_table_joins_the_seeds_of_a_variant() -> None:
    record = RunRecord(training={"seed": 1, "epochs": 3})
    second = replace(REPORT, seed=1, record=record, quality=(replace(QUALITY, bleu=34.0),))
    other = replace(REPORT, record=RunRecord(training={"seed": 0, "epochs": 5}))
    table = csv_table([REPORT, second, other])
    assert table["seeds"].tolist() == ["0, 1", "0"]
    assert table["dev BLEU, greedy"].tolist() == [32.5, 31]
    assert table["dev BLEU, greedy min"][0] == 31
    assert table["dev BLEU, greedy max"][0] == 34
    assert table["parameters"].tolist() == [1009, 1009]
    shown = markdown_table([REPORT, second, other])
    assert "| 32.5 (31.0 to 34.0) |" in shown
    assert "1,009 |" in shown
    assert "mean (lowest to highest of several seeds)" in shown
    assert "several seeds" not in markdown_table([REPORT, other])


def test_the_table_shows_test_and_the_aer_that_was_chosen(tiny) -> None:
    checkpoint = tiny("luong-dot")
    golds = [
        GoldPart("toy", part, tuple(gold_of(checkpoint, part, s))) for part, s in PARTS_AND_SHIFTS
    ]
    rows = measure_alignment(checkpoint, golds, tiny("luong-dot", seed=1))
    forced = Forced(
        part="test",
        pairs=1,
        skipped=0,
        tokens=1,
        loss=1.25,
        entropy=None,
        uniform_entropy=None,
        coverage=None,
    )
    quality = (QUALITY, replace(QUALITY, part="test", decoding="beam 5", bleu=29.0))
    report = replace(REPORT, quality=quality, forced=(forced,), alignment=tuple(rows))
    table = csv_table([report]).iloc[0]
    for measure, balanced in product(("weights", "posterior"), (False, True)):
        said = ", posterior" * (measure == "posterior") + ", balanced" * balanced
        chosen = [row for row in rows if row.chosen and row.part == "test"]
        chosen = [row for row in chosen if (row.measure, row.balanced) == (measure, balanced)]
        assert table[f"test AER, toy{said}"] == chosen[0].aer
        best = min(chosen[1:], key=lambda row: row.dev_aer)
        assert table[f"test AER, toy, two ways{said}"] == best.aer
    assert table["test BLEU, beam 5"] == 29
    assert table["dev BLEU, greedy"] == 31
    assert "test entropy" not in table
    shown = markdown_table([report])
    assert "test BLEU, beam 5" in shown
    assert "dev BLEU, greedy" not in shown
    assert "as chosen on the gold's dev part" in shown


def test_the_table_of_a_pair_shows_dev_until_all_of_it_is_tested() -> None:
    tested = replace(REPORT, pair="dates", quality=(QUALITY, replace(QUALITY, part="test")))
    first, second = markdown_table([REPORT, tested]).split("\n\n")[:2]
    assert "dev BLEU, greedy" in first
    assert "eng-fra" in first
    assert "dates" not in first
    assert "test BLEU, greedy" in second
    assert "dev BLEU, greedy" not in second
    other = replace(REPORT, pair="dates", variant="luong-concat", config={"variant": "other"})
    assert "dev BLEU, greedy" in markdown_table([tested, other])
