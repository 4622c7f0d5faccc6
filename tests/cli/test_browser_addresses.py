"""An app that other machines reach, and one that they do not."""

import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.shared.server import free_port, serving
from tests.shared.trace_files import WEIGHTS, document, minimal


@pytest.fixture
def served(tmp_path: Path) -> Iterator[int]:
    """Open a file in an app for other machines, too; return its port."""
    file, port = tmp_path / "made-up.trace.json", free_port()
    file.write_text(document(minimal(weights=WEIGHTS)), encoding="utf-8")
    command = f"alignoscope open {file.name} --address 0.0.0.0 --port {port}"
    with serving(command, port, tmp_path / "output.txt", tmp_path):
        yield port


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is another address on Linux alone")
def test_other_addresses_are_let_in_only_when_asked_for(
    served: int, address: str, chromium: Browser
) -> None:
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(address.replace("localhost", "127.0.0.2"), timeout=5)
    page = chromium.new_page()
    page.goto(f"http://127.0.0.2:{served}/")
    expect(page.locator(".card h2")).to_have_text("mine", timeout=60_000)
    assert page.url.split("?")[0].endswith("/open_trace")
    page.close()
