"""The three parts of the score bench, of which one is open, and computed, at a time."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.ui.shell.session_keys import BENCH
from alignoscope.ui.shell.url_parameters import warn_of_unknown

NAMES = ("One sentence", "What makes a variant", "Sentence set")


def tabs() -> Sequence:
    """Return the tabs: one sentence, what makes a variant, a set; the link has which is open."""
    warn_of_unknown(BENCH, NAMES)
    return st.tabs(NAMES, key=BENCH, on_change="rerun", bind="query-params")
