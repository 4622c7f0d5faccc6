"""What people wait for besides the player: tabs, panels, edits, the bench, dialogs, in a Chromium.

`.venv/bin/python benchmarks/screens.py [FOLDER]` starts the app of a checkout, by default of this
one, some times over, and measures it; the result is printed and written to screens.json. From a
press to what it brings, the clock starts at the press's own event time and stops in the second
frame after that is there; a tab's starts at its request, and a server's at the command. The page is
idle before. `first_paint.py` has Enter to the maps, `player_steps.py` key to step.
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import result  # noqa: E402
from alignoscope.benchmarks.apps import after_opening, after_press, started  # noqa: E402

TIMES = 7
# What is pressed, how the page tells that what it brings is there, and the event if not a press.
Task = tuple[Callable[[], None], str] | tuple[Callable[[], None], str, str]
PATIENCE = 120_000  # milliseconds
SENTENCES = 3_000
SENTENCE = "?sentence=The little girl is eating a red apple."


def main() -> None:
    """Measure the app of the folder given, or of this one."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        starts = spread(partial(first_map_of_all, chromium, folder))
        with (
            started(folder) as address,
            chromium.new_context(viewport=browser.WIDE, base_url=address) as context,
        ):
            measured = {
                "browser": chromium.version,
                "maps": "all models of eng-fra",
                "cold server to first map": starts,
                "fresh browser to first map": spread(partial(first_map, chromium, address)),
                "fresh tab to first map": spread(partial(first_map_beside, context)),
                **{name: waited(chromium, address, *measure) for name, measure in MEASURES.items()},
            }
        chromium.close()
    packages = ("streamlit", "torch", "playwright")
    result.write("screens", "python benchmarks/screens.py", packages, measured)


def first_map_of_all(chromium: Browser, folder: Path) -> float:
    """Return the milliseconds from the start of a server to the first map that it shows."""
    begun = time.perf_counter()
    with started(folder) as address:
        first_map(chromium, address)
        return 1000 * (time.perf_counter() - begun)


def first_map(chromium: Browser, address: str) -> float:
    """Return the milliseconds from a fresh browser's first tab to the first map on it."""
    with chromium.new_context(viewport=browser.WIDE, base_url=address) as context:
        return first_map_beside(context)


def first_map_beside(context: BrowserContext) -> float:
    """Return the milliseconds from another tab of a browser to the first map on it."""
    with context.new_page() as page:
        page.set_default_timeout(PATIENCE)
        return after_opening(page, f"/{SENTENCE}", "all('.card rect.cell').length")


def waited(
    chromium: Browser, address: str, path: str, task: Callable[[Page], Task]
) -> dict[str, int]:
    """Return the spread of a task's milliseconds, each time in a fresh tab."""

    def once() -> float:
        page = opened(chromium, address, path)
        pressed, *there = task(page)
        page.wait_for_selector(browser.READY)
        taken = after_press(page, pressed, *there)
        page.close()
        return taken

    return spread(once)


def cells(page: Page, panel: str) -> Task:
    """Press a cell: the panel tells of it."""
    card = page.locator(".card").filter(has=page.locator("rect.cell")).nth(1)
    name = card.get_attribute("data-map")
    there = f"""all("{panel}").some(one => one.textContent.includes("{name}"))"""
    return card.locator("rect.cell").nth(1).click, there


def edits(page: Page) -> Task:
    """Drag a bar of a step's weights: the edited map comes beside the original."""
    bar = page.locator(".editor input").first
    return partial(drag, page, bar), "all('.card').length === 2"


def drag(page: Page, bar: Locator) -> None:
    """Drag a bar to its middle."""
    box = bar.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 8, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, middle, steps=5)
    page.mouse.up()


def bases(page: Page) -> Task:
    """Choose a base on the bench: all maps become differences from it."""
    page.locator(".st-key-base").get_by_role("combobox").click()
    option = page.get_by_role("option", name="luong-concat", exact=True)
    there = """all(".legend").some(one => one.textContent.includes("minus luong-concat"))"""
    return option.click, there


def dialogs(page: Page) -> Task:
    """Open the dialog of pictures: it shows the maps as they will be saved."""
    page.locator("summary", has_text="Take it with you").click()
    button = page.get_by_role("button", name="Picture", exact=True)
    return button.click, "all('[role=dialog] img').length === 1"


def files(page: Page) -> Task:
    """Open a file of another tool, with its text, that is new: its first sentence's map comes."""
    browser.visit(page, "/open_trace")
    row = " ".join(",".join(["0.1"] * 10) for _ in range(10))
    written = {
        "out.soft": "".join(f"w{i} b c d e f g h i ||| {row}\n" for i in range(SENTENCES)),
        "source.txt": "".join(f"w{i} B C D E F G {time.time()} I\n" for i in range(SENTENCES)),
    }
    given = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        for name, text in written.items()
    ]
    choose = page.locator("input[type=file]")
    return partial(choose.set_input_files, given), said("w0"), "change"


def others(page: Page, *, clicked: int) -> Task:
    """Go to another sentence of the file: by a click so far into its row, or with 0 by "Next"."""
    after_press(page, *files(page))
    page.wait_for_selector(browser.READY)
    if not clicked:
        return page.get_by_role("button", name="Next", exact=True).click, said("w1")
    rows = page.get_by_test_id("stDataFrame").first.locator(".dvn-scroller")
    place = {"x": clicked, "y": 35 * 3.5}  # the third row: the list is a canvas
    return partial(rows.click, position=place), said("w2")


def said(word: str) -> str:
    """Say how a page tells that a map of a sentence that begins with the word is there."""
    return f"all('.card text').some(one => one.textContent === '{word}')"


def opened(chromium: Browser, address: str, path: str) -> Page:
    """Open a page, and wait for its maps and all that comes with them."""
    page = chromium.new_page(viewport=browser.WIDE, base_url=address)
    page.set_default_timeout(PATIENCE)
    browser.visit(page, path)
    page.locator(".card rect.cell").first.wait_for()
    page.wait_for_selector(browser.READY)
    return page


def spread(measure: Callable[[], float]) -> dict[str, int]:
    """Return the median and the slowest of some measurements, in milliseconds."""
    times = [measure() for _ in range(TIMES)]
    return {"median": round(statistics.median(times)), "slowest": round(max(times))}


MEASURES = {
    "cell to its score and weight": (f"/{SENTENCE}", partial(cells, panel=".answer")),
    "cell to full arithmetic": (f"/{SENTENCE}", partial(cells, panel=".st-key-arithmetic")),
    "drag to edited map": (f"/what_if{SENTENCE}&step=5", edits),
    "bench: base to differences": (f"/score_bench{SENTENCE}", bases),
    "picture to dialog": (f"/{SENTENCE}", dialogs),
    f"file of {SENTENCES:,} sentences to its first map": (f"/{SENTENCE}", files),
    "its next sentence": (f"/{SENTENCE}", partial(others, clicked=0)),
    "a sentence of it by its button": (f"/{SENTENCE}", partial(others, clicked=24)),
    "a sentence of it by its row": (f"/{SENTENCE}", partial(others, clicked=200)),
}

if __name__ == "__main__":
    main()
