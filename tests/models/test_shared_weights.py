"""Weights that several processes share: the same numbers, from one file, changed by nobody."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from alignoscope.models import shared_weights
from alignoscope.models.checkpoint import load_checkpoint, save_checkpoint
from alignoscope.models.shared_weights import FOLDER, share_weights


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "shared"
    made.mkdir()
    monkeypatch.setenv(FOLDER, str(made))
    return made


def test_the_weights_of_a_checkpoint_are_mapped_from_one_file(
    tiny, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.safetensors"
    save_checkpoint(tiny("luong-general"), path)
    first, second = (load_checkpoint(path).model.state_dict() for _ in range(2))
    (file,) = folder.iterdir()
    sizes = [tensor.numel() for tensor in first.values()]
    assert file.stat().st_size == 4 * sum(size + -size % 16 for size in sizes)
    monkeypatch.delenv(FOLDER)
    alone = load_checkpoint(path).model.state_dict()
    assert all(torch.equal(first[name], alone[name]) for name in alone)
    first["embedding.weight"][0] += 1  # As an edit in one process would.
    assert torch.equal(second["embedding.weight"], alone["embedding.weight"])
    monkeypatch.setenv(FOLDER, str(folder))
    monkeypatch.setattr(shared_weights, "_keep", lambda *_: pytest.fail("It is there already."))
    third = load_checkpoint(path).model.state_dict()
    assert torch.equal(third["embedding.weight"], alone["embedding.weight"])


def test_other_weights_have_another_file(tiny, tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "m.safetensors"
    checkpoint = tiny("luong-general")
    save_checkpoint(checkpoint, path)
    before = load_checkpoint(path).model.bias.clone()
    checkpoint.model.bias.data += 1
    save_checkpoint(checkpoint, path)
    assert load_checkpoint(path).model.bias == pytest.approx(before + 1, abs=1e-2)
    assert len([*folder.iterdir()]) == 2


def test_without_room_or_folder_the_weights_are_this_processs_own(
    tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.safetensors"
    save_checkpoint(tiny("luong-general"), path)
    monkeypatch.setenv(FOLDER, str(path / "none"))  # A file is no folder.
    found = load_checkpoint(path).model.bias
    monkeypatch.delenv(FOLDER)
    assert torch.equal(load_checkpoint(path).model.bias, found)
    assert [one.name for one in tmp_path.iterdir()] == ["m.safetensors"]


@pytest.mark.slow
def test_threads_with_the_same_weights_do_not_end_the_process() -> None:
    code = """
from concurrent.futures import ThreadPoolExecutor
import torch
from alignoscope.models.shared_weights import share_weights, shared
share_weights()
weights = {"a": torch.arange(3_000_000.0), "b": torch.ones(5)}
shapes = {name: [*one.shape] for name, one in weights.items()}
for round in range(5):
    with ThreadPoolExecutor(8) as threads:
        made = [threads.submit(shared, str(round), shapes, lambda: weights) for _ in range(8)]
    for one in made:
        assert all(torch.equal(part, weights[name]) for name, part in one.result().items())
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_folder_goes_with_its_process() -> None:
    code = """
import os
from alignoscope.models.shared_weights import FOLDER, share_weights
share_weights()
share_weights()
print(os.environ[FOLDER], os.path.isdir(os.environ[FOLDER]))
"""
    env = {name: value for name, value in os.environ.items() if name != FOLDER}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    name, there = done.stdout.split()
    assert there == "True"
    assert not Path(name).exists()


HELD = """
import os, sys
from alignoscope.models.shared_weights import FOLDER, share_weights
share_weights()
print(os.environ[FOLDER], flush=True)
sys.stdin.read()
"""


def test_the_folder_goes_though_others_write_into_it_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_weights.tempfile, "gettempdir", lambda: str(tmp_path))
    folder = tmp_path / f"{shared_weights.NAMED}{os.getpid()}-x"
    folder.mkdir()
    monkeypatch.setenv(FOLDER, str(folder))
    remove = shared_weights.shutil.rmtree

    def write_and_remove(path: Path, **options: bool) -> None:
        for number in range(2):
            shared_weights._keep(folder / f"late{number}", [torch.ones(2)])
        remove(path, **options)

    monkeypatch.setattr(shared_weights.shutil, "rmtree", write_and_remove)
    shared_weights._remove()
    shared_weights._keep(folder / "later", [torch.ones(2)])  # by a worker that still runs
    assert [*tmp_path.iterdir()] == []
    share_weights.__wrapped__()  # by a thread that loads its first model
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_the_folder_of_a_killed_process_goes_with_the_next(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != FOLDER}
    env["TMPDIR"] = str(tmp_path)

    def server() -> tuple[subprocess.Popen[str], Path]:
        command = [sys.executable, "-c", HELD]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        started = subprocess.Popen(command, env=env, **pipes)
        assert started.stdout
        return started, Path(started.stdout.readline().strip())

    (living, kept), (killed, left) = server(), server()
    with living:
        with killed:
            killed.kill()
        assert {*tmp_path.iterdir()} == {kept, left}
        further, made = server()
        with further:
            assert {*tmp_path.iterdir()} == {kept, made}
            further.communicate()
        living.communicate()
    assert not [*tmp_path.iterdir()]


def test_a_folder_with_this_processs_number_is_of_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv(FOLDER, raising=False)
    before = tmp_path / f"alignoscope-weights-{os.getpid()}-before"
    odd = tmp_path / "alignoscope-weights-²-odd"  # A digit, but no number: anybody's, so it stays.
    before.mkdir()
    odd.mkdir()
    share_weights.__wrapped__()
    made = Path(os.environ[FOLDER])
    monkeypatch.delenv(FOLDER)
    assert {*tmp_path.iterdir()} == {odd, made}


def test_a_process_that_was_given_a_folder_makes_none(folder: Path) -> None:
    share_weights.__wrapped__()
    assert [*folder.parent.iterdir()] == [folder]
