"""Files that a person brings to a page: kept for its link, or said to be lost."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from alignoscope.interchange.readers.given import Given
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_BROUGHT_BYTES
from alignoscope.serving.bounded_cache import BoundedCache
from alignoscope.ui.open_files.uploader import uploaded
from alignoscope.ui.shell.session_keys import of
from alignoscope.ui.shell.url_parameters import linked, write


class Brought(NamedTuple):
    """Files, and what tells them from others."""

    files: Sequence[Given]
    digest: str


def bring(label: str, key: str, *, most: int = 0) -> Brought | None:
    """Offer to bring files, and return those that are there, or that were before, or None.

    The link has their digest under the key: a page that is loaded anew shows the same files, and
    that of another server says that it has not got them. With `most` it is one file, of so many
    bytes.
    """
    files = uploaded(label, key, most=most, on_change=lambda: _let_go_without_files(key))
    asked = st.session_state.get(of(key, "digest")) or linked(key)
    if files:
        found = Brought(files, digest_of(files))
        _shelf().put(found.digest, found, sum(len(one.data) for one in files))
    elif asked is None:
        return None
    elif (kept := _shelf().get(asked)) is None:
        st.info("The file that was open here is no longer on the server: open it again.")
        _let_go(key)
        return None
    else:
        found = kept
        names = ", ".join(one.name for one in found.files)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Still open: {plain(names)}")
            st.button("Close", key=of(key, "close"), on_click=_let_go, args=(key,))
    st.session_state[of(key, "digest")] = found.digest
    write(key, found.digest)
    return found


def was_brought(key: str) -> bool:
    """Say whether files were brought to a page in this session, or by this link."""
    return bool(st.session_state.get(of(key, "digest")) or linked(key))


def digest_of(files: Sequence[Given], *said: object) -> str:
    """Return what tells files, and how they are read, from others."""
    digest = hashlib.sha256(repr(said).encode())
    for given in files:
        digest.update(hashlib.sha256(given.data).digest() + given.name.encode())
    return digest.hexdigest()[:32]


def _let_go(key: str) -> None:
    st.session_state.pop(of(key, "digest"), None)
    write(key)


def _let_go_without_files(key: str) -> None:
    """Let go what a person has taken out of the box."""
    if not st.session_state[key]:
        _let_go(key)


@st.cache_resource
def _shelf() -> BoundedCache[Brought]:
    return BoundedCache(MAX_BROUGHT_BYTES)
