"""The options of link extraction: measure, rule, shift, balancing and symmetrisation."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from alignoscope.analysis.links import METHODS, THRESHOLD, LinkOptions
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import SHIFTS
from alignoscope.ui.shell import session_keys as state

RULES = dict(zip(METHODS, ("Best match per row", "All above a threshold"), strict=True))
ALONE = "nothing"


def pick_extraction(measures: Sequence[str]) -> LinkOptions:
    """Return the extraction options chosen on the page.

    `measures` are the measures that the maps offer.
    """
    measure = measures[0]
    if len(measures) > 1:
        measure = _one_of("Use", measures, state.READ_OFF)
    method = _one_of("Link", METHODS, state.LINKED_BY, RULES)
    threshold = THRESHOLD
    if method == "threshold":
        threshold = st.slider(
            "Threshold", 0.05, 0.95, THRESHOLD, 0.05, key=state.THRESHOLD, width=200
        )
    shift = st.segmented_control(
        "Shift",
        SHIFTS,
        key=state.SHIFT,
        default=0,
        required=True,
        format_func=said_shift,
        help="Which step's row belongs to a word: the step that writes it (0), the step "
        "before (−1), or the step that reads it next (+1).",
    )
    balanced = st.toggle(
        "Balance",
        key=state.BALANCED,
        help="Divides each column by its sum, then each row by its own sum, so that a source "
        "word with weight in every row counts less.",
    )
    return LinkOptions(measure, shift or 0, method, threshold, balanced)


def said_shift(shift: int) -> str:
    """Return a shift as text with a sign, "0" without one."""
    return f"{shift:+d}".replace("-", "−") if shift else "0"


def pick_partner(paths: Sequence[Path]) -> Path | None:
    """Return the model of the other direction whose links are joined with, or None."""
    if not paths:
        return None
    names = {path.stem: path for path in paths}
    options = [ALONE, *names]
    name = st.selectbox(
        "Combine with",
        options,
        key=state.JOINED,
        format_func=lambda one: one.capitalize() if one == ALONE else one,
        width=220,
    )
    return names.get(name)


def pick_joining() -> str:
    """Return the name of the symmetrisation that joins the links of both directions."""
    names = list(SYMMETRISATIONS)
    return st.selectbox("Method", names, len(names) - 1, key=state.JOINED_HOW, width=220)


def _one_of(
    label: str, options: Sequence[str], key: str, names: dict[str, str] | None = None
) -> str:
    chosen = st.segmented_control(
        label,
        options,
        key=key,
        default=options[0],
        required=True,
        format_func=lambda one: (names or {}).get(one, one.capitalize()),
    )
    return chosen or options[0]
