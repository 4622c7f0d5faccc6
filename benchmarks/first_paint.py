"""Time from Enter to all maps painted, for 12-word sentences, in a real Chromium.

Start the app with `make run`, then run `.venv/bin/python benchmarks/first_paint.py`. The result is
printed and written to first_paint.json. The clock starts at the key's own event time and stops in
the second frame after every map shows the new sentence; each sentence is new to the app, so
nothing comes from its cache.
"""

import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402

SENTENCE = "Every {} we walk to the old station near the big river."
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
WATCH = """word => {
  window.painted = null;
  const roots = () => [...document.querySelectorAll("*")].filter(e => e.shadowRoot);
  const done = () => roots().some(({shadowRoot}) => {
    const found = [...shadowRoot.querySelectorAll(".card svg.plot")];
    return found.length && found.every(plot => [...plot.querySelectorAll("text")].some(
      text => text.textContent.includes(word)));
  });
  window.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    const look = () => done()
      ? requestAnimationFrame(now => requestAnimationFrame(
          () => window.painted = performance.now() - event.timeStamp))
      : requestAnimationFrame(look);
    look();
  }, {once: true, capture: true});
}"""


def main() -> None:
    """Measure the app that runs at the address given, or at Streamlit's usual one."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8501"
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_selector("[data-testid='stApp'][data-test-script-state='notRunning']")
        page.locator(".card").first.wait_for()
        maps = page.locator(".card").count()
        times = []
        for word in WORDS:
            page.evaluate(WATCH, word)
            box = page.get_by_role("textbox", name="English sentence")
            box.fill(SENTENCE.format(word))
            box.press("Enter")
            page.wait_for_function("window.painted !== null")
            times.append(page.evaluate("window.painted"))
        agent = page.evaluate("navigator.userAgent")
        chromium.close()
    measured = {
        "browser": agent,
        "maps": maps,
        "milliseconds": [round(time) for time in times],
        "median": round(statistics.median(times)),
        "slowest": round(max(times)),
    }
    packages = ("streamlit", "torch", "playwright")
    result.write("first_paint", "python benchmarks/first_paint.py", packages, measured)


if __name__ == "__main__":
    main()
