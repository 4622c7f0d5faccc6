"""An uploaded parallel text, and samples of it."""

import random
from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

from alignoscope.data.survey import findings, says_swapped
from alignoscope.interchange.foreign.bitext import Bitext, read_bitext
from alignoscope.records.escaping import plain
from alignoscope.records.limits import MAX_ALIGNED, MAX_MADE_BYTES
from alignoscope.serving.bounded_cache import BoundedCache, pickled_bytes
from alignoscope.ui.open_files.page import FIRSTS
from alignoscope.ui.open_files.uploaded_files import Brought, bring, reading
from alignoscope.ui.shell.session_keys import DRAWN, of

SIZES = (10, 50, 100, MAX_ALIGNED)
T = TypeVar("T")


def pick_bitext(key: str, label: str, pair: str) -> Bitext | None:
    """Return an uploaded parallel text, or None, with a message if it cannot be read.

    If it is not in the languages of the models' `pair`, in this order, a warning says so.
    """
    brought = bring(label, key)
    if brought is None:
        return None
    swapped = st.toggle("Swap source and target", key=of(key, "swapped"))
    place = st.empty()
    first = FIRSTS[st.session_state.get(of(key, "first"), "automatic")]
    found = None
    try:
        found = _read(brought, swapped, first, pair)
    except ValueError as error:
        st.error(f"This cannot be read. {plain(str(error))}")
    if first is not None or (found and found.linked):
        place.selectbox("Link positions start at", FIRSTS, key=of(key, "first"), width=220)
    if found is None:
        return None
    if found.notes:
        st.caption(plain(" ".join(found.notes)))
    sides = [text[1:] for text in found.texts]
    columns = [side[::-1] for side in sides] if swapped else sides
    for odd in (*findings(columns), says_swapped(sides, pair, "", found.languages)):
        if odd:
            st.warning(plain(odd), icon=":material/warning:")
    return found


def _read(brought: Brought, swapped: bool, first: int | None, pair: str) -> Bitext:
    key = (brought.digest, swapped, first, pair)
    found = _shelf().get(key)
    if found is None:
        with reading(brought.files):
            found = read_bitext(brought.files, swapped=swapped, first=first, pair=pair)
        _shelf().put(key, found, pickled_bytes(found))
    return found


@st.cache_resource
def _shelf() -> BoundedCache[Bitext]:
    return BoundedCache(MAX_MADE_BYTES)


def sample(rows: Sequence[T], sizes: Sequence[int] = SIZES) -> list[T]:
    """Return all rows, or a random sample if there are more than the second of `sizes`."""
    if len(rows) <= sizes[1]:
        return list(rows)
    with st.container(horizontal=True, vertical_alignment="center"):
        seed = st.session_state.setdefault(DRAWN, 0)
        options = sorted({min(size, len(rows)) for size in sizes})
        count = st.select_slider("Pairs", options, value=sizes[1], width=220)
        st.button("Draw another sample", icon=":material/casino:", on_click=_draw, args=(seed + 1,))
    st.caption(f"A random sample of {count:,} of {len(rows):,} pairs, in their original order.")
    return [rows[i] for i in sorted(random.Random(seed).sample(range(len(rows)), count))]


def _draw(seed: int) -> None:
    st.session_state[DRAWN] = seed
