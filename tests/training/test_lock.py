"""Two runs never write to the same files, and a killed run leaves nothing locked."""

import subprocess
import sys
from pathlib import Path

import pytest

from alignoscope.training.lock import locked
from alignoscope.training.recipe import train
from tests.shared.samples import mostly_slow
from tests.shared.toy import command, start, write_corpus

HOLD = (
    "import sys, pathlib; from alignoscope.training.lock import locked\n"
    "with locked(pathlib.Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
)


def holder(path: Path) -> subprocess.Popen:
    words = [sys.executable, "-c", HOLD, str(path), "luong-dot"]
    other = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def test_a_lock_says_who_holds_it_and_ends_with_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.state"
    with holder(path) as other:
        said = rf"a\.state: another run is writing it \(process {other.pid} on .* luong-dot"
        with pytest.raises(ValueError, match=said), locked(path):
            pass
        other.kill()
    with locked(path):
        assert [one.name for one in path.parent.iterdir()] == [".a.state.lock"]
    assert [*path.parent.iterdir()] == []


@pytest.mark.parametrize("file", mostly_slow(["state_path", "out_path"], always=["out_path"]))
def test_a_run_does_not_start_while_another_writes_its_files(tmp_path: Path, file: str) -> None:
    made = start(write_corpus(tmp_path / "aa-bb.tsv"), tmp_path)
    with holder(getattr(made, file)) as other:
        with pytest.raises(ValueError, match="another run is writing it"):
            train(made)
        other.kill()
    assert train(made) == made.out_path


@pytest.mark.slow
def test_the_command_ends_with_a_line(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "aa-bb.tsv")
    with holder(tmp_path / "runs" / "aa-bb" / "luong-dot-seed0.state") as other:
        ended = subprocess.run(command(corpus, tmp_path), capture_output=True, text=True)
        other.kill()
    assert ended.returncode == 2
    assert "another run is writing it" in ended.stderr
    assert "Traceback" not in ended.stderr
