"""Opening uploaded files, or those that the app was started with; no model is needed."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.interchange.foreign import checks
from alignoscope.interchange.foreign.file_set import FileSet, open_files
from alignoscope.interchange.foreign.options import CELLS, PLACES, ROWS, TIME, Reading
from alignoscope.interchange.foreign.texts import TYPED
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.escaping import plain
from alignoscope.records.foreign import ForeignFile
from alignoscope.records.limits import MAX_OPENED_BYTES
from alignoscope.records.trace import Trace
from alignoscope.serving.bounded_cache import BoundedCache
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.open_files.doctor_panel import show_findings
from alignoscope.ui.open_files.examples import chosen_example, offer_examples
from alignoscope.ui.open_files.picture_grids import show_grids
from alignoscope.ui.open_files.uploaded_files import (
    LABEL,
    LOST,
    Brought,
    digest_of,
    keep,
    kept,
    reading,
)
from alignoscope.ui.open_files.uploader import uploaded
from alignoscope.ui.player.map_view import Layers, layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.session_keys import (
    CHINESE,
    DOCTOR,
    FIRST,
    FROM_HANDED,
    GRID_SHAPE,
    HANDED_SHOWN,
    HOP,
    OPENED,
    OPENED_EXPORTS,
    OPENED_LINK,
    OPENED_PLAYER,
    PLACED,
    RATE,
    REDUCTION,
    SCORES,
    SPACES,
    SWAPPED,
    TURNED,
    TYPED_SIDE,
    UPLOAD,
    of,
)
from alignoscope.ui.shell.url_parameters import linked, write

# The arguments of `alignoscope open`: files, or the folder of a measured corpus. They come from the
# person who starts the app, never from a visitor.
HANDED = os.environ.get("ALIGNOSCOPE_TRACE", "")
CORPUS = os.environ.get("ALIGNOSCOPE_CORPUS", "")
FIRSTS = {"automatic": None, "0": 0, "1": 1}
SPLITS = {"automatic": None, "spaces and tabs": False, "all spaces of Unicode": True}


class OpenedAs(NamedTuple):
    """The content of files, with the digest of the files and the settings that they were read with.

    The files themselves may be gone from the server before their content.
    """

    opened: FileSet
    digest: str
    said: Reading


def go_to_handed() -> None:
    """Switch, once per session, to the page of the file or corpus that the app was started with."""
    if (HANDED or CORPUS) and HANDED_SHOWN not in st.session_state:
        st.session_state[HANDED_SHOWN] = True
        st.switch_page("pages/open_trace.py" if HANDED else "pages/triage.py")


def pick_files() -> tuple[FileSet | None, Brought | None]:
    """Return the content of uploaded files, and the files if they can be read again.

    Without uploaded files, it is that of the files that were open before, or of those that the app
    was started with. If files cannot be read, show a message and keep what was open before.
    """
    before = _shelf().get(st.session_state.get(OPENED) or linked(OPENED_LINK))
    files = uploaded(LABEL, UPLOAD) or chosen_example(UPLOAD)
    if before and not files:
        _restore(before.said, before.digest)
    brought = keep(files) if files else (kept(before.digest) if before else None)
    found = brought or _handed()
    if found is None:
        offer_examples(UPLOAD, "Weights as a table", "Links of an aligner")
        return still_open(), None
    opened = None
    try:
        opened = _read(found)
        st.session_state[FROM_HANDED] = brought is None
    except ValueError as error:
        if before and before.digest == found.digest:  # They were open with other settings.
            st.error(f"This does not fit, so the maps are as before. {plain(str(error))}")
        else:
            which = "This file" if len(found.files) == 1 else "These files"
            st.error(f"{which} cannot be opened. {plain(str(error))}")
        if checks.SCORES in str(error):
            st.button("Apply softmax over the source", on_click=_take_scores)
    return opened or still_open(), found


def still_open() -> FileSet | None:
    """Return the files that this session or its link opened before; say so if they are lost.

    A reloaded page has the same link. Another server has other files.
    """
    asked = st.session_state.pop(OPENED, None) or linked(OPENED_LINK)
    if asked is None:
        return None
    found = _shelf().get(asked)
    if found is None:
        st.info(LOST)
        write(OPENED_LINK)
        return None
    st.session_state[OPENED] = asked
    return found.opened


def pick_reading() -> None:
    """Offer settings that files do not record."""
    with st.popover("Do the maps look wrong?", icon=":material/rotate_90_degrees_ccw:"):
        st.selectbox("Rows are", ROWS, key=TURNED)
        st.toggle("Swap source and target", key=SWAPPED)
        st.toggle("The values are scores: apply softmax over the source", key=SCORES)
        st.selectbox("Link positions start at", FIRSTS, key=FIRST)
        st.selectbox("Texts are split into words at", SPLITS, key=SPACES)
        st.toggle("Join Chinese characters into words", key=CHINESE)


def pick_places() -> None:
    """Offer what the places of a side are, if they are no words: steps in time, or a picture."""
    with st.popover("Speech or a picture?", icon=":material/graphic_eq:"):
        source, target = st.columns(2)
        of_source = source.selectbox("The source is", PLACES, key=of(PLACED, "source"))
        of_target = target.selectbox("The target is", PLACES[:-1], key=of(PLACED, "target"))
        if of_source == CELLS:
            st.text_input(
                "Height x width in cells", key=GRID_SHAPE, placeholder="14 x 14", help=_CELLS
            )
        if TIME in (of_source, of_target):
            for place, label, key, least in zip(
                st.columns(3),
                ("Hop (samples)", "Sampling rate (Hz)", "Reduction factor"),
                (HOP, RATE, REDUCTION),
                (0.0, 0.0, 1.0),
                strict=True,
            ):
                place.number_input(label, least, 1e6, least, 1.0, "%g", key=key, help=_SCALE)


def pick_words(files: Sequence[ForeignFile]) -> None:
    """Offer two boxes for the words of maps that have none."""
    opened = _shelf().get(identity())
    wanting = [file for file in files if file.numbered or TYPED in file.texts]
    if opened is None or not wanting:
        return
    count = max(len(file.sentences) for file in wanting)
    typed = {"source": opened.said.source, "target": opened.said.target}
    numbered = {side for file in wanting for side in file.numbered}
    sides = [side for side in typed if typed[side] or side in numbered]
    for side, place in zip(sides, st.columns(len(sides)), strict=True):
        key = _typed(side, opened.digest)
        if count == 1:
            (one, *_) = (getattr(file.sentences[0], side) for file in wanting)
            place.text_input(f"Words of the {side} ({len(one.pieces)})", key=key, help=_EACH)
        else:
            place.text_area(f"Words of the {side}, a line for each of {count:,} sentences", key=key)


_CELLS = "Without it, the picture is a square. Open a picture with the file to see it below."
_SCALE = (
    "A step takes hop / sampling rate x reduction factor seconds; the factor is the frames that a "
    "decoder writes in a step, or that an encoder joins."
)
_EACH = "A word or piece for each place, separated by spaces."


def _typed(side: str, digest: str) -> str:
    return of(of(TYPED_SIDE, side), digest)


def offer_doctor(brought: Brought) -> None:
    """Offer the doctor's findings on the maps in files, before any map is changed."""
    offer = st.expander(
        "Check the maps for common bugs",
        icon=":material/stethoscope:",
        key=DOCTOR,
        on_change="rerun",
    )
    if not offer.open:
        return
    with offer:
        show_findings(brought.files, _said(brought.digest))


def identity() -> str:
    """Return a text that identifies the opened files."""
    return st.session_state[OPENED]


def _handed() -> Brought | None:
    """Return the files that the app was started with, until a session opens others."""
    if not HANDED or (OPENED in st.session_state and not st.session_state.get(FROM_HANDED)):
        return None
    found = []
    for path in map(Path, HANDED.split(os.pathsep)):
        try:
            found.append(NamedBytes(name=path.name, data=path.read_bytes()))
        except OSError as error:
            st.error(f"{plain(path.name)} cannot be read: {error.strerror}.")
            return None
    return Brought(found, digest_of(found))


def show_opened(found: Sequence[Trace]) -> None:
    """Show opened traces in a player, with their exports and their numbers."""
    _explore(found, layers_of(found))


@st.fragment
def _explore(found: Sequence[Trace], layers: Layers) -> None:
    identity = "\n".join([found[0].source.text, *(trace.target.text for trace in found)])
    request = PlayerRequest(identity=identity, key=OPENED_PLAYER, step=telling_step(found))
    show_grids(layers, None, OPENED_PLAYER)
    position = show_player(layers, request)
    show_exports(
        found, layers, position, found[0].source.text, "", linked=False, key=OPENED_EXPORTS
    )
    show_tables(layers, position.view)


def _read(brought: Brought) -> FileSet:
    """Read files, or return them from the cache; the session stores only their digest.

    Raises:
        ValueError: if one of them cannot be read.
    """
    said = _said(brought.digest)
    key = digest_of((), brought.digest, *said)
    found = _shelf().get(key)
    if found is None:
        with reading(brought.files):
            found = OpenedAs(open_files(brought.files, said), brought.digest, said)
        _shelf().put(key, found, found.opened.size)
    st.session_state[OPENED] = key
    write(OPENED_LINK, key)
    return found.opened


def _said(digest: str) -> Reading:
    """Return what this session has set for files of a digest."""
    return Reading(
        rows=st.session_state.get(TURNED, ROWS[0]),
        swapped=bool(st.session_state.get(SWAPPED)),
        scores=bool(st.session_state.get(SCORES)),
        first=FIRSTS[st.session_state.get(FIRST, "automatic")],
        spaces=SPLITS[st.session_state.get(SPACES, "automatic")],
        chinese=bool(st.session_state.get(CHINESE)),
        source=st.session_state.get(_typed("source", digest), ""),
        target=st.session_state.get(_typed("target", digest), ""),
        source_places=st.session_state.get(of(PLACED, "source"), PLACES[0]),
        target_places=st.session_state.get(of(PLACED, "target"), PLACES[0]),
        grid=st.session_state.get(GRID_SHAPE, ""),
        hop=st.session_state.get(HOP, 0.0),
        rate=st.session_state.get(RATE, 0.0),
        reduction=st.session_state.get(REDUCTION, 1.0),
    )


def _restore(said: Reading, digest: str) -> None:
    """Give the settings that this session lacks the values that files were read with."""
    for key, value in {
        TURNED: said.rows,
        SWAPPED: said.swapped,
        SCORES: said.scores,
        FIRST: next(name for name, first in FIRSTS.items() if first == said.first),
        SPACES: next(name for name, spaces in SPLITS.items() if spaces == said.spaces),
        CHINESE: said.chinese,
        _typed("source", digest): said.source,
        _typed("target", digest): said.target,
        of(PLACED, "source"): said.source_places,
        of(PLACED, "target"): said.target_places,
        GRID_SHAPE: said.grid,
        HOP: said.hop,
        RATE: said.rate,
        REDUCTION: said.reduction,
    }.items():
        st.session_state.setdefault(key, value)


def _take_scores() -> None:
    st.session_state[SCORES] = True


@st.cache_resource
def _shelf() -> BoundedCache[OpenedAs]:
    return BoundedCache(MAX_OPENED_BYTES)
