"""Several processes that train one model."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import load_checkpoint
from tests.shared.server import free_port
from tests.shared.toy import ROOT, command, run, write_corpus

TEAM = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2"]


@pytest.mark.slow
def test_two_processes_train_one_model(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv")
    words = command(corpus, tmp_path, "--pair", "toy", "--device", "cpu")
    done = subprocess.run([*TEAM, *words[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("The best checkpoint is") == 1
    record = load_checkpoint(tmp_path / "out/toy/luong-dot.safetensors").record
    alone = load_checkpoint(run(corpus, tmp_path / "alone", epochs=1)).record
    assert record.training["processes"] == 2
    assert record.step == alone.step // 2
    assert record.history[-1].dev_loss < record.history[0].dev_loss


@pytest.mark.slow
def test_fewer_batches_than_processes_end_the_run_at_once(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "toy.tsv", count=211)
    words = command(corpus, tmp_path, "--pair", "toy", "--device", "cpu", "--batch-tokens", "99999")
    done = subprocess.run([*TEAM, *words[1:]], capture_output=True, text=True, timeout=100)
    assert done.returncode != 0
    assert done.stderr.count("There are 1 batches for 2 processes: start fewer") == 1


AVERAGE = r"""
import os
import torch
from torch.multiprocessing import start_processes
from alignoscope.training.parallel import average_gradients, join_team, leave_team

def work(rank):
    os.environ |= {"RANK": str(rank), "WORLD_SIZE": "2", "MASTER_ADDR": "localhost"}
    team = join_team("cpu")
    one, other = (torch.nn.Parameter(torch.zeros(n)) for n in (3, 5))
    one.grad, other.grad = torch.full((3,), team.rank + 1.0), torch.arange(5.0) * team.rank
    average_gradients([one, other], team)
    assert one.grad.tolist() == [1.5] * 3
    assert other.grad.tolist() == [0, 0.5, 1, 1.5, 2]
    leave_team()
    os.write(1, f"process {team.rank} of {team.size}\n".encode())  # one write: lines never mix

start_processes(work, nprocs=2, start_method="fork")  # torch is loaded once
"""


def test_processes_average_their_gradients() -> None:
    words, place = [sys.executable, "-c", AVERAGE], os.environ | {"MASTER_PORT": str(free_port())}
    done = subprocess.run(words, env=place, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == ["process 0 of 2", "process 1 of 2"]
