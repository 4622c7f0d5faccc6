"""Traces that a person opens from a file: no model is needed to show them."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from alignoscope.figures.text import plain
from alignoscope.figures.views.maps import layers_of, map_view
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.limits import MAX_TRACE_BYTES
from alignoscope.records.trace import Trace
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.player import show_layers
from alignoscope.session.state import HANDED_SHOWN, OPENED, OPENED_EXPORTS, OPENED_PLAYER, UPLOAD

# The file of `alignoscope open FILE`: whoever starts the app names it, never a visitor.
HANDED = os.environ.get("ALIGNOSCOPE_TRACE", "")


def go_to_handed() -> None:
    """Go to the page of traces first, once a session, where the app was started with a file."""
    if HANDED and HANDED_SHOWN not in st.session_state:
        st.session_state[HANDED_SHOWN] = True
        st.switch_page("pages/open_trace.py")


def pick_trace() -> list[Trace] | None:
    """Return the traces of the uploaded file, or of that which the app was started with, or None.

    A file that cannot be read gets a message, and the one opened before stays.
    """
    file = st.file_uploader(
        "Trace file (JSON)", type="json", key=UPLOAD, max_upload_size=MAX_TRACE_BYTES // 1_000_000
    )
    data = file.getvalue() if file is not None else _handed()
    if data is not None:
        digest = hashlib.sha256(data).hexdigest()
        try:
            _read(digest, data)
            st.session_state[OPENED] = digest
        except ValueError as error:
            st.error(f"This file cannot be opened. {plain(str(error))}")
    digest = st.session_state.get(OPENED)
    try:
        return _read(digest, b"") if digest else None
    except ValueError:  # long ago, and no longer in the cache
        return None


def _handed() -> bytes | None:
    """Return the file that the app was started with, until a session opens another."""
    if not HANDED or OPENED in st.session_state:
        return None
    try:
        return Path(HANDED).read_bytes()
    except OSError as error:
        st.error(f"{plain(Path(HANDED).name)} cannot be read: {error.strerror}.")
        return None


@st.fragment
def show_opened(found: Sequence[Trace]) -> None:
    """Show opened traces in a player, with their exports and their numbers."""
    identity = "\n".join([found[0].source.text, *(trace.target.text for trace in found)])
    position = show_layers(layers_of(found), identity=identity, key=OPENED_PLAYER)
    show_exports(found, position, found[0].source.text, "", linked=False, key=OPENED_EXPORTS)
    view = position.view
    show_tables([map_view(trace, view.measure, view.unit) for trace in found])


@st.cache_resource(max_entries=16, show_spinner="Reading the traces")
def _read(digest: str, _data: bytes) -> list[Trace]:
    """Read a file's traces once; sessions keep the digest, the traces are here alone."""
    return from_json(_data)
