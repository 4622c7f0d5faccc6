"""A test that needed a second try is named with its reason, and fails `make check`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RACE = """
import pytest
tries = []

@pytest.mark.flaky(reruns=1)
def test_race():
    tries.append(1)
    assert len(tries) > LOST, "the first try came too early"
"""


@pytest.mark.parametrize(
    ("lost", "options", "passes"),
    [(1, ["--fail-on-flaky"], False), (1, [], True), (0, ["--fail-on-flaky"], True)],
)
def test_a_second_try_fails_the_run_that_allows_none(
    tmp_path: Path, lost: int, options: list[str], passes: bool
) -> None:
    (tmp_path / "test_race.py").write_text(RACE.replace("LOST", str(lost)), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.shared.second_tries", "-n", "1"]
    command += ["--rootdir", str(tmp_path), "-c", "/dev/null", *options, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == passes, done.stdout
    assert ("the first try came too early" in done.stdout) == bool(lost)


def test_make_check_allows_no_second_try() -> None:
    (line,) = [one for one in (ROOT / "Makefile").read_text().splitlines() if "-m slow" in one]
    assert "--fail-on-flaky" in line
