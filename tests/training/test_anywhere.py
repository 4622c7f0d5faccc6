"""Training runs where little is installed: no Streamlit, no pandas, no babel."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.toy import ROOT, command, write_corpus

NEEDED = {"torch", "numpy", "tokenizers", "safetensors", "tqdm"}
ABSENT = (
    *("babel", "nbformat", "pandas", "playwright", "plotly", "pptx", "regex", "sacrebleu", "segno"),
    *("streamlit", "tabulate", "uvloop", "wasmtime"),
)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a checkout that is only linked, beside few packages."""
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / "alignoscope").symlink_to(ROOT)
    (folder / "sitecustomize.py").write_text(
        f"import sys\nsys.modules.update(dict.fromkeys({ABSENT}))"
    )
    return os.environ | {"PYTHONPATH": str(folder)}


def test_what_is_absent_is_all_that_is_required_but_not_needed() -> None:
    required = (ROOT / "requirements.txt").read_text().split()
    names = {line.split("==")[0] for line in required if "==" in line}
    assert {name.removeprefix("python-") for name in names} - NEEDED <= set(ABSENT)


def test_every_room_that_training_needs_loads_without_the_others(bare, tmp_path: Path) -> None:
    rooms = ("records", "models", "decoding", "analysis", "data", "training")
    files = [path.relative_to(ROOT) for room in rooms for path in (ROOT / room).rglob("*.py")]
    names = [".".join(("alignoscope", *path.with_suffix("").parts)) for path in files]
    # The names of languages, which only pages show, are CLDR's.
    names = [name for name in names if not name.endswith(("_main__", ".languages"))]
    assert len(names) > 30
    code = f"import {', '.join(name.removesuffix('.__init__') for name in names)}"
    done = subprocess.run(
        [sys.executable, "-c", code], env=bare, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_run_needs_no_more_and_starts_in_the_checkout_too(bare, tmp_path: Path) -> None:
    words = command(write_corpus(tmp_path / "aa-bb.tsv"), tmp_path, "--epochs", "0.2")
    done = subprocess.run(words, env=bare, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    words = [sys.executable, "-m", "training", "--variant", "luong-dot", "--task", "dates"]
    done = subprocess.run(words, env=bare, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "The synthetic task dates needs the package babel: install it, or train on another task or "
        "a corpus.\n"
    )
