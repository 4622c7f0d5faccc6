"""From the start of the app to its first map, in a real Chromium.

`.venv/bin/python benchmarks/cold_start.py [CHECKOUT ...]` starts the apps of these checkouts in
turn, by default of this one, and prints the times. The clock starts with the command `alignoscope
run` and stops when a cell of a map is drawn. The browser is open before and has nothing of the app
in its cache; the files of Python and of the models are in the machine's.
"""

import os
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from alignoscope.benchmarks.apps import MAPS, started
from alignoscope.tests import browser

ROOT = Path(__file__).parent.parent
ROUNDS = 10
PAUSE = 3  # seconds in which what was stopped comes to its end


def main() -> None:
    """Measure the apps of the checkouts on the command line, or of this one."""
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT]
    times: dict[Path, list[float]] = {folder: [] for folder in folders}
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as on the machines of most people
        for folder in folders:
            first_map(chromium, folder)  # writes Python's compiled files, if there are none
        for number in range(ROUNDS):
            for folder in folders[:: 1 if number % 2 else -1]:
                times[folder].append(first_map(chromium, folder))
        chromium.close()
    for folder, found in times.items():
        print(
            f"{folder}: median {statistics.median(found):.2f} s, {min(found):.2f} to "
            f"{max(found):.2f} s, of {len(found)}"
        )


def first_map(chromium: Browser, folder: Path) -> float:
    """Return the seconds from the start of the app of a checkout to the first cell of a map."""
    time.sleep(PAUSE)
    page = chromium.new_page(viewport=browser.WIDE)
    page.add_init_script(browser.CAME_BACK)
    begun = time.perf_counter()
    with started(folder) as app:
        page.goto(app.address)
        page.locator(MAPS).first.wait_for()
        passed = time.perf_counter() - begun
        page.context.close()
    return passed


if __name__ == "__main__":
    main()
