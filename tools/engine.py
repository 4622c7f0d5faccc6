"""Make `decoding/engine/engine.wasm` of its source, and record of what it was made.

    pip install ziglang==0.17.1
    python tools/engine.py

The compiler is a developer's tool: nothing else needs it. The same compiler makes the same bytes.
"""

import hashlib
import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "decoding" / "engine"
SOURCE, MADE, RECORD = (FOLDER / f"engine.{kind}" for kind in ("c", "wasm", "json"))
COMPILER = "ziglang==0.17.1"
OPTIONS = (
    *("-target", "wasm32-freestanding", "-msimd128", "-O3", "-nostdlib", "-Wall", "-Wextra"),
    *("-Werror", "-Wl,--no-entry", "-Wl,--strip-all"),
)


def main() -> None:
    """Write the binary and its record."""
    installed = f"ziglang=={version('ziglang')}"
    if installed != COMPILER:
        sys.exit(f"The compiler is {installed}: install {COMPILER}.")
    compile_engine(MADE)
    RECORD.write_text(json.dumps(record(), indent=2) + "\n", encoding="utf-8")


def compile_engine(to: Path) -> None:
    """Compile the source into a file."""
    command = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, "-o", str(to), SOURCE.name]
    subprocess.run(command, cwd=FOLDER, check=True)
    to.chmod(0o644)


def record() -> dict[str, object]:
    """Return the compiler, its options, and the SHA-256 of the source and of the binary."""
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (SOURCE, MADE)}
    return {"compiler": COMPILER, "options": OPTIONS, "sha256": hashes}


if __name__ == "__main__":
    main()
