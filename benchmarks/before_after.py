"""Enter to painted maps and key to painted step, of the apps of two checkouts in turn.

Run `.venv/bin/python benchmarks/before_after.py BEFORE AFTER` with the folders of two checkouts.
Both apps run at once, with the packages of this environment, and each measure is taken of one and
then of the other, so that what else the machine does falls on both. `first_paint.py` and
`player_steps.py` say how the time is taken. Printed, and written nowhere.
"""

import statistics
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT), str(ROOT / "tests")]

import browser  # noqa: E402

from alignoscope.benchmarks import apps, first_paint, player_steps  # noqa: E402

ROUNDS = 3  # of presses, at each pace


def main() -> None:
    """Measure the apps in the two folders that are named."""
    if len(sys.argv) != 3:
        sys.exit("Name two folders: python benchmarks/before_after.py BEFORE AFTER")
    with ExitStack() as stack:
        addresses = [stack.enter_context(apps.started(Path(name))) for name in sys.argv[1:]]
        chromium = browser.launch(stack.enter_context(sync_playwright()))
        _compare_paints(chromium, addresses)
        for name, grid in player_steps.GRIDS.items():
            _compare_steps(chromium, addresses, name, grid)
        chromium.close()


def _compare_paints(chromium: Browser, addresses: Sequence[str]) -> None:
    pages = [chromium.new_page(viewport=browser.WIDE) for _ in addresses]
    for page, address in zip(pages, addresses, strict=True):
        first_paint.landed(page, address)
    times: list[list[float]] = [[] for _ in pages]
    for word in first_paint.WORDS:
        for page, found in zip(pages, times, strict=True):
            found.append(first_paint.painted(page, word))
    maps = " and ".join(str(page.locator(".card").count()) for page in pages)
    _report(f"Enter to {maps} maps painted", times)
    for page in pages:
        page.close()


def _compare_steps(
    chromium: Browser, addresses: Sequence[str], name: str, grid: tuple[int, int, int]
) -> None:
    pages = [chromium.new_page(viewport=browser.WIDE) for _ in addresses]
    for page, address in zip(pages, addresses, strict=True):
        player_steps.show_maps(page, address, *grid)
    for pace in player_steps.PACES:
        times: list[list[float]] = [[] for _ in pages]
        for _ in range(ROUNDS):
            for page, found in zip(pages, times, strict=True):
                found += player_steps.pressed(page, grid[1], pace)[0]
        _report(f"Key to painted step, {name}, {pace} ms apart", times)
    for page in pages:
        page.close()


def _report(title: str, times: Sequence[Sequence[float]]) -> None:
    print(title)
    for name, found in zip(("before", "after"), times, strict=True):
        high = statistics.quantiles(found, n=20, method="inclusive")[-1]
        print(
            f"  {name:6}  median {statistics.median(found):6.1f} ms, "
            f"95 % within {high:6.1f} ms, slowest {max(found):6.1f} ms, of {len(found)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
