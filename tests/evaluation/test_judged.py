"""Translations that a person reads: each once, with no name beside it, and counted."""

from pathlib import Path

import pytest
from samples import SENTENCES

from alignoscope.evaluation.judged.__main__ import main
from alignoscope.models.checkpoint import save_checkpoint


@pytest.fixture
def models(tiny, learned, tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"{name}.safetensors" for name in ("knows", "knows-too", "guesses")]
    made = (learned("luong-dot"), learned("luong-general"), tiny("luong-dot"))
    for path, checkpoint in zip(paths, made, strict=True):
        save_checkpoint(checkpoint, path, exact=True)
    return [str(path) for path in paths]


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def test_each_translation_is_asked_for_once_and_its_grade_is_kept_and_counted(
    models: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sentences, grades = tmp_path / "sentences.txt", tmp_path / "grades.tsv"
    sentences.write_text("\n".join(SENTENCES[0:4:2]) + "\n", "utf-8")
    words = [*models, "--sentences", str(sentences), "--grades", str(grades)]
    main(words)
    asked = rows(grades)
    assert asked[0] == ["source", "translation", "grade"]
    known = [[SENTENCES[0], SENTENCES[1], ""], [SENTENCES[2], SENTENCES[3], ""]]
    assert [row for row in asked[1:] if row[1] in SENTENCES] == known  # of two models, one line
    assert len(asked) == 1 + 2 + 2
    assert not any("knows" in cell for row in asked for cell in row)
    text = grades.read_text("utf-8").replace(f"{SENTENCES[1]}\t", f"{SENTENCES[1]}\tright")
    grades.write_text(text.replace(f"{SENTENCES[3]}\t", f"{SENTENCES[3]}\tminor"), "utf-8")
    graded = grades.read_bytes()
    capsys.readouterr()
    main(words)
    assert grades.read_bytes() == graded
    table = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in capsys.readouterr().out.splitlines()
    ]
    assert table[0] == ["", "right", "minor", "wrong", "not yet read"]
    assert [row[1:] for row in table[2:]] == [list("1100"), list("1100"), list("0002")]


def test_a_grade_that_is_none_is_refused_by_its_line(
    models: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grades = tmp_path / "grades.tsv"
    grades.write_text("source\ttranslation\tgrade\na\tb\tgood\n", "utf-8")
    with pytest.raises(SystemExit) as ended:
        main([models[0], "--grades", str(grades)])
    assert ended.value.code == 2
    assert "line 2: expected" in capsys.readouterr().err
    assert grades.read_text("utf-8").endswith("a\tb\tgood\n")
