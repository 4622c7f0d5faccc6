"""The recipe on a small corpus: it learns, it resumes exactly, and it refuses what does not fit."""

import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import torch

from alignoscope.data.corpus import read_corpus
from alignoscope.data.examples import Example
from alignoscope.data.tokenizer import PAD_ID, START_ID
from alignoscope.decoding.loop import force
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.records.variant import ModelConfig
from alignoscope.training import recipe
from alignoscope.training.batches import collate, make_batches
from alignoscope.training.family import FAMILIES, command, parse
from alignoscope.training.parallel import Team
from alignoscope.training.recipe import TrainingConfig, batch_stream, schedule, start_run, train
from alignoscope.training.snapshots import snapshot_steps, take_snapshot

ROOT = Path(__file__).parent.parent.parent
SHAPE = {"vocab_size": 97, "embedding_size": 14, "hidden_size": 22, "attention_size": 13}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Count sentences over made-up words: 'a b c' is 'A B C'."""
    draw = random.Random(0)
    sources = {" ".join(draw.choices("abcdefgh", k=draw.randint(2, 7))) for _ in range(600)}
    path = tmp_path / "toy.tsv"
    path.write_text("".join(f"{s}\t{s.upper()}\n" for s in sorted(sources)), encoding="utf-8")
    return path


def run(corpus: Path, out: Path, **change) -> Path:
    config = TrainingConfig(**{"epochs": 2, "batch_tokens": 211, "seed": 3} | change)
    started = start_run(
        read_corpus(corpus),
        "toy",
        config,
        variant="luong-general",
        shape=dict(SHAPE),
        out=out / "checkpoints",
        runs=out / "runs",
        device="cpu",
    )
    return train(started)


def test_training_lowers_the_loss_and_records_itself(corpus: Path, tmp_path: Path) -> None:
    checkpoint = load_checkpoint(run(corpus, tmp_path, epochs=4, learning_rate=1e-2))
    record = checkpoint.record
    losses = [point["dev_loss"] for point in record["history"]]
    assert losses[-1] < 0.8 * losses[0]
    assert record["step"] == record["history"][-1]["step"]
    assert record["corpus"]["name"] == "toy.tsv"
    assert len(record["corpus"]["revision"]) == 64
    assert record["training"]["seed"] == 3


def test_a_run_that_was_cut_off_ends_as_if_it_had_not_been(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = load_checkpoint(run(corpus, tmp_path / "whole"))
    calls = []

    def fail_once(*args) -> None:
        calls.append(args)
        if len(calls) == 15:
            raise KeyboardInterrupt
        update(*args)

    update = recipe.update
    monkeypatch.setattr(recipe, "update", fail_once)
    with pytest.raises(KeyboardInterrupt):
        run(corpus, tmp_path / "cut")
    resumed = load_checkpoint(run(corpus, tmp_path / "cut"))
    assert len(calls) > 20
    for name, tensor in whole.model.state_dict().items():
        torch.testing.assert_close(resumed.model.state_dict()[name], tensor, rtol=0, atol=0)
    monkeypatch.setattr(recipe, "update", None)
    run(corpus, tmp_path / "cut")  # a finished run is not trained again


def test_other_settings_do_not_resume(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path, epochs=0.2)
    with pytest.raises(ValueError, match="other settings"):
        run(corpus, tmp_path, epochs=0.2, learning_rate=1e-4)


def test_batches_hold_every_example_once_within_the_limit() -> None:
    draw = random.Random(0)
    examples = [([i] * draw.randint(1, 11), [i] * draw.randint(1, 11)) for i in range(4, 503)]
    batches = make_batches(examples, 61, seed=1)
    assert sorted(e for batch in batches for e in batch) == sorted(examples)
    assert all(len(b) * max(len(side) for e in b for side in e) <= 61 for b in batches)
    assert batches != make_batches(examples, 61, seed=2)
    config = TrainingConfig(batch_tokens=61, max_len=11)
    stream = batch_stream(examples, config, 0, Team(0, 1))
    first = [next(stream) for _ in range(len(batches) + 5)]
    late = batch_stream(examples, config, len(batches) + 3, Team(0, 1))
    assert [next(late) for _ in range(2)] == first[-2:]
    teams = [batch_stream(examples, config, 0, Team(rank, 2)) for rank in range(2)]
    rounds = len(batches) // 2
    shared = [next(stream) for _ in range(rounds) for stream in teams]
    assert shared == first[: 2 * rounds]


def test_a_batch_shifts_the_target_by_the_start_mark() -> None:
    batch = collate([([7, 3], [11, 13, 3]), ([5, 9, 3], [3])], "cpu")
    assert batch.source.tolist() == [[7, 3, PAD_ID], [5, 9, 3]]
    assert batch.target.tolist() == [[11, 13, 3], [3, PAD_ID, PAD_ID]]
    assert batch.previous.tolist() == [[START_ID, 11, 13], [START_ID, 3, PAD_ID]]


def test_the_schedule_rises_and_falls() -> None:
    factors = [schedule(step, 10, 110) for step in range(111)]
    assert factors[0] == pytest.approx(0.1)
    assert max(factors) == factors[9] == factors[10] == 1
    assert factors[60] == pytest.approx(0.5)
    assert factors[110] == 0


@pytest.mark.parametrize("change", [{"epochs": 0}, {"learning_rate": -1}, {"batch_tokens": 3}])
def test_numbers_out_of_range_are_refused(change: dict) -> None:
    with pytest.raises(ValueError, match=next(iter(change))):
        TrainingConfig(**change)


def test_a_corpus_that_is_too_small_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(ValueError, match="too few to train on"):
        run(path, tmp_path)


def test_two_processes_train_one_model(corpus: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "torch.distributed.run",
        "--nproc-per-node=2",
        "-m",
        "training",
    ]
    options = {
        "--variant": "luong-dot",
        "--corpus": corpus,
        "--pair": "toy",
        "--epochs": 1,
        "--batch-tokens": 211,
        "--vocab-size": 97,
        "--embedding-size": 14,
        "--hidden-size": 22,
        "--device": "cpu",
        "--threads": 1,
        "--out": tmp_path / "out",
        "--runs": tmp_path / "runs",
    }
    words = [str(word) for option in options.items() for word in option]
    done = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    record = load_checkpoint(tmp_path / "out/toy/luong-dot.safetensors").record
    alone = load_checkpoint(run(corpus, tmp_path / "alone", epochs=1)).record
    assert record["training"]["processes"] == 2
    assert record["step"] == alone["step"] // 2
    assert record["history"][-1]["dev_loss"] < record["history"][0]["dev_loss"]


def test_processes_average_their_gradients(tmp_path: Path) -> None:
    script = tmp_path / "average.py"
    script.write_text(
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import torch\n"
        "from alignoscope.training.parallel import average_gradients, join_team, leave_team\n"
        "team = join_team('cpu')\n"
        "one, other = (torch.nn.Parameter(torch.zeros(n)) for n in (3, 5))\n"
        "one.grad, other.grad = torch.full((3,), team.rank + 1.0), torch.arange(5.0) * team.rank\n"
        "average_gradients([one, other], team)\n"
        "assert one.grad.tolist() == [1.5] * 3\n"
        "assert other.grad.tolist() == [0, 0.5, 1, 1.5, 2]\n"
        "leave_team()\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", script, ROOT]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_snapshots_are_spaced_by_powers() -> None:
    steps = sorted(snapshot_steps(10_000))
    assert steps[:2] == [0, 1]
    assert steps[-1] == 10_000
    assert 15 <= len(steps) <= 20
    ratios = [b / a for a, b in pairwise(steps[6:])]
    assert max(ratios) / min(ratios) < 1.2


def test_a_snapshot_holds_the_maps_of_the_examples(tiny) -> None:
    examples = (Example("One", "the red car", "la voiture"), Example("Two", "I am", "Je suis"))
    checkpoint = tiny("luong-dot")
    taken = take_snapshot(checkpoint.model, checkpoint.tokenizer, examples, 7)
    assert taken["step"] == 7
    traces = force(checkpoint, ["the red car", "I am"], ["la voiture", "Je suis"])
    for cells, trace in zip(taken["maps"], traces, strict=True):
        assert cells == trace.weights.round(3).tolist()
    assert (
        take_snapshot(tiny("fixed-context").model, checkpoint.tokenizer, examples, 7)["maps"] == []
    )


def test_a_family_is_one_command_for_each_variant_and_seed(capsys) -> None:
    args = parse(["fra-eng", "--corpus", "a.zip", "--seeds", "5", "7", "--", "--threads", "1"])
    first, second = (command(args, "luong-dot", seed) for seed in args.seeds)
    assert first[1:5] == ["-m", "training", "--variant", "luong-dot"]
    assert first[-2:] == second[-2:] == ["--threads", "1"]
    assert "--reverse" in first
    assert "--window" not in first
    assert command(args, "luong-local-p", 5)[-5:-2] == ["--window", "10", "--reverse"]
    assert first[first.index("--out") + 1] == "checkpoints"
    assert second[second.index("--out") + 1] == str(Path("runs/seed7"))
    with pytest.raises(SystemExit):
        parse(["eng-fra"])
    assert "--corpus is needed" in capsys.readouterr().err


def test_every_variant_of_the_families_can_be_built() -> None:
    for variant in {variant for family in FAMILIES.values() for variant in family}:
        Seq2Seq(ModelConfig(variant=variant, **SHAPE))
