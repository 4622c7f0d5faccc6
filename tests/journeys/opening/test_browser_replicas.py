"""Two replicas behind nginx, as docs/deploy.md says: links, files, and one that dies."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import READY, WIDE, download, open_pictures, upload
from tests.shared.server import free_port

ROOT = Path(__file__).parents[3]
PATIENCE = 90_000
TRACE = {"variant": "mine", "source": ["a", "b"], "target": ["x"], "weights": [[0.25, 0.75]]}
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
FRAME = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.txt;
events {{}}
http {{
log_format replica "$upstream_addr $request_uri"; access_log {folder}/access.txt replica;
client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{site}
}}
"""
SKIPPED = "docs/nginx.conf is not tried: no nginx is installed (apt-get install nginx-light)"
pytestmark = pytest.mark.skipif(NGINX is None, reason=SKIPPED)


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except OSError:
        return False


def wait_for(url: str) -> None:
    for _ in range(600):
        if answers(url):
            return
        time.sleep(0.1)
    pytest.fail(f"{url} does not answer.")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, dict]]:
    """Start two replicas and nginx; return the address, nginx's folder, and replicas by port."""
    folder = tmp_path_factory.mktemp("nginx")
    ports, front = [free_port(), free_port()], free_port()
    settings = {
        "STREAMLIT_SERVER_HEADLESS": "true",
        "STREAMLIT_SERVER_BASE_URL_PATH": "alignoscope",
        "STREAMLIT_SERVER_COOKIE_SECRET": "one for all replicas",
    }
    started = {}
    with (folder / "output.txt").open("w") as file:
        for port in ports:
            command = [sys.executable, "-m", "alignoscope", "run", "--address", "127.0.0.1"]
            started[port] = subprocess.Popen(
                [*command, "--port", str(port)], env=os.environ | settings, stdout=file, stderr=file
            )
        text = (ROOT / "docs" / "nginx.conf").read_text(encoding="utf-8")
        for shown, own in zip(("8501", "8502", "8080"), (*ports, front), strict=True):
            text = text.replace(shown, str(own))
        written = FRAME.format(folder=folder, site=text)
        (folder / "nginx.conf").write_text(written, encoding="utf-8")
        nginx = subprocess.Popen([NGINX, "-c", folder / "nginx.conf"], stdout=file, stderr=file)
        try:
            for port in ports:
                wait_for(f"http://127.0.0.1:{port}/alignoscope/_stcore/health")
            wait_for(f"http://localhost:{front}/alignoscope/_stcore/health")
            yield f"http://localhost:{front}/alignoscope", folder, started
        finally:
            for process in (nginx, *started.values()):
                process.terminate()
                process.wait()


@pytest.mark.slow
def test_files_links_and_downloads_work_and_what_dies_with_a_replica_is_said(
    site: tuple[str, Path, dict], chromium: Browser
) -> None:
    address, folder, started = site
    page = chromium.new_page(viewport=WIDE, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.goto(f"{address}/open_trace?margins=on")  # a deep link, before any other page
    page.wait_for_selector(READY)
    upload(page, json.dumps({"format": "alignoscope-trace-1", "traces": [TRACE]}))
    expect(page.locator(".card h2")).to_have_text("mine")
    open_pictures(page)
    name, data = download(page, "SVG")
    assert name.endswith("-weights.svg")
    assert b">b</text>" in data

    page.reload()  # another session; the file is still on the shelf of the same replica
    expect(page.locator(".card h2")).to_have_text("mine")
    seen = (folder / "access.txt").read_text()
    served = set(re.findall(r"^127\.0\.0\.1:(\d+) .*_stcore/upload_file", seen, re.MULTILINE))
    assert len(served) == 1
    replica = started[int(served.pop())]
    replica.kill()
    replica.wait()
    # The browser finds the other replica by itself, and the page says what that one cannot know.
    expect(page.get_by_text("The server no longer has the file that was open here")).to_be_visible()
    upload(page, json.dumps({"format": "alignoscope-trace-1", "traces": [TRACE]}))
    expect(page.locator(".card h2")).to_have_text("mine")
    page.close()
