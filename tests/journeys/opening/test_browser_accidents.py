"""What breaks while somebody looks: a print, the line to the server, the server itself."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from alignoscope.serving.model_store import checkpoints
from tests.browser import READY, WIDE, open_pictures
from tests.shared.server import free_port, start

LINK = "/?pair=reverse&sentence=k+b+d&target=d+b+k&step=2&variants=luong-dot&variants=luong-general"
PATIENCE = 90_000


class Server:
    """The app on a port of its own, with a browser for prints that fails; it can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        failing = folder / "chromium"
        failing.write_text("#!/bin/sh\nexit 3\n")
        failing.chmod(0o755)

    def start(self) -> None:
        path = f"{self.folder}{os.pathsep}{os.environ['PATH']}"
        command, output = f"alignoscope run --port {self.port}", self.folder / "output.txt"
        self.process = start(command, self.port, output, PATH=path)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("accidents"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def alone(server: Server, chromium: Browser) -> Iterator[Page]:
    """Return an empty page of its own."""
    page = chromium.new_page(base_url=server.url, viewport=WIDE, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    yield page
    page.close()


def shows_the_link(page: Page) -> None:
    expect(page.locator(".card")).to_have_count(2)
    for card in page.locator(".card").all():
        expect(card).to_contain_text("forced translation")
    expect(page.get_by_role("textbox", name="Source sentence")).to_have_value("k b d")
    expect(page.get_by_text(re.compile(r"^Word 2\b")).first).to_be_visible()
    page.wait_for_selector(READY)


@pytest.mark.slow
def test_a_print_that_fails_says_why(alone: Page) -> None:
    alone.goto(LINK)
    shows_the_link(alone)
    open_pictures(alone)
    alone.get_by_role("button", name="PDF", exact=True).click()
    expect(alone.get_by_text("The browser did not print: it ended with 3.")).to_be_visible()
    shows_the_link(alone)


@pytest.mark.slow
def test_a_line_that_was_cut_is_taken_up_where_it_was(alone: Page) -> None:
    lines: list[WebSocketRoute] = []
    alone.route_web_socket(
        re.compile("_stcore/stream"), lambda route: lines.append(route.connect_to_server())
    )
    alone.goto(LINK)
    shows_the_link(alone)
    box = alone.get_by_role("textbox", name="Source sentence")
    box.fill("d k b")
    box.press("Enter")
    expect(alone.locator(".card svg.plot").first).to_contain_text("d")
    alone.wait_for_selector(READY)
    before = len(lines)
    lines[-1].close()
    for _ in range(400):  # until the browser has taken it up by itself, 20 seconds at most
        if len(lines) > before:
            break
        alone.wait_for_timeout(50)
    assert len(lines) > before
    expect(alone.locator(".card")).to_have_count(2)
    alone.wait_for_timeout(3000)  # until the page is drawn anew: its box is another one then
    for _ in range(20):  # what is typed before the line is whole again is not sent
        if "sentence=b+d+k+d" not in alone.url:
            box.fill("b d k d")
            box.press("Enter")
            alone.wait_for_timeout(2000)
    expect(alone).to_have_url(re.compile(re.escape("sentence=b+d+k+d")))
    alone.wait_for_selector(READY)
    expect(alone.locator(".card")).to_have_count(2)


@pytest.mark.slow
def test_a_server_that_is_started_anew_shows_what_the_link_says(
    alone: Page, server: Server
) -> None:
    alone.goto(LINK)
    shows_the_link(alone)
    server.stop()
    expect(alone.locator(".card")).to_have_count(2)  # what was there stays, and steps
    server.start()
    alone.wait_for_selector(READY.replace("notRunning", "running"))  # by itself
    alone.wait_for_selector(READY)
    alone.locator("summary", has_text="Export and share").click()
    expect(alone.get_by_role("button", name="CSV", exact=True)).to_be_visible()  # it answers
    shows_the_link(alone)
    alone.reload()
    shows_the_link(alone)


@pytest.mark.slow
def test_a_link_to_a_cell_of_a_model_that_is_not_loaded_yet(alone: Page, server: Server) -> None:
    server.stop()
    server.start()
    names = [path.stem for path in checkpoints("eng-fra")]
    asked = "&".join(f"variants={name}" for name in names)
    cell = f"cell={names[-3]}~words~3~4"
    alone.goto(f"/?sentence=I am not tired.&{asked}&{cell}&step=2")
    chosen = alone.locator(f".card[data-map='{names[-3]}'] .chosen")
    expect(chosen.first).to_have_attribute("visibility", "visible")
    alone.wait_for_selector(READY)
    expect(alone).to_have_url(re.compile(f"{cell}.*step=2|step=2.*{cell}"))
    expect(alone.get_by_test_id("stAlert")).to_have_count(0)
