"""PNG and PDF of a drawing, printed by a browser installed on this machine, without network.

A drawing is SVG, or a part of an HTML page with our own scripts; an HTML part needs an `area`.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from math import ceil
from pathlib import Path
from urllib.parse import unquote

from alignoscope.ui.svg.sheet import size

NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "msedge"),
)
APPLICATION = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
SECONDS = 30
PIXELS, FINE = 2, 4  # pixels of a PNG per CSS pixel; in print, 4 are 384 per inch
MOST_PIXELS = 16_000  # per side; browsers do not paint more
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--hide-scrollbars",
    # One tile per page: on a busy machine a screenshot does not wait for tiles below its window.
    "--max-untiled-layer-width=16384",
    "--max-untiled-layer-height=16384",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>{title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; {allowed}">
<style>@page {{ size: {width}px {height}px; margin: 0 }}
html, body {{ margin: 0; overflow: hidden; print-color-adjust: exact }}
svg {{ display: block }}</style></head><body>{drawing}</body></html>"""
STILL, SCRIPTED = (
    "style-src 'unsafe-inline'",
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
)
_PICTURE = re.compile(r'src="data:image/svg\+xml,([^"]*)"')
Area = tuple[int, int]  # width and height, in CSS pixels


def find_browser() -> str | None:
    """Return the path of an installed browser that can print, or None."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(APPLICATION) if APPLICATION.exists() else None)


def to_pdf(drawing: str, area: Area | None = None) -> bytes:
    """Return a drawing as a PDF with one page of its size, made of vectors and text.

    Raises:
        RuntimeError: if there is no browser, or it does not print in time.
    """
    return page_to_pdf(_page(drawing, area))


def page_to_pdf(page: str) -> bytes:
    """Return an HTML page as a PDF; the page's style sets the size and the number of sheets.

    Raises:
        RuntimeError: if there is no browser, or it does not print in time.
    """
    return _printed(page, "page.pdf", "--no-pdf-header-footer", "--print-to-pdf={file}")


def to_svg(page: str) -> str:
    """Return the SVG that the component of an HTML page makes of itself (`ui/web/picture.js`).

    Raises:
        RuntimeError: if there is no browser, or it does not draw in time.
    """
    shown = _PICTURE.search(_printed(page, "page.dump", "--dump-dom").decode())
    if shown is None:
        raise RuntimeError("The browser did not draw the picture.")
    return unquote(shown[1])


def to_png(drawing: str, area: Area | None = None) -> bytes:
    """Return a drawing as a PNG with two pixels per CSS pixel, or fewer if it is very large.

    A drawing whose size is in millimetres has four.

    Raises:
        RuntimeError: if there is no browser, or it does not print in time.
    """
    width, height = map(ceil, area or size(drawing))
    wanted = FINE if 'mm" viewBox' in drawing else PIXELS
    pixels = min(wanted, MOST_PIXELS / max(width, height))
    return _printed(
        _page(drawing, area),
        "drawing.png",
        f"--window-size={width},{height}",
        f"--force-device-scale-factor={pixels:.4g}",
        "--screenshot={file}",
    )


def _page(drawing: str, area: Area | None) -> str:
    width, height = area or size(drawing)
    allowed = SCRIPTED if area else STILL
    titled = re.search(r"<title>([^<]*)</title>", drawing)  # it becomes the PDF's title
    title = titled[1] if titled else ""
    return _PAGE.format(
        title=title, width=f"{width:g}", height=f"{height:g}", allowed=allowed, drawing=drawing
    )


def _printed(sheet: str, name: str, *flags: str) -> bytes:
    browser = find_browser()
    if browser is None:
        raise RuntimeError("This machine has no browser that can print.")
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            page, file = Path(folder, "page.html"), Path(folder, name)
            page.write_text(sheet, encoding="utf-8")
            command = [browser, *FLAGS, f"--user-data-dir={Path(folder, 'profile')}"]
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                command.append("--no-sandbox")  # Chromium's sandbox does not work for root
            command += [flag.format(file=file) for flag in flags]
            _run([*command, page.as_uri()], Path(folder, "page.dump"))
            return file.read_bytes()
    except OSError as error:  # no such folder, a full disk, or no file was written
        why = os.strerror(error.errno or 0)  # the text of the error itself may name folders
        raise RuntimeError(f"The picture was not printed: {why}.") from error


def _run(command: list[str], output: Path) -> None:
    """Run a browser until it ends; kill one that hangs, with all processes that it started.

    What it prints is written to the file `output`.
    """
    alone = os.name == "posix"  # elsewhere a process cannot lead a process group
    quiet = subprocess.DEVNULL
    with (
        output.open("wb") as said,
        subprocess.Popen(command, stdout=said, stderr=quiet, start_new_session=alone) as browser,
    ):
        try:
            code = browser.wait(SECONDS)
        except subprocess.TimeoutExpired as error:
            raise RuntimeError(f"The browser did not print within {SECONDS} seconds.") from error
        finally:
            if alone:
                with suppress(ProcessLookupError):
                    os.killpg(browser.pid, signal.SIGKILL)
            browser.kill()
    if code:
        raise RuntimeError(f"The browser did not print: it ended with {code}.")
