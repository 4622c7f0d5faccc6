"""A finished model measured by `evaluation`, so that the page "Models" has its row."""

import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = ("pandas", "sacrebleu", "tabulate")  # which training alone can do without


def measure_command(
    checkpoint: Path, results: Path, *, corpus: Path | None, reverse: bool
) -> list[str]:
    """Return the command that measures a checkpoint on the dev and test part of its corpus."""
    words = [sys.executable, "-m", "alignoscope.evaluation", str(checkpoint), "--out", str(results)]
    words += [] if corpus is None else ["--corpus", str(corpus)]
    return words + ["--reverse"] * reverse


def measure(command: list[str]) -> str:
    """Run that command, and say how it ended; what fails here leaves the checkpoint as it is."""
    again = f"Measure it later with\n  {shlex.join(command)}"
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return f"Not measured, since {', '.join(missing)} is not installed. {again}"
    try:
        failed = subprocess.run(command, stdout=subprocess.DEVNULL).returncode  # it prints tables
    except KeyboardInterrupt:
        failed = 1
    return f"Not measured. {again}" if failed else "The page “Models” has its row."
