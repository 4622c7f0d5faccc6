"""The app's server: Streamlit's, behind a door. Streamlit is loaded when it is started."""

import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from alignoscope.face.door import Door, known_hosts

APP = Path(__file__).parent.parent / "app.py"


def serve_app(options: Mapping[str, object], hosts: Sequence[str]) -> None:
    """Start the app with these of Streamlit's options, and go on until it is stopped.

    It answers to its own names, to addresses and to `hosts`.
    """
    import streamlit as st
    from starlette.middleware import Middleware

    page = Path(st.__file__).parent / "static" / "index.html"  # what every visitor gets
    door = Middleware(Door, hosts=known_hosts(hosts), page=page)
    sys.argv = [str(APP)]  # beside which Streamlit looks for its settings
    app = st.App(APP, middleware=[door], lifespan=_open_browser)
    # The door decides about names: Streamlit's own list, for `streamlit run`, knows no addresses.
    app.run(config={**options, "server.allowedHosts": ["*"]})


@asynccontextmanager
async def _open_browser(_: object) -> AsyncIterator[None]:
    """Open the app in a browser a moment after it started, where there is a screen."""
    import streamlit as st

    if not st.get_option("server.headless"):
        address = f"http://localhost:{st.get_option('server.port')}"
        threading.Timer(1, webbrowser.open, [address]).start()
    yield
