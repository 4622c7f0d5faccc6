"""The command that measures a parallel text."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from alignoscope.cli import triage
from alignoscope.cli.main import main
from alignoscope.models.checkpoint import save_checkpoint
from tests.shared.samples import SENTENCES

PAIRS = [(SENTENCES[i], SENTENCES[i + 1]) for i in range(0, 6, 2)]


@pytest.fixture
def folder(tiny, tmp_path: Path) -> Path:
    for name in ("luong-general", "luong-dot"):
        save_checkpoint(tiny(name), tmp_path / f"{name}.safetensors")
    (tmp_path / "a.tsv").write_text("".join(f"{one}\t{other}\n" for one, other in PAIRS))
    return tmp_path


def run(folder: Path, *words: str) -> None:
    models = [str(folder / f"{name}.safetensors") for name in ("luong-general", "luong-dot")]
    main(["triage", str(folder / "a.tsv"), "--models", *models, *words])


@pytest.mark.parametrize("kind", [".csv", ".parquet"])
def test_a_table_is_written_with_a_line_a_pair(folder: Path, kind: str) -> None:
    out = folder / f"a{kind}"
    run(folder, "--out", str(out))
    table = pd.read_csv(out) if kind == ".csv" else pd.read_parquet(out)
    assert table["source"].tolist() == [source for source, _ in PAIRS]
    assert [int(name) for name in table["no."]] == [1, 2, 3]
    assert table[["confidence", "disagreement", "surprise"]].notna().all(axis=None)
    with pytest.raises(SystemExit):
        run(folder, "--out", str(out))  # nothing is overwritten


def test_what_is_left_out_of_a_text_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*(f"{one}\t{other}" for one, other in PAIRS), "a caf\xe9\t"]
    (folder / "a.tsv").write_text("\n".join(lines), encoding="cp1252")
    run(folder, "--out", str(folder / "c.csv"))
    said = capsys.readouterr().err
    assert "1 lines with an empty side are left out." in said
    assert "Windows-1252" in said


def test_a_text_the_other_way_round_is_said(
    tiny, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny("luong-general")
    model = replace(model, record=replace(model.record, pair="fra-eng"))
    save_checkpoint(model, folder / "luong-general.safetensors")
    run(folder, "--out", str(folder / "d.csv"))
    assert "the models are of fra-eng: are the texts the other way round? --reverse" in (
        capsys.readouterr().err
    )


def test_a_text_that_names_other_languages_is_said(
    tiny, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tiny("luong-general")
    model = replace(model, record=replace(model.record, pair="eng-deu"))
    save_checkpoint(model, folder / "luong-general.safetensors")
    text = folder / "a.tsv"
    text.write_text(f"en\tfr\n{text.read_text('utf-8')}", encoding="utf-8")
    run(folder, "--out", str(folder / "d.csv"))
    said = "names its languages: en-fr, but the models are of eng-deu: the texts are not in these"
    assert said in capsys.readouterr().err


def test_some_pairs_are_taken_evenly(folder: Path) -> None:
    lines = (folder / "a.tsv").read_text(encoding="utf-8")
    (folder / "a.tsv").write_text(lines * 2, encoding="utf-8")
    run(folder, "--out", str(folder / "b.csv"), "--most", "2")
    assert pd.read_csv(folder / "b.csv")["no."].tolist() == [1, 4]


def test_the_sides_are_turned_where_it_is_asked_for(folder: Path) -> None:
    run(folder, "--out", str(folder / "e.csv"), "--reverse")
    assert pd.read_csv(folder / "e.csv")["source"].tolist() == [target for _, target in PAIRS]


def test_how_well_damage_is_found_is_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(folder, "--damage")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| measure | a word dropped | a word repeated | targets shuffled |"
    assert (
        next(line for line in lines if line.startswith("| repetition")).split("|")[3] == " 1.000 "
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Give one of --out FILE"),
        (("--out", "a.xlsx"), "ends in .csv or .parquet"),
        (("--damage", "--most", "1"), "expected 2 or more"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_line(
    folder: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(folder, *words)
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_text_that_cannot_be_read_is_told_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["triage", str(folder / "none.tsv"), "--models", "a.safetensors", "--damage"])
    assert capsys.readouterr().err.endswith("none.tsv cannot be read: No such file or directory.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--out", "long.csv"), "No pair can be measured"), (("--damage",), "Too few pairs")],
)
def test_a_text_of_which_no_pair_can_be_measured_is_told_in_one_line(
    folder: Path,
    words: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    long = "a " * 1000
    (folder / "a.tsv").write_text(f"{long}\t{long}\n" * 3)
    with pytest.raises(SystemExit, match="2"):
        run(folder, *words)
    assert capsys.readouterr().err.splitlines()[-1].startswith(said)
    assert not (folder / "long.csv").exists()


def test_a_command_that_is_stopped_says_so_in_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(name: str) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(triage, "find_checkpoint", stop)
    with pytest.raises(SystemExit) as stopped:
        run(folder, "--damage")
    assert stopped.value.code == 130
    assert capsys.readouterr().err == "Stopped.\n"
