"""Time from a moved control of a lesson to the painted answer, and from a link to a lesson.

Start the app with `make run`, then run `.venv/bin/python benchmarks/lessons.py`. The result is
printed and written to lessons.json. A move is timed from the input event to the task after the next
frame's callbacks; a lesson from the request to its title, in a fresh page, the server warm.
"""

import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402

LABS = {  # a lesson, its screen with a lab, and the bets before it
    "orders (two maps)": ("oracle", 3, "2-k1"),
    "factory (a map)": ("factory", 4, "3-k1"),
    "softmax (bars)": ("factory", 7, "3-k1"),
    "dial (a plane)": ("sol-and-sun", 4, "3-k1"),
    "lengths (a table)": ("one-vector", 3, "2-k1"),
}
MOVES = 40
OPENINGS = 5
MOVE = """moves => new Promise(done => {
  const every = [...document.querySelectorAll("*")];
  const host = every.find(({shadowRoot}) => shadowRoot?.querySelector(".lab"));
  const root = host ? host.shadowRoot : document;
  const controls = [...root.querySelectorAll(".lab > .slide input, .lab > .settings input")];
  const times = [];
  const step = () => {
    if (times.length === moves) return done(times);
    const control = controls[times.length % controls.length];
    const start = performance.now();
    if (control.type === "range") {
      control.value = Number(control.value) === Number(control.max) ? 0 : Number(control.value) + 1;
      control.dispatchEvent(new Event("input"));
    } else {
      control.checked = true;
      control.dispatchEvent(new Event("change"));
    }
    requestAnimationFrame(() => {
      const {port1, port2} = new MessageChannel();
      port1.onmessage = () => { times.push(performance.now() - start); setTimeout(step, 60); };
      port2.postMessage(null);
    });
  };
  step();
})"""


def main() -> None:
    """Measure the app that runs at the address given, or at Streamlit's usual one."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8501"
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        page = chromium.new_page(viewport=browser.WIDE)
        moves = {name: _moves(page, address, *lab) for name, lab in LABS.items()}
        openings = [_opening(chromium.new_page(), address) for _ in range(OPENINGS)]
        agent = page.evaluate("navigator.userAgent")
        chromium.close()
    measured = {
        "browser": agent,
        "milliseconds a move": moves,
        "seconds to a lesson": {"median": statistics.median(openings), "most": max(openings)},
    }
    result.write("lessons", "python benchmarks/lessons.py", ("streamlit", "playwright"), measured)


def _moves(page: Page, address: str, lesson: str, screen: int, bets: str) -> dict[str, float]:
    browser.visit(page, f"{address}/lessons?lesson={lesson}&screen={screen}&answers={bets}")
    page.locator(".lab").wait_for()
    times = sorted(page.evaluate(MOVE, MOVES))
    most = times[int(0.95 * (len(times) - 1))]
    return {"median": round(statistics.median(times), 1), "95 % within": round(most, 1)}


def _opening(page: Page, address: str) -> float:
    start = time.perf_counter()
    page.goto(f"{address}/lessons?lesson=oracle")
    page.locator(".lesson h2").wait_for()
    page.close()
    return round(time.perf_counter() - start, 2)


if __name__ == "__main__":
    main()
