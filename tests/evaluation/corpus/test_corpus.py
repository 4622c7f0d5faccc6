"""A corpus measured by several processes, cut off and gone on with."""

import gzip
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from alignoscope.decoding.triaging import measure_pairs, numbers_of
from alignoscope.decoding.usable import load_usable
from alignoscope.evaluation.corpus.__main__ import main
from alignoscope.evaluation.corpus.lines import opened, parts, survey
from alignoscope.models.checkpoint import save_checkpoint
from alignoscope.records.measured_corpus import read_measured
from tests.shared.samples import SENTENCES
from tests.shared.toy import ROOT

PAIRS = [(SENTENCES[i], SENTENCES[i + 1]) for i in range(0, 6, 2)]
TORCHRUN = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]
PART = 31


@pytest.fixture
def folder(tiny, tmp_path: Path) -> Path:
    """Return a folder with a model and a corpus, in which lines cannot be measured."""
    save_checkpoint(tiny("luong-dot"), tmp_path / "luong-dot.safetensors")
    lines = [f"{i} {PAIRS[i % 3][0]}\t{PAIRS[i % 3][1]}\tby hand" for i in range(500)]
    lines[7], lines[40] = "\tnothing", "word " * 150 + "\ttoo long"
    (tmp_path / "a.tsv").write_text("\n".join(lines))
    return tmp_path


def words(folder: Path, *more: str) -> list[str]:
    model, out = str(folder / "luong-dot.safetensors"), str(folder / "out")
    return [str(folder / "a.tsv"), "--models", model, "--out", out, *more]


def whole(folder: Path) -> pd.DataFrame:
    return pd.read_parquet(folder / "out")


@pytest.mark.slow
def test_two_processes_that_are_killed_leave_whole_parts_and_two_others_go_on(
    folder: Path,
) -> None:
    options = words(folder, "--part-lines", str(PART))
    module = ["-m", "evaluation.corpus", *options]
    killed = [
        subprocess.Popen(
            [sys.executable, *module],
            cwd=ROOT,
            env=os.environ | {"RANK": str(rank), "WORLD_SIZE": "2"},
            stdout=subprocess.DEVNULL,
        )
        for rank in range(2)
    ]
    while len(list(folder.glob("out/*.parquet"))) < 2:
        assert any(one.poll() is None for one in killed)
        time.sleep(0.01)
    for one in killed:
        one.kill()
        one.wait()
    first = {path: path.read_bytes() for path in folder.glob("out/*.parquet")}
    assert 2 <= len(first) < 17
    assert all(len(pd.read_parquet(path)) >= PART - 1 for path in first)
    (folder / "out" / f"part-00016.parquet.{killed[0].pid}.partial").write_bytes(b"half")
    done = subprocess.run([*TORCHRUN, *module], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "All parts are in" in done.stdout
    assert {path: path.read_bytes() for path in first} == first
    assert len(list(folder.glob("out/*"))) == 18  # 17 parts, and what they are made of
    table = whole(folder)
    assert table["no."].tolist() == [i for i in range(1, 501) if i not in (8, 41)]


def test_the_numbers_are_those_of_the_pairs(folder: Path) -> None:
    (folder / "a.tsv").write_text("".join(f"{one} ||| {other}\n" for one, other in PAIRS))
    main(words(folder))
    model = load_usable(folder / "luong-dot.safetensors")
    table, alone = whole(folder), numbers_of(measure_pairs([model], PAIRS))
    assert list(zip(table["source"], table["target"], strict=True)) == PAIRS
    for name in ("log p", "confidence", "surprise"):
        assert table[name].tolist() == pytest.approx(alone[name].tolist(), rel=1e-3)
    assert read_measured(folder / "out").lines == 3


def test_parts_of_another_run_are_not_mixed_with(folder: Path, capsys) -> None:
    main(words(folder, "--quick"))
    assert whole(folder)["surprise"].isna().all()
    for more, said in (((), "with or without --quick"), (("--reverse", "--quick"), "other texts")):
        with pytest.raises(SystemExit) as stopped:
            main(words(folder, *more))
        assert stopped.value.code == 2
        assert f"has parts of another run ({said})" in capsys.readouterr().err


def test_two_packed_files_are_a_line_a_side(tmp_path: Path) -> None:
    texts = [tmp_path / "a.en.gz", tmp_path / "a.fr"]
    texts[0].write_bytes(gzip.compress(b"one\n\ntwo\r\n"))
    texts[1].write_text("un\nrien\ndeux\n")
    assert survey(texts)[0] == 3
    found = [[tuple(row) for row in rows] for _, rows in parts(texts, 2, reverse=True)]
    assert found == [[(1, "un", "one"), (2, "rien", "")], [(3, "deux", "two")]]


def test_any_form_is_read_by_shards_in_the_direction_of_the_models(tmp_path: Path) -> None:
    for number, records in enumerate(([("one", "un"), ("two", "deux")], [("three", "trois")])):
        lines = (f'{{"id": 1, "fr": "{fr}", "en": "{en}"}}\n' for en, fr in records)
        (tmp_path / f"train-{number}-of-2.jsonl").write_text("".join(lines))
    assert survey([tmp_path], "eng-fra")[0] == 3
    found = [[tuple(row) for row in rows] for _, rows in parts([tmp_path], 2, "eng-fra")]
    assert found == [[(1, "one", "un"), (2, "two", "deux")], [(3, "three", "trois")]]
    turned = parts([tmp_path], 9, "fra-eng", reverse=True)
    assert next(turned)[1][0][1:] == ("un", "one")
    (tmp_path / "a.csv").write_text("english,french\none,un\n")
    assert survey([tmp_path / "a.csv"])[0] == 1


def test_a_corpus_that_names_other_languages_is_said(tiny, folder: Path, capsys) -> None:
    model = tiny("luong-dot")
    model = replace(model, record=replace(model.record, pair="eng-deu"))
    save_checkpoint(model, folder / "luong-dot.safetensors")
    lines = "".join(f"{one}\t{other}\n" for one, other in PAIRS)
    (folder / "a.tsv").write_text(f"en\tfr\n{lines}")
    main(words(folder))
    said = "The text names its languages: en-fr, but the models are of eng-deu: the texts are not"
    assert said in capsys.readouterr().err
    assert opened([folder / "a.tsv"], reverse=True).languages == ("fr", "en")


def test_what_is_odd_in_the_texts_is_told_before_they_are_measured(folder: Path, capsys) -> None:
    (folder / "a.tsv").write_text("".join(f"&amp; {i} a@@ b\tc {i}\n" for i in range(20)))
    main(words(folder))
    said = capsys.readouterr().err
    assert "20 of the first 20 lines have HTML entities" in said
    assert "100% of the lines have pieces of words (BPE)" in said


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"a.tsv": b"one\tun\ntwo"}, r"a.tsv, line 2: expected source TAB target, .* got 'two'"),
        ({"a.tsv": b""}, "a.tsv: there is no pair of sentences"),
        ({"a.tsv": b"\xc3\xa9\xc3\xa9\xc3\xa9\tun\n\xff"}, "a.tsv, line 2: damaged"),
        ({"a.tsv.gz": gzip.compress(b"one\tun\n")[:-9]}, "a.tsv.gz is damaged or cut off"),
        ({"a.en": b"one\ntwo\n", "a.fr": b"un\n"}, "a.en has 2 lines and a.fr 1"),
        ({"a": b"one\n", "b": b"un\n", "c": b"uno\n"}, "holds 3 texts"),
    ],
)
def test_what_is_no_parallel_text_is_refused_before_anything_is_measured(
    tmp_path: Path, texts: dict[str, bytes], said: str
) -> None:
    for name, content in texts.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=said):
        survey([tmp_path / name for name in texts])
