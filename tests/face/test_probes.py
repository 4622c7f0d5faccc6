"""The probes of docs/deploy.md: the server answers, the page runs, and what memory it takes."""

import urllib.request
from collections.abc import Iterator

import pytest
from server import ROOT, free_port, start

SETTING = "STREAMLIT_SERVER_SCRIPT_HEALTH_CHECK_ENABLED"


@pytest.fixture(scope="module")
def probed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the app with the probe of its page; return its address."""
    port, output = free_port(), tmp_path_factory.mktemp("probed") / "output.txt"
    server = start(f"alignoscope run --port {port}", port, output, **{SETTING: "true"})
    yield f"http://localhost:{port}"
    server.terminate()
    server.wait()


def answer(url: str) -> tuple[int, str, str]:
    with urllib.request.urlopen(url, timeout=100) as found:
        return found.status, found.headers["Content-Type"], found.read().decode()


def test_the_server_answers_and_the_page_has_run(probed: str) -> None:
    for probe in ("health", "script-health-check"):
        status, _, text = answer(f"{probed}/_stcore/{probe}")
        assert (status, text.strip()) == (200, "ok")


def test_memory_is_told_as_openmetrics(probed: str) -> None:
    status, kind, text = answer(f"{probed}/_stcore/metrics")
    assert status == 200
    assert "openmetrics" in kind
    assert text.rstrip().endswith("# EOF")
    assert "# TYPE cache_memory_bytes gauge" in text


def test_the_probes_are_those_that_the_document_names() -> None:
    said = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert f"`{SETTING}=true`" in said
    for probe in ("health", "script-health-check", "metrics"):
        assert f"| `/_stcore/{probe}` |" in said
