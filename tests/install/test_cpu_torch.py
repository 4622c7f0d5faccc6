"""Where PyTorch comes from: with made-up pip configurations, and indexes on this machine alone."""

import io
import os
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.shared.samples import mostly_slow

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "install" / "cpu_torch.py"
TORCH = next(
    line for line in (ROOT / "requirements.txt").read_text().splitlines() if "torch==" in line
)
VERSION = TORCH.removeprefix("torch==")
_spec = spec_from_file_location("cpu_torch", SCRIPT)
assert _spec
assert _spec.loader
cpu_torch = module_from_spec(_spec)
_spec.loader.exec_module(cpu_torch)


def wheel(version: str) -> bytes:
    """Return the smallest wheel of a package "torch"."""
    packed, info = io.BytesIO(), f"torch-{version}.dist-info"
    with zipfile.ZipFile(packed, "w") as files:
        files.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n"
        )
        files.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        files.writestr(f"{info}/RECORD", "")
    return packed.getvalue()


class Indexes(BaseHTTPRequestHandler):
    """Two indexes, `/public` and `/cpu`; one that thinks for long, and no others."""

    def do_HEAD(self) -> None:
        if self.path.startswith("/slow"):
            time.sleep(2)
        self.send_response(200 if self.path.startswith(("/cpu", "/slow")) else 404)
        self.end_headers()

    def do_GET(self) -> None:
        version = VERSION + "%2Bcpu" * self.path.startswith("/cpu")
        name = f"torch-{version}-py3-none-any.whl"
        listing = self.path.endswith("/torch/")
        body = (
            f'<a href="{name}">{name}</a>'.encode()
            if listing
            else wheel(version.replace("%2B", "+"))
        )
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if listing else "application/octet-stream")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Indexes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Take away every configuration of pip."""
    for name in list(os.environ):
        if name.startswith("PIP_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return monkeypatch


@pytest.mark.usefixtures("plain")
def test_the_index_is_asked_only_where_it_helps(server: str) -> None:
    url = f"{server}/cpu"
    assert cpu_torch.reason_against(url, "linux", gpu=False) is None
    assert "as asked" in cpu_torch.reason_against("", "linux", gpu=False)
    assert "only Linux" in cpu_torch.reason_against(url, "darwin", gpu=False)
    assert "GPU" in cpu_torch.reason_against(url, "linux", gpu=True)
    assert "no answer" in cpu_torch.reason_against(f"{server}/none", "linux", gpu=False)


@pytest.mark.parametrize(
    ("name", "value"),
    mostly_slow(
        [
            ("index-url", "http://127.0.0.1/simple"),
            ("extra-index-url", "http://127.0.0.1/simple"),
            ("find-links", "/made/up/wheels"),
            ("no-index", "true"),
        ],
        always=["extra-index-url"],
    ),
)
def test_a_pip_with_sources_of_its_own_is_left_alone(
    name: str, value: str, plain: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "pip.conf"
    file.write_text(f"[install]\n{name.replace('-', '_')} = {value}\n")
    plain.setenv("PIP_CONFIG_FILE", str(file))
    assert name in cpu_torch.own_sources()
    plain.setenv("PIP_CONFIG_FILE", os.devnull)
    plain.setenv(f"PIP_{name.upper().replace('-', '_')}", value)
    assert cpu_torch.own_sources() == [name]
    assert name in cpu_torch.reason_against("http://127.0.0.1:1", "linux", gpu=False)


def test_other_settings_of_pip_are_no_sources(plain: pytest.MonkeyPatch) -> None:
    plain.setenv("PIP_DEFAULT_TIMEOUT", "60")
    plain.setenv("PIP_CERT", "/a/find-links=b")
    plain.setenv("PIP_FIND_LINKS", "")
    assert cpu_torch.own_sources() == []


def test_an_index_that_is_slow_or_away_is_not_waited_for(server: str) -> None:
    start = time.monotonic()
    assert not cpu_torch.answers(f"{server}/slow", seconds=0.3)
    assert not cpu_torch.answers("http://127.0.0.1:1", seconds=0.3)
    assert time.monotonic() - start < 1.5
    assert cpu_torch.answers(f"{server}/slow", seconds=20)


@pytest.mark.usefixtures("plain")
def test_the_option_alone_is_printed_for_pip(server: str) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(SCRIPT), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True)

    here = sys.platform == "linux" and not cpu_torch.has_gpu()
    asked = run(f"{server}/cpu")
    assert asked.stdout == (f"--extra-index-url {server}/cpu\n" if here else "")
    assert asked.stderr.startswith("PyTorch comes ")
    assert run().stdout == ""


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("extra", "label"), [(True, "+cpu"), (False, "")])
def test_pip_takes_the_cpu_build_for_the_plain_requirement(
    extra: bool, label: str, server: str
) -> None:
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed"]
    command += ["--no-deps", "--no-cache-dir", "--index-url", f"{server}/public", TORCH]
    command += ["--extra-index-url", f"{server}/cpu"] * extra
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"Would install torch-{VERSION}{label}\n" in done.stdout
