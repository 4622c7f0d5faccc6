"""Runs `evaluation` on a finished model, which adds its row to the page "Models"."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from alignoscope.records.extras import EXTRAS

NEEDED = ("pandas", *EXTRAS["evaluation"])  # Evaluation needs these, training does not.


def measure_command(checkpoint: Path, *, corpus: Sequence[Path] | None, reverse: bool) -> list[str]:
    """Return the command that measures a checkpoint on the dev and test part of its corpus."""
    words = [sys.executable, "-m", "alignoscope.evaluation", str(checkpoint), "--beside"]
    for path in corpus or ():
        words += ["--corpus", str(path)]
    return words + ["--reverse"] * reverse


def measure(command: list[str], done: str) -> str:
    """Run the command of `measure_command`, and return `done` or why it is not measured.

    A failure does not affect the checkpoint.
    """
    again = f"Measure it later with\n  {shlex.join(command)}"
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return f"Not measured: run pip install {' '.join(missing)} first. {again}"
    try:
        # The tables that the command prints are not shown.
        failed = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    except KeyboardInterrupt:
        failed = 1
    return f"Not measured. {again}" if failed else done
