"""Where a checkpoint goes, and that nothing which someone made is lost there."""

import os
import stat
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.variant import Named
from alignoscope.training.__main__ import main
from alignoscope.training.output import check_pair, checkpoint_name, pair_of_corpus
from tests.shared.toy import SHAPE, command, run, start, write_corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "toy.tsv")


@pytest.mark.parametrize(
    ("name", "pair"),
    [
        ("deu-eng.zip", "eng-deu"),
        ("fra-eng.zip", "eng-fra"),
        ("eng-fra.tsv.gz", "eng-fra"),
        ("fra-eng.tsv", "fra-eng"),
        ("de-en.txt", "de-en"),
        ("eng-deu.csv", "eng-deu"),
        ("de-en.tmx.gz", "de-en"),
    ],
)
def test_a_corpus_name_tells_the_pair(name: str, pair: str) -> None:
    assert pair_of_corpus(name) == pair
    assert pair_of_corpus(name, reverse=True) == "-".join(reversed(pair.split("-")))


@pytest.mark.parametrize("name", ["toy.tsv", "deu.txt", "eng-fra-small.tsv", "eng-fra.xlsx"])
def test_a_name_that_tells_nothing_needs_a_pair(name: str) -> None:
    with pytest.raises(ValueError, match=rf"{name}: the name does not tell .* --pair eng-deu"):
        pair_of_corpus(name)


@pytest.mark.parametrize(
    "pair",
    ["../evil", "a/b", "a\\b", "..", ".hidden", "eng fra", "", "-x", "a\n", "a" * 101, "a:b"],
)
def test_a_pair_is_the_name_of_a_folder(pair: str) -> None:
    with pytest.raises(ValueError, match="expected the name of a folder"):
        check_pair(pair)
    assert check_pair("日本-en_2.1") == "日本-en_2.1"


@pytest.mark.slow
def test_a_run_of_a_german_file_leaves_the_french_models_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    corpus = write_corpus(tmp_path / "eng-deu.tsv")
    out = tmp_path / "out"
    main(command(corpus, tmp_path, "--epochs", "0.2")[3:])
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*")) == [
        "eng-deu/luong-dot.safetensors",
        "eng-deu/words.bin",
    ]
    with pytest.raises(SystemExit) as stop:
        main(command(corpus, tmp_path, "--pair", "../evil")[3:])
    assert stop.value.code == 2
    assert "--pair is '../evil': expected the name of a folder" in capsys.readouterr().err
    assert not (tmp_path / "evil").exists()


def test_the_seed_is_in_the_name_unless_it_is_0(corpus: Path, tmp_path: Path) -> None:
    assert checkpoint_name(Named("luong-dot"), 0) == "luong-dot.safetensors"
    assert checkpoint_name(Named("luong-dot", size=512), 0) == "luong-dot@512.safetensors"
    name = checkpoint_name(Named("luong-dot", guided=True, cell="lstm"), 7)
    assert name == "luong-dot-lstm-guided-seed7.safetensors"
    path = run(corpus, tmp_path, epochs=0.2, seed=3)
    assert path == tmp_path / "checkpoints/toy/luong-general-seed3.safetensors"
    assert run(corpus, tmp_path, epochs=0.2, seed=0) != path


def test_another_kind_of_checkpoint_is_replaced_only_if_told(corpus: Path, tmp_path: Path) -> None:
    path = run(corpus, tmp_path, epochs=0.2, seed=0)
    made = path.read_bytes()
    others = {
        "toy.tsv, that file with other contents": {
            "corpus": write_corpus(tmp_path / "new" / "toy.tsv", seed=1)
        },
        "toy.tsv, not other.tsv": {"corpus": write_corpus(tmp_path / "other.tsv")},
        "another shape": {"corpus": corpus, "shape": SHAPE | {"hidden_size": 26}},
    }
    for number, (message, change) in enumerate(others.items()):
        given = {"epochs": 0.2, "seed": 0} | change
        folder = tmp_path / str(number)
        (folder / "checkpoints").parent.mkdir()
        (folder / "checkpoints").symlink_to(tmp_path / "checkpoints")
        with pytest.raises(ValueError, match=rf"(?s){message}.* Give --replace"):
            start(given.pop("corpus"), folder, **given)
        assert path.read_bytes() == made
    corpus = others["another shape"].pop("corpus")
    run(corpus, tmp_path / "2", replace=True, epochs=0.2, seed=0, shape=SHAPE | {"hidden_size": 26})
    assert load_checkpoint(path).model.config.hidden_size == 26


def test_another_seed_under_the_name_is_kept(corpus: Path, tmp_path: Path) -> None:
    path = run(corpus, tmp_path, epochs=0.2, seed=3)
    path.rename(path.with_name("luong-general.safetensors"))
    with pytest.raises(ValueError, match="has the seed 3, not 0"):
        start(corpus, tmp_path, epochs=0.2, seed=0)


def test_what_is_no_checkpoint_is_kept(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "checkpoints/toy/luong-general.safetensors"
    path.parent.mkdir(parents=True)
    path.write_text("my notes")
    with pytest.raises(ValueError, match=r"not a whole safetensors file .* Give --replace"):
        start(corpus, tmp_path, seed=0)
    assert path.read_text() == "my notes"
    run(corpus, tmp_path, seed=0, epochs=0.2, replace=True)
    assert load_checkpoint(path).variant == "luong-general"


def test_a_better_checkpoint_is_kept_and_a_worse_one_replaced(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    good = run(corpus, tmp_path, epochs=4, learning_rate=1e-2)
    made = good.read_bytes()
    (tmp_path / "poor").mkdir()
    (tmp_path / "poor/checkpoints").symlink_to(tmp_path / "checkpoints")
    poor = run(corpus, tmp_path / "poor", epochs=1)
    assert good.read_bytes() == made
    assert poor == tmp_path / "poor/runs/toy/luong-general-seed3.best.safetensors"
    assert load_checkpoint(poor).record.epochs == 1
    said = capsys.readouterr().out
    assert "is better: dev loss" in said
    assert f"It is kept as {poor}" in said
    # The finished run takes the place when it is told to, and the better one, finished too, anew.
    told = run(corpus, tmp_path / "poor", epochs=1, replace=True)
    assert told.read_bytes() == poor.read_bytes()
    assert told.resolve() == good.resolve()
    assert run(corpus, tmp_path, epochs=4, learning_rate=1e-2).read_bytes() == made


def test_new_files_can_be_read_by_everyone(corpus: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        run(corpus, tmp_path, epochs=0.2)
    finally:
        os.umask(before)
    files = [path for name in ("checkpoints", "runs") for path in (tmp_path / name).rglob("*.*")]
    assert len(files) == 4  # the checkpoint, the best so far, the state and the tokenizer
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o644}
