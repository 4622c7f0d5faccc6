"""How every benchmark writes its result: printed, and as JSON in a folder beside its script."""

import json
import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent / "measured"


def write(name: str, command: str, packages: tuple[str, ...], measured: dict) -> None:
    """Print what was measured with its circumstances, and write it to `name`.json."""
    result = {
        "command": command,
        "date": datetime.now(UTC).date().isoformat(),
        "hardware": f"{platform.machine()}, {os.cpu_count()} cores",
        "versions": {package: version(package) for package in packages},
        **measured,
    }
    text = json.dumps(result, indent=2)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(text)
