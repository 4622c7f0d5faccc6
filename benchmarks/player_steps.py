"""Time from a key press to the painted step, and the bytes that a sentence and a step send.

Start the app with `make run`, then run `.venv/bin/python benchmarks/player_steps.py`. The result is
printed and written to player_steps.json. The maps are opened as trace files, in a real Chromium.

A press is timed twice. By frames: from the key's own event time to the task after the next frame's
callbacks. By Event Timing: what the browser itself reports, in steps of 8 ms, and only from 16 ms,
which is one frame; a press that it does not report was faster. The presses come at two paces: so
fast that Python hears nothing until the last, and so slow that it has answered each. Then the key
is held down, and the steps are counted. Bytes are those of the messages on the page's WebSocket.
"""

import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, WebSocket, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402

GRIDS = {"12 maps of 12 x 15": (12, 12, 15), "1 map of 60 x 60": (1, 60, 60)}
PRESSES = 60
PACES = (120, 900)  # milliseconds from one press to the next
FRAME = 16  # milliseconds: the shortest event that Event Timing reports
QUIET = 1_500  # milliseconds in which what a change sends has come
SENTENCE = "Every Tuesday we walk to the old station near the big river."
WATCH = """shortest => {
  new PerformanceObserver(list => list.getEntries().forEach(
    entry => entry.name === "keydown" && window.events.push(entry.duration)
  )).observe({type: "event", durationThreshold: shortest});
  window.addEventListener("keydown", ({timeStamp}) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => window.frames.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }), {capture: true});
}"""


def main() -> None:
    """Measure the app that runs at the address given, or at Streamlit's usual one."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8501"
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        steps = {}
        for name, grid in GRIDS.items():
            page = chromium.new_page(viewport=browser.WIDE)
            show_maps(page, address, *grid)
            steps[name] = _steps(page, grid[1])
            page.close()
        page = chromium.new_page(viewport=browser.WIDE)
        sent = _bytes(page, address)
        agent = page.evaluate("navigator.userAgent")
        chromium.close()
    measured = {"browser": agent, "steps": steps, "bytes": sent}
    packages = ("streamlit", "playwright")
    result.write("player_steps", "python benchmarks/player_steps.py", packages, measured)


def show_maps(page: Page, address: str, maps: int, rows: int, columns: int) -> None:
    """Open random maps as a trace file, and watch the keys from now on."""
    browser.visit(page, f"{address}/open_trace")
    file = {"name": "maps.json", "mimeType": "application/json"}
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        [{**file, "buffer": _traces(maps, rows, columns)}]
    )
    page.locator(".card").nth(maps - 1).wait_for()
    page.get_by_role("slider", name="Step").focus()
    page.wait_for_timeout(QUIET)
    page.evaluate(WATCH, FRAME)


def pressed(page: Page, rows: int, pace: int) -> tuple[list[float], list[float]]:
    """Step to the end and back again; return the presses' times by frames and by Event Timing."""
    page.keyboard.press("Home")
    page.wait_for_timeout(QUIET)
    page.evaluate("Object.assign(window, {frames: [], events: []})")
    for press in range(PRESSES):
        page.wait_for_timeout(pace)
        onward = press // (rows - 1) % 2 == 0
        page.keyboard.press("ArrowRight" if onward else "ArrowLeft")
    page.wait_for_timeout(QUIET)
    frames, events = page.evaluate("[window.frames, window.events]")
    assert len(frames) == PRESSES
    return frames, events + [0] * (PRESSES - len(events))


def _steps(page: Page, rows: int) -> dict[str, object]:
    """Return the times of single presses, and how many steps a held key makes."""
    ways = ("milliseconds_by_frames", "milliseconds_by_event_timing")
    times = {
        f"{pace} ms apart": dict(zip(ways, map(_spread, pressed(page, rows, pace)), strict=True))
        for pace in PACES
    }
    page.keyboard.press("Home")
    for _ in range(rows - 1):
        page.keyboard.down("ArrowRight")
    page.keyboard.up("ArrowRight")
    page.wait_for_timeout(QUIET)
    last = int(page.locator(".readout").inner_text().split()[1])
    return {"presses": PRESSES, **times, "held_presses": rows - 1, "held_steps": last - 1}


def _traces(maps: int, rows: int, columns: int) -> bytes:
    """Return random weights as a trace file."""
    random = np.random.default_rng(0)
    traces = [
        {
            "variant": f"map {number}",
            "source": [f"source{j}" for j in range(columns)],
            "target": [f"target{i}" for i in range(rows)],
            "weights": random.dirichlet(np.full(columns, 0.2), rows).round(4).tolist(),
        }
        for number in range(1, maps + 1)
    ]
    return json.dumps({"format": "alignoscope-trace-1", "traces": traces}).encode()


def _spread(times: Sequence[float]) -> dict[str, str | float]:
    """Return median, 95th percentile and slowest; 0 is a press that was not reported."""
    found = {
        "median": statistics.median(times),
        "95th percentile": statistics.quantiles(times, n=20, method="inclusive")[-1],
        "slowest": max(times),
    }
    return {name: round(time, 1) if time else f"under {FRAME}" for name, time in found.items()}


def _bytes(page: Page, address: str) -> dict[str, int]:
    """Return what a new sentence and a step send, to all maps of the landing page."""
    received: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(len(frame)))

    page.on("websocket", count)
    browser.visit(page, address)
    page.locator(".card").first.wait_for()
    page.wait_for_timeout(QUIET)

    def since(before: int) -> int:
        page.wait_for_timeout(QUIET)
        return sum(received[before:])

    before = len(received)
    browser.write(page, "English sentence", SENTENCE)
    sentence = since(before)
    page.get_by_role("slider", name="Step").focus()
    before = len(received)
    page.keyboard.press("ArrowRight")
    return {"maps": page.locator(".card").count(), "new_sentence": sentence, "step": since(before)}


if __name__ == "__main__":
    main()
