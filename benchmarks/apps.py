"""The app of any checkout, started on a free port for as long as it is measured, and its pages.

What is painted a page tells itself, in the second frame after it is there: Playwright's own waiting
looks every half second after the first, and adds up to that.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

SECONDS = 60
COMMAND = ("-m", "alignoscope", "run", "--port")
# THERE is asked in each frame; `all` finds parts of the page in shadow roots, too. They are noted
# when they come, since to look for them all over the page would itself take 2 ms of each frame.
_SEEN = """
  if (!window.roots) {
    window.roots = [];
    const note = (root) => {
      window.roots.push(root);
      for (const {shadowRoot} of root.querySelectorAll("*")) if (shadowRoot) note(shadowRoot);
      return root;
    };
    note(document);
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (how) { return note(attach.call(this, how)); };
  }
  const all = (selector) => window.roots.filter((root) => root.host?.isConnected !== false)
    .flatMap((root) => [...root.querySelectorAll(selector)]);
  const seen = (tell) => THERE
    ? requestAnimationFrame(() => requestAnimationFrame(() => tell(performance.now())))
    : requestAnimationFrame(() => seen(tell));
"""
_OPENED = f"{{ {_SEEN} window.painted = new Promise(seen); }}"
_PRESSED = f"""(event) => {{ {_SEEN}
  window.painted = new Promise((tell) => window.addEventListener(event,
    ({{timeStamp}}) => seen((now) => tell(now - timeStamp)), {{once: true, capture: true}}));
}}"""


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """Start the app that lies in `folder`, with the packages that run this; give its address."""
    if not (folder / "app.py").is_file():
        raise ValueError(f"There is no app.py in {folder}: name the folder of a checkout.")
    with socket.socket() as free, tempfile.TemporaryDirectory() as beside:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
        free.close()
        # `import alignoscope` must find this folder, also where another one is installed.
        (Path(beside) / "alignoscope").symlink_to(folder.resolve())
        environment = os.environ | {"PYTHONPATH": beside, "STREAMLIT_SERVER_HEADLESS": "true"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for a person, who starts it again
        server = subprocess.Popen(
            [sys.executable, *COMMAND, str(port)],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(f"http://localhost:{port}", server)
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the app answers."""
    for _ in range(10 * SECONDS):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise ValueError(f"The app did not start at {address} within {SECONDS} seconds.")


def after_opening(page: Page, address: str, there: str) -> float:
    """Return the milliseconds from the request of an address until `there` is true and painted."""
    page.add_init_script(_OPENED.replace("THERE", there))
    page.goto(address, wait_until="commit")
    return page.evaluate("window.painted")


def after_press(
    page: Page, press: Callable[[], object], there: str, event: str = "pointerup"
) -> float:
    """Return the milliseconds from a press, by its event's time, until `there` is painted."""
    page.evaluate(_PRESSED.replace("THERE", there), event)
    press()
    return page.evaluate("window.painted")
