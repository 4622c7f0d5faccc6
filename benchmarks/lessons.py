"""Time from a moved control of a lesson to the painted answer, and from a link to a lesson.

Start the app with `make run`, then run `.venv/bin/python benchmarks/lessons.py`. The result is
printed and written to lessons.json. A move is timed from the input event to the task after the next
frame's callbacks; a lesson from the request to its title's painting, in a fresh browser's first tab
("alone") and in a tab beside one that has it ("beside"), the server warm.
"""

import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402
from alignoscope.benchmarks.apps import after_opening  # noqa: E402
from alignoscope.course.read import lessons  # noqa: E402

LABS = {  # a lesson, and its lab
    "orders (two maps)": ("oracle", "orders"),
    "factory (a map)": ("factory", "factory"),
    "softmax (bars)": ("factory", "softmax"),
    "dial (a plane)": ("sol-and-sun", "dial"),
    "lengths (a table)": ("one-vector", "lengths"),
}
MOVES = 40
OPENINGS = 5
MOVE = """moves => new Promise(done => {
  const every = [...document.querySelectorAll("*")];
  const host = every.find(({shadowRoot}) => shadowRoot?.querySelector(".lab"));
  const root = host ? host.shadowRoot : document;
  const wanted = ".lab > .slide input[type=range], .lab > .settings input";
  const controls = [...root.querySelectorAll(wanted)];
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
        context = chromium.new_context(viewport=browser.WIDE)
        page = context.new_page()
        moves = {name: _moves(page, address, *lab) for name, lab in LABS.items()}
        openings = {
            "alone": [_opening(chromium, address) for _ in range(OPENINGS)],
            "beside": [_opening(context, address) for _ in range(OPENINGS)],
        }
        agent = page.evaluate("navigator.userAgent")
        chromium.close()
    measured = {
        "browser": agent,
        "milliseconds a move": moves,
        "milliseconds to a lesson": {
            tab: {"median": round(statistics.median(times)), "most": round(max(times))}
            for tab, times in openings.items()
        },
    }
    result.write("lessons", "python benchmarks/lessons.py", ("streamlit", "playwright"), measured)


def _moves(page: Page, address: str, lesson: str, lab: str) -> dict[str, float]:
    screens = lessons()[lesson].screens
    number = next(i for i, screen in enumerate(screens, 1) if screen.lab == lab)
    asked = [i for i, screen in enumerate(screens[:number], 1) if screen.kind == "predict"]
    bets = ".".join(f"{i}-k1" for i in asked)  # a lab is locked until they are made
    browser.visit(page, f"{address}/lessons?lesson={lesson}&screen={number}&answers={bets}")
    page.locator(".lab").wait_for()
    times = sorted(page.evaluate(MOVE, MOVES))
    most = times[int(0.95 * (len(times) - 1))]
    return {"median": round(statistics.median(times), 1), "95 % within": round(most, 1)}


def _opening(place: Browser | BrowserContext, address: str) -> float:
    with place.new_page() as page:
        return after_opening(page, f"{address}/lessons?lesson=oracle", "all('.lesson h2').length")


if __name__ == "__main__":
    main()
