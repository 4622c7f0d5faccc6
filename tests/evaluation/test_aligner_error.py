"""The alignment error of a statistical aligner."""

from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.data.corpus import Pair
from alignoscope.evaluation import aligner_error
from alignoscope.evaluation.aligner_error import measure_aligner
from alignoscope.evaluation.material import EvaluationData
from alignoscope.evaluation.option_selection import GoldPart
from alignoscope.evaluation.table import write_table
from alignoscope.records.links import Links
from alignoscope.records.report import read_aligner_report, read_report, write_report
from alignoscope.ui.model_results.results_chart import results_table
from tests.shared.gold_pairs import gold_pair
from tests.shared.measured import REPORT

RIGHT: Links = frozenset({(0, 0), (1, 1)})
WRONG: Links = frozenset({(0, 1), (1, 1)})


def test_the_aligner_learns_from_training_and_gold_sentences_and_has_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = gold_pair("a b", "c d", "0-0 1-1")
    parts = {"train": [Pair("e", "f")] * 3, "dev": [], "test": []}
    test = [replace(gold, name="2", part="test"), replace(gold, name="3", part="test")]
    golds = [GoldPart("g", "dev", (gold,)), GoldPart("g", "test", tuple(test))]
    seen = []

    def align(words: list) -> list:
        seen.extend(words)
        return [(RIGHT, WRONG)] * (len(words) - 1) + [(WRONG, RIGHT)]

    monkeypatch.setattr(aligner_error, "align_both_ways", align)
    material = EvaluationData("c.tsv", "abc", parts, golds, made_up=False)
    report = measure_aligner(material, "eng-fra", "python -m x")
    assert seen[2:] == [(["e"], ["f"])] + [(["a", "b"], ["c", "d"])] * 3
    assert report.sentences == 6
    found = {(r.part, r.symmetrisation, r.backward): r.aer for r in report.alignment}
    assert found["dev", None, False] == 0
    assert found["dev", None, True] == 0.5  # one of two links is right: 1 - (1 + 1) / (2 + 2)
    assert found["test", None, False] == 0.25  # 1 - (3 + 3) / (4 + 4)
    path = tmp_path / "aligners" / "eng-fra.json"
    write_report(report, path)
    assert read_aligner_report(path) == report
    with pytest.raises(ValueError, match="expected 'alignoscope-evaluation-1'"):
        read_report(path)
    table = results_table([REPORT], [report])
    assert table["variant"].tolist()[-1] == "eflomal (statistical aligner)"
    assert table["AER (g, test)"].tolist()[-1] == 0.25
    measured = replace(REPORT, alignment=report.alignment)
    write_table([measured], tmp_path)
    shown = (tmp_path / "table.md").read_text(encoding="utf-8")
    assert "| eflomal (statistical aligner) | eng-fra" in shown
