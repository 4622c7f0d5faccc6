"""The probes of docs/deploy.md: the server answers, the page runs, and what memory it takes."""

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from alignoscope.serving.machine import count_cores
from alignoscope.serving.worker_pool import COMMAND
from tests.shared.server import ROOT, free_port, start
from tests.shared.waiting import wait_until

SECONDS = 60
alone = pytest.mark.skipif(
    count_cores() == 1 or not Path("/proc/self/stat").exists(),
    reason="finds a process that decodes, which is there on two cores, in Linux' list",
)
SETTING = "STREAMLIT_SERVER_SCRIPT_HEALTH_CHECK_ENABLED"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen]:
    """Start the app with the probe of its page."""
    port, output = free_port(), tmp_path_factory.mktemp("probed") / "output.txt"
    server = start(f"alignoscope run --port {port}", port, output, **{SETTING: "true"})
    yield server
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def probed(server: subprocess.Popen) -> str:
    """Return the address of the app."""
    return f"http://localhost:{server.args[-1]}"


def answer(url: str) -> tuple[int, str, str]:
    with urllib.request.urlopen(url, timeout=100) as found:
        return found.status, found.headers["Content-Type"], found.read().decode()


@pytest.mark.slow
def test_the_server_answers_and_the_page_has_run(probed: str) -> None:
    for probe in ("health", "script-health-check"):
        status, _, text = answer(f"{probed}/_stcore/{probe}")
        assert (status, text.strip()) == (200, "ok")


@pytest.mark.slow
@alone
def test_one_process_decodes_beside_the_app_before_two_people_wait(
    server: subprocess.Popen,
) -> None:
    [process] = wait_for_process(server)
    wait_until(lambda: (process / "oom_score_adj").read_text() == "500\n")


def wait_for_process(server: subprocess.Popen) -> list[Path]:
    """Wait until there is a process that decodes for a server; return all that are there."""
    return wait_until(lambda: decoding_for(server.pid))


def decoding_for(parent: int) -> list[Path]:
    """Return the folders in /proc of the processes that decode for one."""
    folders = Path("/proc", str(parent), "task").glob("*/children")
    children = [Path("/proc", pid) for file in folders for pid in file.read_text().split()]
    return [child for child in children if COMMAND in (child / "cmdline").read_text()]


@pytest.mark.slow
@alone
def test_ctrl_c_ends_it_without_a_word(hears_ctrl_c: None, tmp_path: Path) -> None:
    port, output = free_port(), tmp_path / "output.txt"
    server = start(f"alignoscope run --port {port}", port, output)
    wait_for_process(
        server
    )  # all is imported and loaded, of which C++ says a word if it is cut off
    server.send_signal(signal.SIGINT)
    assert server.wait(SECONDS) == 0
    said = output.read_text()
    assert f"http://localhost:{port}" in said
    assert len(said.split("\n")) < 7, said


COMPUTING = """
import threading, time
import streamlit, torch
from alignoscope.server.serve import serve_app

def compute():
    square = torch.ones(300, 300)
    while True:
        (square @ square).softmax(1)

def run(*args, **options):
    for _ in range(3):
        threading.Thread(target=compute, daemon=True).start()
    time.sleep(1)
    raise KeyboardInterrupt

streamlit.App.run = run
serve_app({}, [])
"""


@pytest.mark.slow
def test_ctrl_c_ends_it_without_an_error_while_its_threads_compute() -> None:
    ended = subprocess.run([sys.executable, "-c", COMPUTING], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.slow
def test_sessions_are_counted_as_openmetrics(probed: str) -> None:
    status, kind, text = answer(f"{probed}/_stcore/metrics")
    assert status == 200
    assert "openmetrics" in kind
    assert text.rstrip().endswith("# EOF")
    assert "# TYPE active_sessions gauge" in text


def test_the_probes_are_those_that_the_document_names() -> None:
    said = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert f"`{SETTING}=true`" in said
    for probe in ("health", "script-health-check", "metrics"):
        assert f"| `/_stcore/{probe}` |" in said
