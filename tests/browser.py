"""The browser of the browser tests: one that is there, or Playwright's own; how they move in it.

`python tests/browser.py --install` makes sure that there is one.
"""

import os
import re
import shutil
import struct
import subprocess
import sys
from contextlib import suppress
from math import ceil
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    TimeoutError,
    expect,
    sync_playwright,
)

# As a browser that was here before has it; about:blank has no storage.
CAME_BACK = "try { localStorage.setItem('alignoscope:played', '1'); } catch { }"
READY = "[data-testid='stApp'][data-test-script-state='notRunning']"
# Parts of a page arrive one by one, and headings in any order.
QUIET = """() => new Promise((done) => {
    const soon = () => setTimeout(() => { watch.disconnect(); done(); }, 500);
    let waiting = soon();
    const watch = new MutationObserver(() => { clearTimeout(waiting); waiting = soon(); });
    watch.observe(document.body, { childList: true, subtree: true });
})"""
SAVE = "Save as a picture"  # the player's button
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 400, "height": 800}
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """Start the browser that is installed on this machine, or else Playwright's own."""
    return playwright.chromium.launch(executable_path=_installed(), args=list(FLAGS))


def remember(playwright: Playwright, folder: Path, address: str) -> BrowserContext:
    """Start it with one window on an app, whose pages share what is kept in a folder."""
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=_installed(),
        args=list(FLAGS),
        base_url=address,
        viewport=WIDE,
        reduced_motion="reduce",  # a frame that is drawn takes as long as many an action
    )
    context.add_init_script(CAME_BACK)
    return context


def visit(page: Page, path: str = "/") -> None:
    page.goto(path)
    page.wait_for_selector(READY)
    page.evaluate("async () => { await document.fonts.ready; }")  # A font that comes moves cells.


def write(page: Page, label: str, text: str) -> None:
    page.get_by_role("textbox", name=label).fill(text)
    page.get_by_role("textbox", name=label).press("Enter")


def choose(box: Locator, option: str) -> None:
    """Choose an option of a selectbox of Streamlit, by its whole name.

    Its list closes when the page scrolls, as it does to bring the box into view for this click
    and while pictures above it come; so a click may have to be made again.
    """
    found = box.page.get_by_role("option", name=option, exact=True)
    for _ in range(3):
        box.click()
        with suppress(TimeoutError):
            found.click(timeout=5_000)
            return
    raise AssertionError(f"no list with the option {option} stayed open")


def open_view(page: Page) -> None:
    """Open what can be set about the picture."""
    page.get_by_role("button", name="Options").click()


def choose_view(page: Page, *names: str) -> None:
    """Choose what the cells are of, such as scores or pieces, among the options."""
    open_view(page)
    for name in names:
        page.get_by_role("radio", name=name, exact=True).click()
    open_view(page)  # closes them


def choose_models(page: Page, *names: str) -> None:
    """Press models in the menu of models, and close it."""
    page.get_by_role("button", name=re.compile(r"of \d+ models")).click()
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
    page.keyboard.press("Escape")


def open_pictures(page: Page, picture: str = "", help_: str = "") -> Locator:
    """Open the dialog of the player's button, and choose what the picture is of where one can.

    `help_` is what this picture is said to be: the server has answered the choice when it is there.
    """
    save = page.get_by_role("button", name=SAVE)
    if not save.is_visible():  # beside a panel it is in the menu
        open_view(page)
    save.click()
    dialog = page.get_by_role("dialog")
    if picture:
        dialog.get_by_role("radio", name=picture).click()
    expect(dialog.get_by_alt_text(help_ or "a vector picture")).to_be_visible()
    page.wait_for_selector(READY)
    return dialog


def download(page: Page, label: str) -> tuple[str, bytes]:
    """Press a button and return the name and the content of the file that comes."""
    with page.expect_download() as coming:
        page.get_by_role("button", name=label, exact=True).click()
    return coming.value.suggested_filename, Path(coming.value.path()).read_bytes()


def upload(page: Page, text: str | bytes) -> None:
    """Open a trace file on the page that takes one."""
    data = text if isinstance(text, bytes) else text.encode()
    file = {"name": "a.json", "mimeType": "application/json", "buffer": data}
    page.locator("input[type=file]").set_input_files([file])


def check_prints(page: Page, drawing: bytes, name: str) -> None:
    """Download a picture as PDF and PNG: one page, and two or, in print, four pixels per unit."""
    title, data = download(page, "PDF")
    assert title == f"{name}.pdf"
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    title, data = download(page, "PNG")
    assert title == f"{name}.png"
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    size = re.search(rb'width="([\d.]+)(mm)?" height="([\d.]+)', drawing)
    unit, pixels = (96 / 25.4, 4) if size[2] else (1, 2)
    wanted = tuple(pixels * ceil(float(one) * unit) for one in (size[1], size[3]))
    assert struct.unpack(">II", data[16:24]) == wanted


def executable(playwright: Playwright) -> str:
    """Return the path of the browser that `launch` starts."""
    return _installed() or playwright.chromium.executable_path


def _installed() -> str | None:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    application = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return found or (str(application) if application.exists() else None)


def install() -> None:
    """Install a browser if there is none: Debian's for root, Playwright's for anyone else."""
    with sync_playwright() as playwright:
        if Path(executable(playwright)).exists():
            return
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
        subprocess.run(command, check=True, env=quiet, stdout=subprocess.DEVNULL)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__" and sys.argv[1:] == ["--install"]:
    install()
