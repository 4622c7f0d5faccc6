"""The pairs to align: gold pairs, the sentence of the other pages, or a parallel text."""

from typing import NamedTuple

import streamlit as st

from alignoscope.data.gold import GoldPair
from alignoscope.data.parallel_files import FORMS
from alignoscope.interchange.foreign.bitext import plain_pair
from alignoscope.serving.model_store import gold_pairs
from alignoscope.ui.open_files.parallel_text import pick_bitext, sample
from alignoscope.ui.shell.session_keys import ALIGN_FILES, ALIGN_PART


class Pairs(NamedTuple):
    """Sentence pairs, and whether their gold links are known."""

    pairs: tuple[GoldPair, ...]
    linked: bool


def pick_part() -> str:
    """Return the chosen part of the gold pairs: "dev" or "test"."""
    part = st.segmented_control(
        "Part",
        ["dev", "test"],
        key=ALIGN_PART,
        default="dev",
        required=True,
        format_func=str.capitalize,
        persist_state="session",
        label_visibility="collapsed",
        help="Choose shift, threshold and method on dev, and evaluate on test only once.",
    )
    return part or "dev"


def one_sentence(pair: str, source: str, target: str) -> Pairs:
    """Return a sentence and its translation, with their gold links if there are any."""
    plainly = plain_pair("1", source, target)
    for gold in gold_pairs(pair):
        if (gold.source, gold.target) == (plainly.source, plainly.target):
            return Pairs((gold,), linked=True)
    return Pairs((plainly,), linked=False)


def parallel_text(pair: str) -> Pairs | None:
    """Return a sample of an uploaded parallel text, or None."""
    label = f"Parallel text: {FORMS}. Add its links if you have them."
    found = pick_bitext(ALIGN_FILES, label, pair)
    if found is None:
        return None
    places = sample(range(len(found.texts)))
    return Pairs(tuple(map(found.pair, places)), linked=bool(found.linked))
