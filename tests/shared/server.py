"""A server of the app, waited for until it answers."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return free.getsockname()[1]


def start(
    command: str, port: int, output: Path, cwd: Path = ROOT, **settings: str
) -> subprocess.Popen:
    """Run a command of Python's -m; what it says goes to the end of a file."""
    settings = {"STREAMLIT_SERVER_HEADLESS": "true"} | settings
    words = [sys.executable, "-m", *command.split()]
    with output.open("a") as log:
        server = subprocess.Popen(words, cwd=cwd, env=os.environ | settings, stdout=log, stderr=log)
    wait_until_healthy(f"http://localhost:{port}", server, output)
    return server


@contextmanager
def serving(command: str, port: int, output: Path, cwd: Path = ROOT) -> Iterator[None]:
    """Have a server as long as the context lasts."""
    server = start(command, port, output, cwd)
    try:
        yield
    finally:
        server.terminate()
        server.wait()


@contextmanager
def sharing(folder: Path) -> Iterator[int]:
    """Have one app for all processes that share a folder, and return its port.

    The first that comes starts it, and the last that leaves ends it.
    """
    folder.mkdir(exist_ok=True)
    running, own = folder / "running", folder / f"used-by-{os.getpid()}"
    with _alone(folder):
        if not running.exists():
            port = free_port()
            server = start(f"alignoscope run --port {port}", port, folder / "output.txt")
            running.write_text(f"{port} {server.pid}")
            server.returncode = 0  # or Python warns of a process that others still use
        own.touch()
    port, process = map(int, running.read_text().split())
    try:
        yield port
    finally:
        with _alone(folder):
            own.unlink()
            if not list(folder.glob("used-by-*")):
                running.unlink()
                os.kill(process, signal.SIGTERM)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time go on."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_until_healthy(url: str, server: subprocess.Popen, output: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            pytest.fail(f"The app ended: {output.read_text()}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    server.kill()
    pytest.fail(f"The app did not start: {output.read_text()}")
