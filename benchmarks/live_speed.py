"""The speed of a live page in Chromium: opened anew, on a slow line, and beside the app."""

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Playwright

from alignoscope.benchmarks.apps import kilobytes, started
from alignoscope.benchmarks.page_speed import WORDS, land, paint

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tests"))

import browser  # noqa: E402

PATIENCE = 600_000  # milliseconds
COLD = 5  # times that a page is opened
MAPS = ".card svg.plot:has(rect.cell)"
# When each map was first on the screen: maps that a frame finds were painted before the next.
WATCH = f"""
window.maps = [];
let seen = 0;
const look = () => {{
  while (window.maps.length < seen) window.maps.push(performance.now());
  seen = document.querySelector("main")?.shadowRoot?.querySelectorAll("{MAPS}").length ?? 0;
  requestAnimationFrame(look);
}};
requestAnimationFrame(look);"""
SENT = """performance.getEntriesByType("navigation")
  .concat(performance.getEntriesByType("resource"))
  .reduce((sum, {transferSize}) => sum + transferSize, 0)"""


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
    page.goto(f"{address}/#models={','.join(names)}", wait_until="commit")
    page.locator(MAPS).nth(maps_of(names) - 1).wait_for(state="attached")
    page.wait_for_timeout(200)
    return page


def cold(
    chromium: Browser, address: str, names: Sequence[str], times: int, line: Line | None = None
) -> dict[str, float]:
    """Return the seconds from the request to the first map and to all, and what was sent."""
    first, last, sent = [], [], 0.0
    for _ in range(times):
        page = opened(chromium, address, names, line)
        maps = page.evaluate("window.maps")
        first.append(maps[0] / 1000)
        last.append(maps[maps_of(names) - 1] / 1000)
        sent = page.evaluate(SENT) / 1e6
        page.context.close()
    seconds = {"first map, s": statistics.median(first), "all maps, s": statistics.median(last)}
    return {name: round(one, 2) for name, one in (seconds | {"sent, MB": sent}).items()}


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


def memory(playwright: Playwright, address: str, names: Sequence[str]) -> float:
    """Return the MB of a page's process with these models (its proportional set size; Linux)."""
    chromium = browser.launch(playwright)
    opened(chromium, address, names)
    found = chromium.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [kilobytes(one["id"]) for one in found if one["type"] == "renderer"]
    chromium.close()
    return round(max(sizes) / 1000)
