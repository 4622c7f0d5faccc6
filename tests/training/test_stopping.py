"""What can stop a run: a line says what it was, and the same command goes on."""

import json
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors import safe_open

from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.training import recipe
from alignoscope.training.__main__ import main
from alignoscope.training.teacher.__main__ import main as teach
from tests.shared.toy import command, write_corpus


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "aa-bb.tsv")


def lines(text: str) -> list[str]:
    """Return the lines that stay on the screen: the bar is painted over, and then wiped."""
    parts = [line.strip() for line in text.splitlines()]
    return [part for part in parts if part and not re.search(r"\d+%\|", part)]


@pytest.mark.slow
@pytest.mark.usefixtures("hears_ctrl_c")
def test_an_interrupted_run_says_so_and_goes_on(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    words = command(corpus, tmp_path, "--epochs", "4")
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert any("dev_loss" in line for line in iter(running.stdout.readline, ""))
    running.stdout.readline()  # the second evaluation: the first one's state is whole
    running.send_signal(signal.SIGINT)
    error = lines(running.communicate()[1])
    assert running.returncode == 130
    assert error == ["Stopped. The same command goes on from the last evaluation."]
    with safe_open(tmp_path / "runs/aa-bb/luong-dot-seed0.state", framework="pt") as state:
        assert json.loads(state.metadata()["progress"])["step"] > 0
    main(words[3:])
    assert capsys.readouterr().out.count("dev_loss") < 20
    history = load_checkpoint(tmp_path / "out/aa-bb/luong-dot.safetensors").record.history
    assert [point.step for point in history] == sorted({point.step for point in history})


@pytest.mark.slow
def test_a_run_that_was_killed_ends_with_the_same_weights_history_and_snapshots(
    corpus: Path, tmp_path: Path
) -> None:
    words = command(corpus, tmp_path / "cut", "--epochs", "1")
    running = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    for _ in range(3):  # the state of the third evaluation may be half written
        assert any("dev_loss" in line for line in iter(running.stdout.readline, ""))
    running.kill()
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    with safe_open(tmp_path / "cut/runs/aa-bb/luong-dot-seed0.state", framework="pt") as state:
        assert json.loads(state.metadata()["progress"])["step"] > 0
    main(words[3:])
    main(command(corpus, tmp_path / "whole", "--epochs", "1")[3:])
    cut, whole = (
        load_checkpoint(tmp_path / name / "out/aa-bb/luong-dot.safetensors")
        for name in ("cut", "whole")
    )
    for name, weights in whole.model.state_dict().items():
        assert torch.equal(cut.model.state_dict()[name], weights), name
    records = [found.record.written() for found in (cut, whole)]
    for name in ("history", "snapshots", "step"):
        assert records[0][name] == records[1][name]
    assert len(records[1]["snapshots"]) > 5


@pytest.mark.slow
def test_a_disk_without_room_leaves_what_was_whole(corpus: Path, tmp_path: Path) -> None:
    words = command(corpus, tmp_path, "--epochs", "0.2")
    main(words[3:])
    made = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    size = max(map(len, made.values()))

    def little_room() -> None:  # the state, the largest of the files, does not fit
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))

    state = tmp_path / "runs/aa-bb/luong-dot-seed1.state"
    full = subprocess.run(
        [*words, "--seed", "1"], capture_output=True, text=True, preexec_fn=little_room
    )
    assert full.returncode == 1
    advice = "The same command goes on from the last evaluation."
    assert lines(full.stderr) == [f"{state}: File too large. {advice}"]
    assert {path: path.read_bytes() for path in made} == made
    assert not list(tmp_path.rglob("*.partial"))


def test_what_a_killed_run_left_half_written_is_removed(corpus: Path, tmp_path: Path) -> None:
    words = command(corpus, tmp_path, "--epochs", "0.2")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    for name in ("runs/aa-bb/luong-dot-seed0.state", "out/aa-bb/luong-dot.safetensors"):
        left = tmp_path / f"{name}.{dead.pid}.partial"
        left.parent.mkdir(parents=True, exist_ok=True)
        left.write_bytes(b"half")
    other = tmp_path / "runs/aa-bb/luong-dot-seed0.state.1.partial"  # process 1 always runs
    other.write_bytes(b"half")
    main(words[3:])
    assert list(tmp_path.rglob("*.partial")) == [other]


@pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU is there")
def test_a_gpu_that_is_not_there_is_one_line(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(command(corpus, tmp_path, "--device", "cuda")[3:])
    assert stop.value.code == 2
    assert capsys.readouterr().err == (
        "--device is cuda, which needs a GPU for each process, and PyTorch "
        f"{torch.__version__} finds none. Give --device cpu, or start fewer processes.\n"
    )
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("rate", ["--learning-rate", "--muon-rate"])
def test_a_run_that_diverges_is_stopped_and_leaves_no_state_of_it(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture, rate: str
) -> None:
    words = command(corpus, tmp_path, "--epochs", "0.1", rate, "1e38")[3:]
    for _ in range(2):  # the same command says the same again
        with pytest.raises(SystemExit) as stop:
            main(words)
        assert stop.value.code == 2
        (said,) = lines(capsys.readouterr().err)
        assert re.match(
            r"Update \d+: the dev loss is (nan|inf), so the run is stopped. Lower", said
        )
        assert f"{rate} (1e+38)" in said
        assert not list(tmp_path.rglob("*.state"))
        assert not list(tmp_path.rglob("*.safetensors"))


def test_a_run_that_diverges_later_keeps_what_was_best(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = iter([3.0, 2.0, float("nan")])
    monkeypatch.setattr(recipe, "mean_loss", lambda *_: next(losses))
    with pytest.raises(SystemExit) as stop:
        main(command(corpus, tmp_path)[3:])
    assert stop.value.code == 2
    state = tmp_path / "runs/aa-bb/luong-dot-seed0.state"
    best = state.with_suffix(".best.safetensors")
    assert lines(capsys.readouterr().err)[-1].endswith(
        f"Lower --learning-rate (0.003) or --muon-rate (0.003), and delete {state}, from which "
        f"only the same options go on. The best checkpoint before is {best}."
    )
    (out,) = (tmp_path / "out").rglob("*.safetensors")
    assert out.read_bytes() == best.read_bytes()
    assert [point.dev_loss for point in load_checkpoint(out).record.history] == [3.0, 2.0]


@pytest.mark.parametrize("option", ["--out", "--runs"])
def test_an_output_folder_that_cannot_be_used_promises_nothing(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture, option: str
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(command(corpus, tmp_path, option, corpus)[3:])
    assert stop.value.code == 1
    said = lines(capsys.readouterr().err)[-1]
    assert said.startswith(str(corpus))
    assert "goes on" not in said


@pytest.mark.parametrize("count", [-1, 1_000_000])
def test_a_number_of_threads_out_of_range_is_one_line(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture, count: int
) -> None:
    said = f"--threads is {count}: expected 1 to 1024, or 0 for torch's choice.\n"
    taught = ["none.safetensors", "--corpus", str(corpus), "--out", str(tmp_path / "taught.tsv")]
    for begin, words in ((main, command(corpus, tmp_path)[3:]), (teach, taught)):
        with pytest.raises(SystemExit) as stop:
            begin([*words, "--threads", str(count)])
        assert stop.value.code == 2
        assert capsys.readouterr().err == said
    assert not (tmp_path / "runs").exists()
