"""A family of runs: which commands it is, and how it is stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig, is_transformer, named_model
from alignoscope.training.family import FAMILIES, command, parse
from tests.shared.toy import SHAPE, TRANSFORMER, write_corpus


def test_a_family_is_one_command_for_each_variant_and_seed(capsys) -> None:
    args = parse(["fra-eng", "--corpus", "a.zip", "--seeds", "5", "7", "--", "--threads", "1"])
    first, second = (command(args, "luong-dot", seed) for seed in args.seeds)
    assert first[1:5] == ["-m", "alignoscope.training", "--variant", "luong-dot"]
    assert first[-2:] == second[-2:] == ["--threads", "1"]
    assert "--reverse" in first
    assert "--window" not in first
    assert command(args, "luong-local-p", 5)[-5:-2] == ["--window", "10", "--reverse"]
    assert first[first.index("--out") + 1] == "checkpoints"
    assert second[second.index("--out") + 1] == str(Path("runs/seed7"))
    assert "--from" not in first
    args = parse(["fra-eng", "--corpus", "a.zip", "--seeds", "5", "--from", "old"])
    further = command(args, "luong-dot", 5)
    assert further[further.index("--from") + 1] == str(Path("old/luong-dot-seed5.safetensors"))
    with pytest.raises(SystemExit):
        parse(["eng-fra"])
    assert "--corpus is needed" in capsys.readouterr().err


def test_a_guided_model_is_trained_where_there_are_links(capsys) -> None:
    words = ["eng-fra", "--corpus", "a.zip", "--models", "bahdanau-additive-guided", "luong-dot"]
    assert parse(words).models == ["luong-dot"]
    assert capsys.readouterr().err == "Without --guide bahdanau-additive-guided is left out.\n"
    args = parse([*words, "--guide", "a.links"])
    assert args.models == ["luong-dot", "bahdanau-additive-guided"]
    plain, guided = (command(args, model, 0) for model in args.models)
    assert "--guide" not in plain
    assert guided[4] == "bahdanau-additive"
    lstm = command(parse(["reverse"]), "luong-dot-lstm", 0)
    assert lstm[4] == "luong-dot"
    assert lstm[lstm.index("--cell") + 1] == "lstm"
    (shape,) = {
        tuple(command(parse([task]), "transformer", 0)[-8:]) for task in ("dates", "reverse")
    }
    assert shape == (
        *("--embedding-size", "128", "--feed-forward", "256"),
        *("--layers", "2", "--heads", "4"),
    )
    assert guided[-4:] == ["--guide", "a.links", "--guide-weight", "0.5"]


def test_a_model_that_the_family_lacks_is_refused(capsys) -> None:
    with pytest.raises(SystemExit):
        parse(["fra-eng", "--corpus", "a.zip", "--models", "luong-dot"])
    error = capsys.readouterr().err
    assert (
        "fra-eng has no luong-dot: it has bahdanau-additive, luong-scaled-dot, nematus-additive."
        in error
    )


@pytest.mark.slow
def test_every_variant_of_the_families_can_be_built() -> None:
    for model in {model for family in FAMILIES.values() for model in family}:
        variant, _, cell, _ = named_model(model)
        shape = TRANSFORMER if is_transformer(variant) else SHAPE
        Seq2Seq(ModelConfig(variant=variant, cell=cell, **shape))


@pytest.mark.slow
@pytest.mark.usefixtures("hears_ctrl_c")
def test_an_interrupted_family_starts_no_more_runs(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv")
    words = [sys.executable, "-m", "alignoscope.training.family", "eng-fra", "--corpus", corpus]
    words += ["--out", tmp_path / "out", "--runs", tmp_path / "runs", "--"]
    words += ["--epochs", "99", "--vocab-size", "97", "--hidden-size", "22", "--threads", "1"]
    running = subprocess.Popen(
        [str(word) for word in words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert any("luong-dot-seed0" in line for line in iter(running.stdout.readline, ""))
    os.killpg(running.pid, signal.SIGINT)
    output, error = running.communicate()
    assert running.returncode == 130
    assert "Traceback" not in error
    assert "Stopped. The same command goes on with what is not finished." in error
    assert "scaled" not in output
