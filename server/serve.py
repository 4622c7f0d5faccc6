"""Start the app's server: Streamlit's, behind the host guard.

Streamlit is imported only when the server starts.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import signal
import sys
import threading
import time
import webbrowser
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from alignoscope.server.class_routes import ClassRoutes
from alignoscope.server.host_guard import HostGuard, known_hosts
from alignoscope.server.preload_links import head
from alignoscope.server.upload_limit import UploadLimit, kept_by_streamlit
from alignoscope.ui.shell.frame import frame_style

if TYPE_CHECKING:
    from alignoscope.serving.worker import File

WORKER_DELAY = 1  # seconds from the end of the loading to the start of the first worker
TRUE = ("true", "1", "yes", "on")
APP = Path(__file__).parent.parent / "app.py"
# The app is never embedded, so no origin may post messages to it; otherwise Streamlit inspects
# every message.
NO_PAGE_AROUND: Mapping[str, object] = {"client.allowedOrigins": []}
# The host guard decides about host names: Streamlit's own list, for `streamlit run`, does not
# accept IP addresses.
EVERY_NAME: Mapping[str, object] = {"server.allowedHosts": ["*"]}


def serve_app(options: Mapping[str, object], hosts: Sequence[str]) -> None:
    """Start the app with these Streamlit options and run it until it is stopped.

    It accepts this machine's names, IP addresses and `hosts`. Other options come from Streamlit's
    environment variables (`STREAMLIT_SERVER_BASE_URL_PATH`) and its configuration file.
    """
    # Garbage collection during imports takes half a second, so it is off until `_start_up` ends.
    gc.disable()
    import streamlit as st
    from starlette.middleware import Middleware

    from alignoscope.server.component_files import ComponentFiles
    from alignoscope.ui.web.component import FILES

    # This is the page that every visitor gets.
    page = Path(st.__file__).parent / "static" / "index.html"
    guard = Middleware(
        HostGuard,
        hosts=known_hosts(hosts),
        page=page,
        head=head(page.parent, frame_style()),
        metrics=os.environ.get("ALIGNOSCOPE_METRICS", "").lower() in TRUE,
    )
    limit = Middleware(UploadLimit, kept=kept_by_streamlit)
    sys.argv = [str(APP)]  # Streamlit looks for its configuration beside this file.
    classes = Middleware(ClassRoutes, page=_phone_page)
    FILES.served = True
    scripts = Middleware(ComponentFiles, texts=FILES.texts)
    app = st.App(APP, middleware=[guard, classes, scripts, limit], lifespan=_begin)
    # Options are set a second time here, which makes Streamlit log advice to restart.
    logging.getLogger("streamlit.config").addFilter(lambda said: "restart" not in said.msg)
    signal.signal(signal.SIGTERM, _end)
    with suppress(KeyboardInterrupt):  # Streamlit has printed its message by then.
        app.run(config={**NO_PAGE_AROUND, **from_environment(), **options, **EVERY_NAME})
    _leave()


def _leave() -> None:
    """End this process, with status 0.

    A thread that still computes with PyTorch would abort it (SIGABRT) as the interpreter ends.
    """
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _end(number: int, _: object) -> None:
    """End this process by a signal, as is usual, but after what `atexit` has to do."""
    atexit._run_exitfuncs()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _phone_page() -> str:
    from alignoscope.course.player.live_class.phone import (
        phone_page,  # torch is imported with the course
    )

    return phone_page()


def from_environment() -> dict[str, object]:
    """Return the Streamlit options set by environment variables, except secrets.

    Only Streamlit's own command reads these variables; it reads secrets in any case.
    """
    from streamlit import config

    found: dict[str, object] = {}
    for name, option in config.get_config_options().items():
        text = os.environ.get(option.env_var)
        if text is None or option.sensitive:
            continue
        if option.multiple:
            found[name] = text.split()
        elif option.type is bool:
            found[name] = text.lower() in TRUE
        else:
            found[name] = int(text) if option.type is int else text
    return found


@asynccontextmanager
async def _begin(_: object) -> AsyncIterator[None]:
    """Open the app in a browser one second after it started, unless the server is headless.

    Meanwhile, a thread prepares the first page, because importing torch takes more than a second.
    """
    import streamlit as st

    threading.Thread(target=_start_up, daemon=True).start()
    if not st.get_option("server.headless"):
        address = f"http://localhost:{st.get_option('server.port')}"
        threading.Timer(1, webbrowser.open, [address]).start()
    yield


def _start_up() -> None:
    """Prepare the app, then exclude its objects from garbage collection.

    A full collection would block all pages for a quarter of a second. Full collections of later
    objects run a tenth as often as usual.

    Then one worker process loads the models, too. With it, a single visitor's models decode on two
    cores, since threads in one process wait for each other. It comes late because its start would
    take a core from the browser that draws the first page.
    """
    try:
        loaded = [*_load_first_models()]
    finally:
        gc.freeze()
        young, middle, old = gc.get_threshold()
        gc.set_threshold(young, middle, 10 * old)
        gc.enable()
    from alignoscope.serving.trace_store import workers

    time.sleep(WORKER_DELAY)
    workers().start(1, loaded)


def _load_first_models() -> Iterator[File]:
    """Import what all pages need, and load and yield the models that the first page opens with."""
    from alignoscope.serving.model_store import checkpoints, load_file, pairs
    from alignoscope.ui.shell.model_presets import opened_with

    files = {path.stem: path for pair in pairs()[:1] for path in checkpoints(pair)}
    for name in opened_with([*files]):
        with suppress(ValueError):  # The page that leaves the file out shows the reason.
            yield load_file(files[name])[0]
