"""Time from Enter to all maps painted, for 12-word sentences, in a real Chromium.

Start the app with `make run`, then run `.venv/bin/python benchmarks/first_paint.py`. The result is
printed and written to first_paint.json. The clock starts at the key's own event time and stops in
the second frame after every map with cells shows the new sentence; each sentence is new to the app,
so nothing comes from its cache.
"""

import random
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402

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
WATCH = """word => {
  const players = [...document.querySelectorAll("*")]
    .flatMap(({shadowRoot}) => shadowRoot?.querySelector(".player") ?? []);
  const done = player => {
    const found = [...player.querySelectorAll(".card svg.plot:has(rect.cell)")];
    return found.length && found.every(plot => [...plot.querySelectorAll("text")].some(
      text => text.textContent.includes(word)));
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


def main() -> None:
    """Measure the app that runs at the address given, or at Streamlit's usual one."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8501"
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        page = chromium.new_page(viewport=browser.WIDE)
        landed(page, address)
        maps = page.locator(".card").count()
        *_, times = ([painted(page, word) for word in WORDS] for _ in range(2))
        known = [painted(page, word, "big", "river") for word in WORDS[:2] * 6][2:]
        agent = page.evaluate("navigator.userAgent")
        chromium.close()
    measured = {
        "browser": agent,
        "maps": maps,
        "milliseconds": [round(time) for time in times],
        "median": round(statistics.median(times)),
        "slowest": round(max(times)),
        "median of known sentences": round(statistics.median(known)),
    }
    packages = ("streamlit", "torch", "playwright")
    result.write("first_paint", "python benchmarks/first_paint.py", packages, measured)


def landed(page: Page, address: str) -> None:
    """Open the landing page and wait for its maps."""
    browser.visit(page, address)
    page.locator(".card").first.wait_for()


def painted(page: Page, word: str, *place: str) -> float:
    """Return the milliseconds from Enter to all maps of a sentence that has this word.

    Its place, an adjective and a noun, is drawn by lot unless it is given.
    """
    page.evaluate(WATCH, word)
    sentence = SENTENCE.format(word, *(place or map(random.choice, PLACES)))
    browser.write(page, "English sentence", sentence)
    return page.evaluate("window.painted")


if __name__ == "__main__":
    main()
