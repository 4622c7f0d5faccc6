"""Enter to painted maps and key press to painted step, in a real Chromium.

`.venv/bin/python benchmarks/page_speed.py [CHECKOUT ...]` starts the apps of these checkouts, by
default of this one, and prints the times. With several checkouts each measurement is made in turn,
so that whatever else the machine does affects all of them.

The clock starts at the key's own event time. For a sentence it stops two frames after the flow
shows its words and all maps are new; no cache has the sentence. For a step it stops in the task
after the next frame's callbacks. Steps come at two paces: so fast that Python hears of the last
only, and so slow that it has answered each.
"""

import json
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, sync_playwright

from alignoscope.benchmarks.apps import MAPS, started
from alignoscope.tests import browser

ROOT = Path(__file__).parent.parent
SENTENCE = "Every {} we walk to the old station near the {} {}."
WORDS = (
    "day",
    "week",
    "month",
    "year",
    "morning",
    "evening",
    "night",
    "summer",
    "winter",
    "Monday",
)
PLACES = (
    ("big", "old", "new", "small", "long", "red", "blue", "green", "white", "dark", "deep", "cold"),
    ("river", "house", "garden", "school", "church", "market", "park", "lake", "castle", "bridge"),
)
GRIDS = {"12 maps of 12 x 15": (12, 12, 15), "1 map of 60 x 60": (1, 60, 60)}
PRESSES = 60
PACES = (120, 900)  # milliseconds from one press to the next
ROUNDS = 3  # of presses, at each pace
PATIENCE = 120_000  # milliseconds that a page may take to open
QUIET = 1_500  # milliseconds after which everything that a change sends has arrived
WATCH_MAPS = """([word, plots]) => {
  const players = [...document.querySelectorAll("*")]
    .flatMap(({shadowRoot}) => shadowRoot?.querySelector(".player") ?? []);
  const maps = player => [...player.querySelectorAll(plots)];
  const before = new Set(players.flatMap(maps));
  const done = player => {
    const found = maps(player);
    return found.length && !found.some(plot => before.has(plot)) &&
      [...player.querySelectorAll("svg text")].some(text => text.textContent.includes(word));
  };
  window.painted = new Promise(tell => window.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    const look = new MutationObserver(() => {
      if (!players.some(done)) return;
      look.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(
        () => tell(performance.now() - event.timeStamp)));
    });
    for (const player of players) look.observe(player, {childList: true, subtree: true});
  }, {once: true, capture: true}));
}"""
WATCH_KEYS = """() => window.addEventListener("keydown", ({timeStamp}) =>
  requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => window.frames.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }), {capture: true})"""


def main() -> None:
    """Measure the apps of the checkouts on the command line, or of this one."""
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT]
    with ExitStack() as stack:
        addresses = [stack.enter_context(started(folder)).address for folder in folders]
        chromium = browser.launch(stack.enter_context(sync_playwright()))

        def compare(title: str, rounds: Sequence[Callable[[Page], list[float]]]) -> None:
            times: list[list[float]] = [[] for _ in pages]
            for once in rounds:
                for page, found in zip(pages, times, strict=True):
                    found += once(page)
            report(title, folders, times)

        def opened(show: Callable[[Page, str], None]) -> list[Page]:
            for context in chromium.contexts:
                context.close()
            pages = [chromium.new_page(viewport=browser.WIDE) for _ in addresses]
            for page, address in zip(pages, addresses, strict=True):
                page.set_default_timeout(PATIENCE)
                show(page, address)
            return pages

        pages = opened(land)
        compare("Enter to painted maps", [lambda page, w=word: [paint(page, w)] for word in WORDS])
        for name, grid in GRIDS.items():
            pages = opened(lambda page, address, g=grid: show_maps(page, address, *g))
            for pace in PACES:
                title = f"Key to painted step, {name}, {pace} ms apart"
                compare(title, [lambda page, g=grid, p=pace: press(page, g[1], p)] * ROUNDS)
        chromium.close()


def report(title: str, folders: Sequence[Path], times: Sequence[Sequence[float]]) -> None:
    """Print one line per checkout."""
    print(title)
    for folder, found in zip(folders, times, strict=True):
        high = statistics.quantiles(found, n=20, method="inclusive")[-1]
        print(
            f"  {folder}: median {statistics.median(found):.1f} ms, 95 % within {high:.1f} ms, "
            f"slowest {max(found):.1f} ms, of {len(found)}",
            flush=True,
        )


def land(page: Page, address: str) -> None:
    """Open the landing page, as one who has been there before, and wait for its maps."""
    page.add_init_script(browser.CAME_BACK)
    browser.visit(page, address)
    page.locator(".card").first.wait_for()


def paint(page: Page, word: str) -> float:
    """Return the milliseconds from Enter to all maps of a new sentence that has this word."""
    page.evaluate(WATCH_MAPS, [word, MAPS])
    browser.write(page, "English sentence", SENTENCE.format(word, *map(random.choice, PLACES)))
    return page.evaluate("window.painted")


def show_maps(page: Page, address: str, maps: int, rows: int, columns: int) -> None:
    """Open random maps as a trace file, and watch the keys from now on."""
    browser.visit(page, f"{address}/open_trace")
    chance = np.random.default_rng(0)
    traces = [
        {
            "variant": f"map {number}",
            "source": [f"source{j}" for j in range(columns)],
            "target": [f"target{i}" for i in range(rows)],
            "weights": chance.dirichlet(np.full(columns, 0.2), rows).round(4).tolist(),
        }
        for number in range(1, maps + 1)
    ]
    text = json.dumps({"format": "alignoscope-trace-1", "traces": traces})
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [{"name": "maps.json", "mimeType": "application/json", "buffer": text.encode()}]
    )
    page.locator(".card").nth(maps - 1).wait_for()
    page.get_by_role("slider", name="Step").focus()
    page.wait_for_timeout(QUIET)
    page.evaluate(WATCH_KEYS)


def press(page: Page, rows: int, pace: int) -> list[float]:
    """Step to the end and back again; return the milliseconds of each press."""
    page.keyboard.press("Home")
    page.wait_for_timeout(QUIET)
    page.evaluate("window.frames = []")
    for number in range(PRESSES):
        page.wait_for_timeout(pace)
        onward = number // (rows - 1) % 2 == 0
        page.keyboard.press("ArrowRight" if onward else "ArrowLeft")
    page.wait_for_timeout(QUIET)
    found = page.evaluate("window.frames")
    assert len(found) == PRESSES
    return found


if __name__ == "__main__":
    main()
