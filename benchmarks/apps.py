"""The app of any checkout, started on a free port for as long as it is measured."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

SECONDS = 60
MAPS = ".card svg.plot:is(.flat, :has(rect.cell))"  # of players, drawn with cells
COMMAND = ("-m", "alignoscope", "run", "--port")


class App(NamedTuple):
    """A running app: its address and its process."""

    address: str
    process: int

    def memory(self) -> float:
        """Return the MB of the app and its workers; what they share counts once (Linux)."""
        return sum(map(kilobytes, family(self.process))) / 1000


@contextmanager
def started(folder: Path) -> Iterator[App]:
    """Start the app in `folder` with this environment's packages, and yield it."""
    if not (folder / "app.py").is_file():
        raise ValueError(f"There is no app.py in {folder}: name the folder of a checkout.")
    with socket.socket() as free, tempfile.TemporaryDirectory() as beside:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
        free.close()
        # `import alignoscope` must find this folder, also where another one is installed.
        (Path(beside) / "alignoscope").symlink_to(folder.resolve())
        environment = os.environ | {"PYTHONPATH": beside, "STREAMLIT_SERVER_HEADLESS": "true"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for a person, who starts it again
        server = subprocess.Popen(
            [sys.executable, *COMMAND, str(port)],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(f"http://localhost:{port}", server)
            yield App(f"http://localhost:{port}", server.pid)
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the app answers."""
    for _ in range(10 * SECONDS):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise ValueError(f"The app did not start at {address} within {SECONDS} seconds.")


def kilobytes(process: int) -> int:
    """Return the kB of a process, with its part of what it shares with others (Linux).

    That is its proportional set size; 0 if it has ended.
    """
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return 0


def family(process: int) -> Iterator[int]:
    """Yield a process and all that it has started."""
    yield process
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text(encoding="ascii").split():
                yield from family(int(child))
