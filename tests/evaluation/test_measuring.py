"""The command line that measures checkpoints."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from alignoscope.decoding.best import best_texts
from alignoscope.evaluation.__main__ import main, name_reports, read_texts
from alignoscope.evaluation.confidence import further_pairs
from alignoscope.evaluation.measure import write_command
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.records.report import read_report, write_report
from alignoscope.records.run import RunRecord, Snapshot, TrainedOn
from tests.shared.measured import PAIRS, write_corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


@pytest.fixture
def save(learned, tmp_path: Path) -> Callable[..., str]:
    """Return a function that saves a small model with a record, and returns its path."""

    def make(variant: str = "luong-general", seed: int | None = 0, **record) -> str:
        path = tmp_path / f"run{seed}" / "eng-fra" / f"{variant}.safetensors"
        kept = RunRecord(training={"seed": seed}, corpus=TrainedOn(name="toy.tsv"))
        save_checkpoint(replace(learned(variant), record=replace(kept, **record)), path)
        return str(path)

    return make


def test_a_command_tells_no_folders() -> None:
    argv = ["/home/me/a b.safetensors", "--out=/tmp/x", "--corpus", "data/c.tsv"]
    assert write_command(argv) == (
        "python -m evaluation 'a b.safetensors' --out=x --corpus data/c.tsv"
    )
    outside = ["../k.safetensors", "--gold=../../mine/gold.tsv", "--corpus", "../texts/c.tsv"]
    assert write_command(outside) == (
        "python -m evaluation k.safetensors --gold=gold.tsv --corpus c.tsv"
    )


def test_the_plain_command_prints_greedy_dev_scores(corpus: Path, save, capsys) -> None:
    main(["--corpus", str(corpus), save(), save("fixed-context", None)])
    printed = capsys.readouterr().out
    assert "dev BLEU, greedy |" in printed
    assert "dev chrF, greedy |" in printed
    assert "| luong-general | eng-fra | 0 " in printed
    assert "sentences, greedy, one reference, nrefs:1|" in printed
    assert "beam" not in printed
    main([save(), "--corpus", str(corpus), "--part", "test"])
    assert "test BLEU, greedy |" in capsys.readouterr().out


def test_everything_is_measured_and_written(corpus: Path, save, tmp_path: Path, capsys) -> None:
    out = tmp_path / "results"
    gold = tmp_path / "gold.tsv"
    header = "id\tpart\tphenomenon\tenglish\tfrench\tsure\tpossible\n"
    gold.write_text(f"{header}1\tdev\t\tthe car\tla voiture\t1-1 2-2\t\n", encoding="utf-8")
    options = ["--corpus", str(corpus), "--beam", "2", "--out", str(out)]
    checkpoints = [save(snapshots=(Snapshot(step=0, maps=()),)), save(seed=1)]
    main([*checkpoints, *options, "--gold", str(gold), "--backward", save(seed=2)])
    main([save("fixed-context"), *options, "--quick"])
    names = [f"eng-fra-{name}" for name in ("fixed-context-seed0", "luong-general-seed0")]
    files = sorted(path.name for path in out.iterdir())
    assert files[:2] == [f"{name}.json" for name in names]
    assert files[2:] == ["eng-fra-luong-general-seed1.json", "table.csv", "table.md"]
    report = read_report(out / files[1])
    assert {(row.part, row.decoding) for row in report.quality} == {
        (part, decoding) for part in ("dev", "test") for decoding in ("greedy", "beam 2")
    }
    assert [row.part for row in report.forced] == ["dev", "test"]
    assert {row.part for row in report.lengths} == {"test"}
    assert {row.directions for row in report.alignment} == {1, 2}
    assert [row.decoding for row in report.speed] == ["greedy", "beam 5"]
    assert report.record == RunRecord(training={"seed": 0}, corpus=TrainedOn(name="toy.tsv"))
    assert report.hardware["threads"] == 1
    assert str(tmp_path) not in (out / files[1]).read_text(encoding="utf-8")
    quick = read_report(out / files[0])
    assert len(quick.quality) == 1
    assert (quick.forced, quick.speed) == ((), ())
    table = pd.read_csv(out / "table.csv")
    assert table["variant"].tolist() == ["luong-general", "fixed-context"]
    assert table["test BLEU, greedy min"][0] <= table["test BLEU, greedy"][0]
    assert capsys.readouterr().out.endswith((out / "table.md").read_text(encoding="utf-8"))


def test_other_texts_are_measured_beside_the_parts(
    corpus: Path, save, tmp_path: Path, capsys
) -> None:
    out, beside = tmp_path / "results", tmp_path / "written.tsv"
    beside.write_text("".join(f"{pair.source}\t{pair.target}\n" for pair in PAIRS * 7))
    options = ["--corpus", str(corpus), "--beam", "2", "--out", str(out)]
    main([save(), *options, "--texts", str(beside)])
    report = read_report(out / "eng-fra-luong-general-seed0.json")
    found = [(row.part, row.decoding, row.references, row.bleu) for row in report.texts]
    assert found == [
        ("written", "greedy", "one", 100.0),
        ("written", "beam 2", "one", pytest.approx(75, abs=30)),
    ]
    assert {row.part for row in report.quality} == {"dev", "test"}
    assert {row.part for row in report.real_lengths} <= {"test", "written"}
    assert "written BLEU, greedy" in capsys.readouterr().out
    assert json.loads((out / "eng-fra-luong-general-seed0.json").read_text())["texts"]
    with pytest.raises(SystemExit):
        main([save(), *options, "--texts", str(beside), str(tmp_path / "x" / "written.tsv")])
    assert "--texts names written more than once" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([save(), "--corpus", str(corpus), "--texts", str(beside)])
    assert "--texts takes longer than a quick run" in capsys.readouterr().err


def test_texts_the_other_way_round_are_named(corpus: Path, save, tmp_path: Path, capsys) -> None:
    file = tmp_path / "swapped.tsv"
    file.write_text("".join(f"{p.target}\t{p.source}\n" for p in PAIRS), encoding="utf-8")
    options = ["--corpus", str(corpus), "--beam", "1", "--out", str(tmp_path / "results")]
    main([save(pair="eng-fra"), *options, "--parts", "dev", "--texts", str(file)])
    said = capsys.readouterr().err
    assert "swapped.tsv: Column 2 is English, but the models are of eng-fra: are the texts" in said


def test_texts_whose_columns_are_named_are_read_by_the_models_languages(
    corpus: Path, save, tmp_path: Path, capsys
) -> None:
    file, other = tmp_path / "turned.tsv", tmp_path / "other.tsv"
    lines = "".join(f"{p.target}\t{p.source}\n" for p in PAIRS)
    file.write_text(f"fr\ten\n{lines}", encoding="utf-8")
    other.write_text(f"de\ten\n{lines}", encoding="utf-8")
    assert read_texts([file], "eng-fra", reverse=False)["turned"][0] == PAIRS[0]
    assert read_texts([file], "fra-eng", reverse=True)["turned"][0] == PAIRS[0][::-1]
    assert capsys.readouterr().err == ""
    assert further_pairs([other], "eng-fra", reverse=False)[0] == PAIRS[0][::-1]
    said = "other.tsv: The text names its languages: de-en, but the models are of eng-fra: the "
    assert said in capsys.readouterr().err
    out = ["--beam", "1", "--out", str(tmp_path / "results"), "--parts", "dev"]
    corpus.write_text(f"en\tde\n{corpus.read_text('utf-8')}", encoding="utf-8")
    main([save(pair="eng-fra"), "--corpus", str(corpus), *out])
    assert "The text names its languages: en-de, but the" in capsys.readouterr().err


def test_translations_of_sentences_are_kept(corpus: Path, save, tmp_path: Path, capsys) -> None:
    out, file = tmp_path / "results", tmp_path / "some.txt"
    file.write_text(f"{PAIRS[0].source}\n\n{PAIRS[1].source}  \n", encoding="utf-8")
    options = ["--corpus", str(corpus), "--parts", "dev", "--beam", "2", "--out", str(out)]
    main([save(), *options, "--sentences", str(file)])
    report = read_report(out / "eng-fra-luong-general-seed0.json")
    found = [(row.part, row.decoding, row.source) for row in report.translations]
    assert found == [("some", "beam 2", pair.source) for pair in PAIRS[:2]]
    written = best_texts(load_checkpoint(Path(save())), [pair.source for pair in PAIRS[:2]], 2)
    assert [row.text for row in report.translations] == written
    file.write_text(" \n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main([save(), *options, "--sentences", str(file)])
    assert "some.txt: expected one sentence a line" in capsys.readouterr().err
    file.write_bytes(b"a\0b\xff")
    with pytest.raises(SystemExit):
        main([save(), *options, "--sentences", str(file)])
    assert "some.txt is not UTF-8 text" in capsys.readouterr().err


def test_links_alone_are_measured_again(save, tmp_path: Path) -> None:
    path = save(corpus=TrainedOn(name="reverse", revision="101 pairs, seed 0"), pair="reverse")
    out = tmp_path / "out"
    main([path, "--beam", "1", "--out", str(out), "--parts", "dev"])
    file = out / "eng-fra-luong-general-seed0.json"
    before = read_report(file)
    write_report(replace(before, alignment=()), file)
    main([path, "--out", str(out), "--align-again"])
    after = read_report(file)
    again = "python -m evaluation luong-general.safetensors --out out --align-again"
    assert after.command == f"{before.command} && {again}"
    assert after == replace(before, date=after.date, command=after.command)


def test_links_are_not_measured_again_without_gold_links(
    corpus: Path, save, tmp_path: Path, capsys
) -> None:
    file = tmp_path / "out" / "eng-fra-luong-general-seed0.json"
    options = ["--corpus", str(corpus), "--out", str(file.parent)]
    main([save(), *options, "--beam", "1", "--parts", "dev"])
    before = file.read_bytes()
    with pytest.raises(SystemExit) as stop:
        main([save(), *options, "--align-again"])
    assert stop.value.code == 2
    assert "--align-again measures links, but there is no gold set" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_texts_are_added_to_a_report(corpus: Path, save, tmp_path: Path, capsys) -> None:
    out, first, second = tmp_path / "results", tmp_path / "first.tsv", tmp_path / "second.tsv"
    for file, pairs in ((first, PAIRS[:2]), (second, PAIRS[1:])):
        file.write_text("".join(f"{p.source}\t{p.target}\n" for p in pairs), encoding="utf-8")
    path, options = save(), ["--corpus", str(corpus), "--beam", "2", "--out", str(out)]
    both = [path, *options, "--parts", "dev", "--texts", str(first), str(second)]
    main(both)
    whole = read_report(out / "eng-fra-luong-general-seed0.json")
    main(both[:-1])
    before = read_report(out / "eng-fra-luong-general-seed0.json")
    main([path, *options, "--add-texts", "--texts", str(second)])
    after = read_report(out / "eng-fra-luong-general-seed0.json")
    assert {row.part for row in before.texts} == {"first"}
    assert after.command.startswith(f"{before.command} && ")
    assert after == replace(
        before,
        date=after.date,
        command=after.command,
        texts=whole.texts,
        real_lengths=whole.real_lengths,
    )
    main([path, *options, "--add-texts", "--texts", str(second)])  # in place of the earlier rows
    assert read_report(out / "eng-fra-luong-general-seed0.json").texts == whole.texts


def test_reports_are_written_beside_the_checkpoints_of_each_folder(
    corpus: Path, save, tmp_path: Path
) -> None:
    first = Path(save())
    other = tmp_path / "eng-deu" / first.name
    other.parent.mkdir()
    other.write_bytes(first.read_bytes())
    main([str(first), str(other), "--corpus", str(corpus), "--beside", "--quick"])
    for path in (first, other):
        files = {one.name for one in (path.parent / "results").iterdir()}
        report = f"{path.parent.name}-luong-general-seed0.json"
        assert files == {report, "table.csv", "table.md"}
        assert len(pd.read_csv(path.parent / "results" / "table.csv")) == 1


def test_a_seed_is_said_once_in_the_name_of_a_report(save) -> None:
    path = Path(save(seed=3))
    seeded = path.with_name("luong-dot-seed3.safetensors")
    found = [(path, load_checkpoint(path)), (seeded, load_checkpoint(path))]
    assert name_reports(found) == ["eng-fra-luong-general-seed3", "eng-fra-luong-dot-seed3"]


def test_a_made_up_task_needs_no_corpus(save, tmp_path: Path) -> None:
    about = TrainedOn(name="reverse", revision="101 pairs, seed 0")
    path = save(corpus=about, pair="reverse")
    main([path, "--beam", "1", "--out", str(tmp_path / "out"), "--parts", "dev"])
    report = read_report(tmp_path / "out" / "eng-fra-luong-general-seed0.json")
    assert (report.pair, report.same_corpus) == ("reverse", True)
    assert {(row.gold, row.part) for row in report.alignment} == {
        ("reverse", "dev"),
        ("reverse", "test"),
    }
    assert not any(row.joined for row in report.lengths)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "was trained on toy.tsv: give that file with --corpus."),
        (["--corpus", "none.tsv"], "none.tsv: there is no such file."),
        (["--beam", "0"], "--beam is 0: expected 1 (none) to 100."),
        (
            ["--gold", "a.tsv"],
            "--gold takes longer than a quick run: give --beside or --out FOLDER",
        ),
        (["--out", "o", "--quick", "--backward", "b"], "--backward takes longer than a quick run"),
        (["--corpus", "{corpus}", "--out", "{path}"], "there is a file of that name"),
        (["--out", "{out}", "--align-again"], "has no eng-fra-luong-general-seed0.json to measure"),
        (["--align-again"], "--align-again takes longer than a quick run"),
        (["--out", "{out}", "--add-texts"], "--add-texts measures the files of --texts"),
        (["--parts", "train"], "invalid choice: 'train'"),
        (["--corpus", "{corpus}", "--out", "{out}", "--backward", "{path}"], "give --gold too."),
        (
            ["--out", "{out}", "--backward", "{other}", "{other}"],
            "no checkpoint of luong-general, only of luong-dot, luong-dot: give one of each",
        ),
        (["{path}", "--corpus", "{corpus}"], "would both be reported as eng-fra-luong-general-s"),
        (["--corpus", "{corpus}", "--out", "{full}"], "old.json: no report can be read from it"),
    ],
)
def test_the_command_line_says_what_is_wrong(
    corpus: Path, save, tmp_path: Path, capsys, options: list[str], message: str
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "old.json").write_text("?")
    places = {"corpus": corpus, "path": save(), "out": tmp_path / "o", "full": full}
    places["other"] = save("luong-dot", 1)
    with pytest.raises(SystemExit) as stop:
        main([save(), *(option.format(**places) for option in options)])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "o").exists()
