"""`make run`: what it installs, when, and what it hands on."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def planned(folder: Path, *words: str) -> list[str]:
    """Return the commands that make would run, whether or not a make runs these tests."""
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "--dry-run", *words]
    run = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_nothing_is_installed_again_until_the_requirements_change(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.txt", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
        os.utime(tmp_path / name, (1000, 1000))
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    assert any("pip install" in line for line in planned(tmp_path, "run"))
    (tmp_path / ".venv" / "run.stamp").touch()
    assert [line.split() for line in planned(tmp_path, "run")] == [[".venv/bin/alignoscope", "run"]]
    os.utime(tmp_path / ".venv" / "run.stamp", (999, 999))
    assert any("-r requirements.txt" in line for line in planned(tmp_path, "run"))


def test_an_install_says_what_it_does() -> None:
    lines = planned(ROOT, "--always-make", ".venv/run.stamp")
    assert any(line.startswith('echo "Installing') for line in lines)
    (main,) = (line for line in lines if "-r requirements.txt" in line)
    assert "--quiet" not in main
    assert "install/cpu_torch.py https://" in main
    (main,) = (
        line
        for line in planned(ROOT, "--always-make", ".venv/run.stamp", "CPU_TORCH=")
        if "-r requirements.txt" in line
    )
    assert "https://" not in main


def test_the_address_and_the_port_are_handed_on() -> None:
    lines = planned(ROOT, "run", "ADDRESS=0.0.0.0", "PORT=8613")
    assert lines[-1] == ".venv/bin/alignoscope run --address 0.0.0.0 --port 8613"
