"""The speed of a live page in Chromium: opened anew, on a slow line, and beside the app."""

import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import urlopen

from playwright.sync_api import Browser, Page
from websockets.sync.client import connect

from alignoscope.benchmarks.apps import MAPS, family, kilobytes, started
from alignoscope.benchmarks.page_speed import WORDS, land, paint
from alignoscope.tests import browser

ROOT = Path(__file__).parent.parent
PATIENCE = 600_000  # milliseconds
COLD = 5  # times that a page is opened
WATCHED = 60  # seconds that the memory of a page is watched
COUNT = f'document.querySelector("main")?.shadowRoot?.querySelectorAll("{MAPS}").length ?? 0'
# When each map was first on the screen: maps that a frame finds were painted before the next.
WATCH = f"""
window.maps = [];
let seen = 0;
const look = () => {{
  while (window.maps.length < seen) window.maps.push(performance.now());
  seen = {COUNT};
  requestAnimationFrame(look);
}};
requestAnimationFrame(look);"""


def maps_of(names: Sequence[str]) -> int:
    """Return how many of these models have a map: a fixed context has no weights."""
    return sum(not name.startswith("fixed-context") for name in names)


class Line(NamedTuple):
    """A line to the host: bits per second, and milliseconds until an answer begins."""

    speed: float
    delay: float


SLOW = Line(4e6, 100)


def opened(chromium: Browser, address: str, names: Sequence[str], line: Line | None = None) -> Page:
    """Open a page with these models in a profile of its own, and wait for all maps."""
    page = chromium.new_context(viewport=browser.WIDE).new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    if line:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        limits = {"downloadThroughput": line.speed / 8, "uploadThroughput": line.speed / 8}
        limits |= {"latency": line.delay, "offline": False}
        session.send("Network.emulateNetworkConditions", limits)
    page.goto(f"{address}/#{urlencode({'variants': names}, doseq=True)}", wait_until="commit")
    page.locator(MAPS).nth(maps_of(names) - 1).wait_for(state="attached")
    page.wait_for_timeout(200)
    return page


def cold(
    chromium: Browser, address: str, names: Sequence[str], times: int, line: Line | None = None
) -> dict[str, float]:
    """Return the seconds from the request to the first map and to all."""
    first, last = [], []
    for _ in range(times):
        page = opened(chromium, address, names, line)
        maps = page.evaluate("window.maps")
        first.append(maps[0] / 1000)
        last.append(maps[maps_of(names) - 1] / 1000)
        page.context.close()
    seconds = {"first map, s": statistics.median(first), "all maps, s": statistics.median(last)}
    return {name: round(one, 2) for name, one in seconds.items()}


def in_turns(
    chromium: Browser, address: str, models: dict[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Return the milliseconds from Enter to all maps of new sentences, of page and app."""
    with started(ROOT) as app:
        pages = {name: opened(chromium, address, names) for name, names in models.items()}
        pages["the app"] = chromium.new_page(viewport=browser.WIDE)
        pages["the app"].set_default_timeout(PATIENCE)
        land(pages["the app"], app.address)
        times: dict[str, list[float]] = {name: [] for name in pages}
        for word in WORDS:
            for name, page in pages.items():
                times[name].append(paint(page, word))
        for page in pages.values():
            page.context.close()
    return {
        name: {"median": round(statistics.median(found)), "slowest": round(max(found))}
        for name, found in times.items()
    }


def memory(executable: str, address: str, names: Sequence[str]) -> dict[str, int]:
    """Return the MB of a page's process with these models: the most, and a minute after (Linux).

    It is the proportional set size. Playwright would have the browser keep all files of the page.

    Args:
        executable: the path of the browser.
        address: where the site is.
        names: the models that the page opens.
    """
    url = f"{address}/#{urlencode({'variants': names}, doseq=True)}"
    with tempfile.TemporaryDirectory() as profile:
        own = ["--remote-debugging-port=0", f"--user-data-dir={profile}"]
        size = "--window-size={width},{height}".format(**browser.WIDE)
        chromium = subprocess.Popen(
            [executable, *browser.FLAGS, *own, size, url], stderr=subprocess.DEVNULL
        )
        sizes = []
        for _ in range(WATCHED):
            time.sleep(1)
            sizes.append(max(map(kilobytes, _renderers(chromium.pid)), default=0))
        found = _evaluated(Path(profile), COUNT)
        chromium.terminate()
        chromium.wait()
    assert found == maps_of(names), f"{found} maps are on the page"
    return {"most": round(max(sizes) / 1000), "after a minute": round(sizes[-1] / 1000)}


def _renderers(process: int) -> Iterator[int]:
    for one in family(process):
        with suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{one}/cmdline").read_bytes():
                yield one


def _evaluated(profile: Path, expression: str) -> object:
    """Return the value of an expression on the page of the browser that has this profile."""
    port = (profile / "DevToolsActivePort").read_text(encoding="ascii").split()[0]
    with urlopen(f"http://localhost:{port}/json") as answer:
        (page,) = [one for one in json.load(answer) if one["type"] == "page"]
    with connect(page["webSocketDebuggerUrl"], origin=None) as socket:
        call = {"id": 1, "method": "Runtime.evaluate", "params": {"expression": expression}}
        socket.send(json.dumps(call))
        return json.loads(socket.recv())["result"]["result"]["value"]
