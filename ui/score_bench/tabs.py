"""The three tabs of the score bench; only the open one is computed."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.ui.shell.session_keys import BENCH
from alignoscope.ui.shell.url_parameters import warn_of_unknown

NAMES = ("One sentence", "What makes a variant", "Sentence set")


def tabs() -> Sequence:
    """Return the three tabs; the link records the open one."""
    warn_of_unknown(BENCH, NAMES)
    return st.tabs(NAMES, key=BENCH, on_change="rerun", bind="query-params")
