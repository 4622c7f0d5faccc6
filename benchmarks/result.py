"""How every benchmark writes its result: printed, and as JSON in a folder beside its script.

Machines of one name differ in speed, and so does one machine from day to day: each result has a
yardstick, what the same plain work took then and there.
"""

import json
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np

from alignoscope.records.hardware import processor_name

HERE = Path(__file__).parent / "measured"


def write(name: str, command: str, packages: tuple[str, ...], measured: dict) -> None:
    """Print what was measured with its circumstances, and write it to `name`.json."""
    result = {
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "hardware": f"{processor_name()}, {os.cpu_count()} cores",
        "yardstick, ms": yardstick(),
        "versions": {package: version(package) for package in packages},
        **measured,
    }
    text = json.dumps(result, indent=2)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(text)


def yardstick() -> dict[str, float]:
    """Return the milliseconds of plain work on one core, the least of seven."""
    numbers = np.linspace(-3, 3, 1_000_000, dtype=np.float32)
    return {
        "a loop of a million": _least(lambda: sum(i for i in range(1_000_000))),
        "tanh of a million": _least(lambda: np.tanh(numbers)),
    }


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(7):
        started = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - started))
    return round(min(times), 2)
