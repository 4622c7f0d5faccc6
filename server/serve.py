"""The app's server: Streamlit's, behind a door. Streamlit is loaded when it is started."""

import gc
import logging
import os
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from alignoscope.server.host_guard import Door, known_hosts
from alignoscope.server.preload_links import head

TRUE = ("true", "1", "yes", "on")
APP = Path(__file__).parent.parent / "app.py"
STYLE = APP.parent / "ui" / "shell" / "frame.css"
# No page around this one leads it: each message between them was looked at.
NO_PAGE_AROUND: Mapping[str, object] = {"client.allowedOrigins": []}
# The door decides about names: Streamlit's own list, for `streamlit run`, knows no addresses.
EVERY_NAME: Mapping[str, object] = {"server.allowedHosts": ["*"]}


def serve_app(options: Mapping[str, object], hosts: Sequence[str]) -> None:
    """Start the app with these of Streamlit's options, and go on until it is stopped.

    It answers to its own names, to addresses and to `hosts`. Other options come from Streamlit's
    environment variables (`STREAMLIT_SERVER_BASE_URL_PATH`) and from its file.
    """
    gc.disable()  # until `_start_up` ends: to look for garbage among imports takes half a second
    import streamlit as st
    from starlette.middleware import Middleware

    page = Path(st.__file__).parent / "static" / "index.html"  # what every visitor gets
    door = Middleware(Door, hosts=known_hosts(hosts), page=page, head=head(page.parent, STYLE))
    sys.argv = [str(APP)]  # beside which Streamlit looks for its settings
    app = st.App(APP, middleware=[door], lifespan=_begin)
    # Settings are read a second time with these options: no reason to ask for a restart.
    logging.getLogger("streamlit.config").addFilter(lambda said: "restart" not in said.msg)
    with suppress(KeyboardInterrupt):  # it has said goodbye by then
        app.run(config={**NO_PAGE_AROUND, **from_environment(), **options, **EVERY_NAME})


def from_environment() -> dict[str, object]:
    """Return the options that environment variables give: Streamlit reads them in its own command.

    Secrets among them it reads by itself.
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
    """Open the app in a browser a moment after it started, where there is a screen.

    What its first page needs is made ready meanwhile: to import torch takes more than a second.
    """
    import streamlit as st

    threading.Thread(target=_start_up, daemon=True).start()
    if not st.get_option("server.headless"):
        address = f"http://localhost:{st.get_option('server.port')}"
        threading.Timer(1, webbrowser.open, [address]).start()
    yield


def _start_up() -> None:
    """Make the app ready; what it has then stays, and is not looked through for garbage again.

    To look through it all holds all pages for a quarter of a second. What comes later is looked
    through whole a tenth as often as usual.
    """
    try:
        _make_ready()
    finally:
        gc.freeze()
        young, middle, old = gc.get_threshold()
        gc.set_threshold(young, middle, 10 * old)
        gc.enable()


def _make_ready() -> None:
    """Import what all pages need, and load the models that the first opens with.

    Then a process loads them too: beside it and this one, in which threads wait for each other, one
    person's models decode on two cores.
    """
    from alignoscope.serving.model_store import checkpoints, load_file, pairs
    from alignoscope.serving.trace_store import workers
    from alignoscope.ui.shell.model_presets import opened_with

    files = {path.stem: path for pair in pairs()[:1] for path in checkpoints(pair)}
    loaded = []
    for name in opened_with([*files]):
        with suppress(ValueError):  # said where it is left out
            loaded.append(load_file(files[name])[0])
    workers().start(1, loaded)
