"""A run that is done is measured, so that the page "Models" has its row."""

from pathlib import Path

import pytest

from alignoscope.models.folder import CHECKPOINTS
from alignoscope.serving import model_store as cache
from alignoscope.training import __main__ as training
from alignoscope.training import measuring
from alignoscope.training.__main__ import main
from tests.shared.toy import command, write_corpus


@pytest.mark.slow
def test_the_page_has_the_row_of_a_model_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command(write_corpus(tmp_path / "aa-bb.tsv"), tmp_path, "--reverse")[3:]
    words.remove("--unmeasured")
    main(words)
    read = tmp_path / "out"
    own = read / "bb-aa" / "results"
    said = capsys.readouterr().out
    assert f"The report is in {own}. The app reads the models of {CHECKPOINTS}: give that" in said
    assert said.endswith(f"or start the app with ALIGNOSCOPE_CHECKPOINTS={read}.\n")
    assert "The app has it already" not in said
    monkeypatch.setattr(training, "CHECKPOINTS", read)
    main([*words, "--seed", "1"])
    said = capsys.readouterr().out
    assert "The app has it already" in said
    assert "has its row" in said
    monkeypatch.setattr(cache, "CHECKPOINTS", tmp_path / "out")
    report, other = sorted(cache.results("bb-aa"), key=lambda one: one.checkpoint)
    assert report.checkpoint == "bb-aa/luong-dot-seed1.safetensors"
    assert other.checkpoint == "bb-aa/luong-dot.safetensors"
    assert {row.part for row in report.quality} == {"dev", "test"}
    assert report.same_corpus
    main(words)  # what is finished is not measured again
    assert "Measuring" not in capsys.readouterr().out


def test_what_cannot_be_measured_is_told_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("out/aa-bb/luong-dot.safetensors")
    words = measuring.measure_command(path, corpus=None, reverse=False)
    said = measuring.measure(words, "done")  # there is no such checkpoint
    assert said.startswith("Not measured. Measure it later with")
    assert said.endswith("-m alignoscope.evaluation out/aa-bb/luong-dot.safetensors --beside")
    monkeypatch.setattr(measuring, "NEEDED", ("numpy", "no_such_package"))
    assert "Not measured: run pip install no_such_package first." in measuring.measure(words, "")
