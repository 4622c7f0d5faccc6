"""A server of the app, waited for until it answers."""

import subprocess
import time
import urllib.request
from pathlib import Path

import pytest


def wait_until_healthy(url: str, server: subprocess.Popen, output: Path) -> None:
    for _ in range(300):
        assert server.poll() is None, output.read_text()
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"The app did not start: {output.read_text()}")
