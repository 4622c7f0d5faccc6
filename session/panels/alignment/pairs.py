"""Which pairs are aligned: gold ones, the sentence of the other pages, or a parallel text."""

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import streamlit as st

from alignoscope.data.gold import GoldPair
from alignoscope.figures.text import plain
from alignoscope.interchange.bitext import FORMS, Bitext, plain_pair, read_bitext
from alignoscope.interchange.readers.given import Given
from alignoscope.records.limits import MAX_ALIGNED, MAX_IMPORT_BYTES
from alignoscope.session.cache import gold_pairs
from alignoscope.session.state import ALIGN_FILES, ALIGN_PART, DRAWN, of

SAMPLE = 50
T = TypeVar("T")


class Pairs(NamedTuple):
    """Pairs, and whether their gold links are known."""

    pairs: tuple[GoldPair, ...]
    linked: bool


def pick_part() -> str:
    """Return which part of the gold links is looked at."""
    part = st.segmented_control(
        "Part",
        ["dev", "test"],
        key=ALIGN_PART,
        default="dev",
        required=True,
        persist_state="session",
        label_visibility="collapsed",
        help="Choose shift, threshold and joining on dev; look at test once.",
    )
    return part or "dev"


def one_sentence(pair: str, source: str, target: str) -> Pairs:
    """Return a sentence and its translation, with gold links where there are some for both."""
    plainly = plain_pair("1", source, target)
    for gold in gold_pairs(pair):
        if (gold.source, gold.target) == (plainly.source, plainly.target):
            return Pairs((gold,), linked=True)
    return Pairs((plainly,), linked=False)


def parallel_text() -> Pairs | None:
    """Return a sample of an uploaded parallel text, or None where there is none."""
    found = pick_bitext(ALIGN_FILES, f"A parallel text: {FORMS}; and its links, if there are some")
    if found is None:
        return None
    places = sample(range(len(found.texts)))
    return Pairs(tuple(map(found.pair, places)), linked=bool(found.linked))


def pick_bitext(key: str, label: str) -> Bitext | None:
    """Return an uploaded parallel text, or None, with a message where it cannot be read."""
    uploaded = st.file_uploader(
        label,
        accept_multiple_files=True,
        key=key,
        max_upload_size=MAX_IMPORT_BYTES // 1_000_000,
    )
    if not uploaded:
        return None
    swapped = st.toggle("Take the texts the other way round", key=of(key, "swapped"))
    try:
        found = _read(tuple((one.name, one.getvalue()) for one in uploaded), swapped)
    except ValueError as error:
        st.error(f"This cannot be read. {plain(str(error))}")
        return None
    if found.notes:
        st.caption(plain(" ".join(found.notes)))
    return found


@st.cache_resource(max_entries=4, show_spinner="Reading the files")
def _read(files: tuple[tuple[str, bytes], ...], swapped: bool) -> Bitext:
    return read_bitext([Given(name=name, data=data) for name, data in files], swapped=swapped)


def sample(rows: Sequence[T]) -> list[T]:
    """Return rows, or a sample of them where they are more than can be looked through."""
    if len(rows) <= SAMPLE:
        return list(rows)
    with st.container(horizontal=True, vertical_alignment="center"):
        seed = st.session_state.setdefault(DRAWN, 0)
        most = min(MAX_ALIGNED, len(rows))
        count = st.select_slider("Pairs", sorted({10, SAMPLE, 100, most}), value=SAMPLE, width=220)
        st.button("Draw others", icon=":material/casino:", on_click=_draw, args=(seed + 1,))
    st.caption(f"{count:,} of {len(rows):,} pairs, drawn at random, in their order.")
    return [rows[i] for i in sorted(random.Random(seed).sample(range(len(rows)), count))]


def _draw(seed: int) -> None:
    st.session_state[DRAWN] = seed
