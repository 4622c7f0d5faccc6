"""Uploaded files, kept on the server so that their link restores them."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_BROUGHT_BYTES
from alignoscope.records.progress import watched
from alignoscope.serving.bounded_cache import BoundedCache
from alignoscope.serving.model_store import SLOTS
from alignoscope.serving.people import sign
from alignoscope.ui.open_files.examples import chosen_example, offer_examples
from alignoscope.ui.open_files.uploader import uploaded
from alignoscope.ui.shell.session_keys import of
from alignoscope.ui.shell.url_parameters import linked, write

LABEL = "Attention or alignment files, with their texts"
LOST = "The server no longer has the file that was open here. Please open it again."
ENDS = "This takes a while. It ends if you leave the page."
SMALL = 1_000_000  # bytes of files that are read without waiting for other people's


class Brought(NamedTuple):
    """Files and their digest."""

    files: Sequence[NamedBytes]
    digest: str


def bring(label: str, key: str, *, most: int = 0, examples: Sequence[str] = ()) -> Brought | None:
    """Return the uploaded files, or those uploaded before under this link, or None.

    The link has their digest under the key. A reloaded page shows the same files; on another
    server, a message says that they are lost.

    Args:
        label: the label of the upload box.
        key: the key of the box, and of the digest in the link.
        most: if not 0, accept only one file, of at most this many bytes.
        examples: the names of the examples that are offered as long as there is no file.
    """
    files = uploaded(label, key, most=most, on_change=lambda: _let_go_without_files(key))
    files = files or chosen_example(key)
    asked = st.session_state.get(of(key, "digest")) or linked(key)
    if files:
        found = keep(files)
    elif asked is None:
        if examples:
            offer_examples(key, *examples)
        return None
    elif (before := kept(asked)) is None:
        st.info(LOST)
        _let_go(key)
        return None
    else:
        found = before
        names = ", ".join(one.name for one in found.files)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f"Still open: {plain(names)}")
            st.button("Close", key=of(key, "close"), on_click=_let_go, args=(key,))
    st.session_state[of(key, "digest")] = found.digest
    write(key, found.digest)
    return found


def keep(files: Sequence[NamedBytes]) -> Brought:
    """Keep files on the server; their digest restores them."""
    found = Brought(files, digest_of(files))
    _shelf().put(found.digest, found, sum(len(one.data) for one in files))
    return _copied(found)


def kept(digest: str) -> Brought | None:
    """Return the files that the server keeps under a digest, or None."""
    found = _shelf().get(digest)
    return None if found is None else _copied(found)


def _copied(found: Brought) -> Brought:
    # A file that has been read holds its unpacked text, which the shelf must not.
    return found._replace(files=[replace(one) for one in found.files])


@contextmanager
def reading(files: Sequence[NamedBytes]) -> Iterator[None]:
    """Show that files are being read; large and packed files wait for those of other visitors.

    Streamlit ends the run of a page that its visitor has left when the run writes to the page, so
    long reading writes now and then.
    """
    size = sum(len(one.data) for one in files)
    small = size <= SMALL and not any(one.is_packed for one in files)
    with st.spinner("Reading the files"), nullcontext() if small else SLOTS.reading():
        place = st.empty()
        with watched(lambda: place.caption(ENDS)):
            yield
        place.empty()


def was_brought(key: str) -> bool:
    """Return whether this session or its link has files uploaded under this key."""
    return bool(st.session_state.get(of(key, "digest")) or linked(key))


def digest_of(files: Sequence[NamedBytes], *said: object) -> str:
    """Return a name for files and the options `said` with which they are read.

    Only this start of the server can compute it, so nobody can find out by a file's content whether
    somebody has opened it.
    """
    digest = hashlib.sha256(repr(said).encode())
    for given in files:
        digest.update(hashlib.sha256(given.data).digest() + given.name.encode())
    return sign(digest.hexdigest())[:32]


def _let_go(key: str) -> None:
    st.session_state.pop(of(key, "digest"), None)
    write(key)


def _let_go_without_files(key: str) -> None:
    """Forget the files once a person has removed them from the upload box."""
    if not st.session_state[key]:
        _let_go(key)


@st.cache_resource
def _shelf() -> BoundedCache[Brought]:
    return BoundedCache(MAX_BROUGHT_BYTES)
