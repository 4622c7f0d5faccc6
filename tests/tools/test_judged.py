"""Translations that a person reads: each once, with no name beside it, and counted."""

from dataclasses import replace
from pathlib import Path

import pytest

from alignoscope.data.corpus import read_pairs
from alignoscope.records.measured_rows import Translation
from alignoscope.records.report import Report, write_report
from alignoscope.tools import documented
from alignoscope.tools.documented import fill
from alignoscope.tools.judged import main
from tests.checkout import ROOT
from tests.shared.measured import REPORT

pytestmark = pytest.mark.slow  # `make check` tests the tools

WROTE = {  # what each model made of "a cat" and "a dog"
    "luong-dot": ("un chat", "un chien"),
    "luong-general": ("un chat", "un chien"),
    "bahdanau-additive": ("une chat", "deux chiens"),
}


def reports() -> list[Report]:
    return [
        replace(
            REPORT,
            variant=variant,
            translations=tuple(
                Translation(part="some", decoding="beam 5", source=source, text=text)
                for source, text in zip(("a cat", "a dog"), texts, strict=True)
            ),
        )
        for variant, texts in WROTE.items()
    ]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    for report in reports():
        write_report(report, tmp_path / f"{report.name}.json")
    return tmp_path


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


def test_each_translation_is_asked_for_once_and_its_grade_is_kept_and_counted(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["some.txt", "--results", str(results)]
    main(words)
    grades = results / "judged" / "some.tsv"
    head = ["source", "translation", "grade"]
    texts = [("a cat", "un chat"), ("a cat", "une chat"), ("a dog", "deux chiens")]
    assert rows(grades) == [head, *([*one, ""] for one in [*texts, ("a dog", "un chien")])]
    lines = grades.read_text("utf-8").replace("un chat\t", "un chat\tright")
    grades.write_text(lines.replace("un chien\t", "un chien\tminor"), "utf-8")
    graded = grades.read_bytes()
    capsys.readouterr()
    main(words)
    assert grades.read_bytes() == graded
    table = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in capsys.readouterr().out.splitlines()
    ]
    assert table[0] == ["", "right", "minor", "wrong", "not yet read"]
    assert {row[0]: row[1:] for row in table[2:]} == {
        "eng-fra luong-dot": list("1100"),
        "eng-fra luong-general": list("1100"),
        "eng-fra bahdanau-additive": list("0002"),
    }


def test_a_document_counts_grades_and_lists_translations_with_their_models(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (results / "judged").mkdir()
    lines = "source\ttranslation\tgrade\na cat\tun chat\tright\na dog\tun chien\twrong\n"
    (results / "judged" / "some.tsv").write_text(lines, "utf-8")
    monkeypatch.setattr(documented, "RESULTS", results)
    monkeypatch.setitem(documented.TABLES, "grades", documented.each(documented.grades_of("some")))
    monkeypatch.setitem(documented.TABLES, "texts", documented.translations_of("some"))
    written = fill("<!-- table grades eng-fra -->\n<!-- end -->", reports())
    assert written.splitlines()[1:-1] == [
        "| variant | right | minor | wrong | not yet read |",
        "| --- | --- | --- | --- | --- |",
        "| `bahdanau-additive` | 0 | 0 | 0 | 2 |",
        "| `luong-dot` | 1 | 0 | 1 | – |",
        "| `luong-general` | 1 | 0 | 1 | – |",
    ]
    written = fill("<!-- table texts eng-fra -->\n<!-- end -->", reports())
    assert written.splitlines()[3:-1] == [
        "| a cat | une chat | `bahdanau-additive` |",
        "|  | un chat | `luong-dot`, `luong-general` |",
        "| a dog | deux chiens | `bahdanau-additive` |",
        "|  | un chien | `luong-dot`, `luong-general` |",
    ]


def test_what_cannot_be_judged_is_said(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["other.txt", "--results", str(results)])
    assert "no report has translations of other. Measure the models" in capsys.readouterr().err
    grades = results / "judged" / "some.tsv"
    grades.parent.mkdir()
    grades.write_text("source\ttranslation\tgrade\na\tb\tgood\n", "utf-8")
    with pytest.raises(SystemExit, match="2"):
        main(["some.txt", "--results", str(results)])
    assert "line 2: expected" in capsys.readouterr().err


def test_the_typed_sentences_are_a_hundred_of_the_written_test_part() -> None:
    gold = ROOT / "data" / "gold"
    typed = (gold / "typed-eng-fra.txt").read_text("utf-8").splitlines()
    test = {pair.source for pair in read_pairs(ROOT / "data" / "written" / "eng-fra.test.tsv.gz")}
    assert len({*typed}) == 100
    assert {*typed} <= test
