"""The app of any checkout, started on a free port for as long as it is measured."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS = 60
COMMAND = ("-m", "alignoscope", "run", "--port")


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """Start the app in `folder` with this environment's packages, and yield its address."""
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
            yield f"http://localhost:{port}"
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
