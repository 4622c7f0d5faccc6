"""Traces that a person opens from a file: no model is needed to show them."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from alignoscope.figures.text import plain
from alignoscope.figures.views.maps import layers_of, map_view
from alignoscope.interchange.trace_json import from_json
from alignoscope.records.limits import MAX_OPENED_BYTES, MAX_TRACE_BYTES
from alignoscope.records.trace import Trace
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.player import show_layers
from alignoscope.session.shelf import Shelf
from alignoscope.session.state import HANDED_SHOWN, OPENED, OPENED_EXPORTS, OPENED_PLAYER, UPLOAD

# The file of `alignoscope open FILE`: whoever starts the app names it, never a visitor.
HANDED = os.environ.get("ALIGNOSCOPE_TRACE", "")


def go_to_handed() -> None:
    """Go to the page of traces first, once a session, where the app was started with a file."""
    if HANDED and HANDED_SHOWN not in st.session_state:
        st.session_state[HANDED_SHOWN] = True
        st.switch_page("pages/open_trace.py")


def pick_trace() -> Sequence[Trace] | None:
    """Return the traces of the uploaded file, or of that which the app was started with, or None.

    A file that cannot be read gets a message, and the one opened before stays.
    """
    file = st.file_uploader(
        "Trace file (JSON)", type="json", key=UPLOAD, max_upload_size=MAX_TRACE_BYTES // 1_000_000
    )
    data = file.getvalue() if file is not None else _handed()
    if data is not None:
        try:
            return _read(data)
        except ValueError as error:
            st.error(f"This file cannot be opened. {plain(str(error))}")
    if OPENED not in st.session_state:
        return None
    kept = _shelf().get(st.session_state[OPENED])
    if kept is None:
        del st.session_state[OPENED]
        st.info("The file that was open here made room for files of others: open it again.")
    return kept


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


def _read(data: bytes) -> Sequence[Trace]:
    """Read a file's traces once; the session keeps the digest, the traces are on the shelf.

    Raises:
        ValueError: if it is not of the format.
    """
    digest = hashlib.sha256(data).hexdigest()
    found = _shelf().get(digest)
    if found is None:
        with st.spinner("Reading the traces"):
            found = from_json(data)
        _shelf().put(digest, found, len(data))
    st.session_state[OPENED] = digest
    return found


@st.cache_resource
def _shelf() -> Shelf:
    return Shelf(MAX_OPENED_BYTES)
