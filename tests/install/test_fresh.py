"""A fresh environment: what everyone, and every hosting service, does to start a Streamlit app."""

import http.client
import os
import subprocess
import venv
from contextlib import closing
from pathlib import Path

import pytest

from tests.shared.server import free_port, wait_until_healthy

ROOT = Path(__file__).parents[2]
WEBSOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


@pytest.mark.slow
def test_the_requirements_are_all_that_streamlit_run_needs(tmp_path: Path) -> None:
    """Install the requirements as they are, and start the app under a foreign host name."""
    folder, port, log = tmp_path / "venv", free_port(), tmp_path / "log.txt"
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    checkout = tmp_path / "checkout"  # installed as editable: not the one that is under test
    command = ["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(checkout)]
    subprocess.run(command, check=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "-r", "requirements.txt"]
    done = subprocess.run(install, cwd=checkout, capture_output=True, text=True, check=False)
    if "No matching distribution" in done.stderr or "Could not find" in done.stderr:
        pytest.skip(f"pip could not reach its packages: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    options = ["--server.port", str(port), "--server.headless", "true"]
    settings = {"STREAMLIT_SERVER_ALLOWED_HOSTS": "class.example.org localhost"}
    with log.open("w") as output:
        server = subprocess.Popen(
            [str(python), "-m", "streamlit", "run", "app.py", *options],
            cwd=checkout,
            env=os.environ | settings,
            stdout=output,
            stderr=output,
        )
    try:
        wait_until_healthy(f"http://localhost:{port}", server, log)
        for name, status in (("class.example.org", 101), ("stranger.example.org", 403)):
            with closing(http.client.HTTPConnection("localhost", port, timeout=60)) as line:
                line.request("GET", "/_stcore/stream", headers={"Host": name} | WEBSOCKET)
                with line.getresponse() as answer:
                    assert answer.status == status, name
        page = """
from streamlit.testing.v1 import AppTest
test = AppTest.from_file("app.py", default_timeout=300)
test.query_params["pair"] = "reverse"
test.run()
assert not test.exception, test.exception
assert test.get("bidi_component")
"""
        subprocess.run([str(python), "-c", page], cwd=checkout, check=True)
    finally:
        server.terminate()
        server.wait()
