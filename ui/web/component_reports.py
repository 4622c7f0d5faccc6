"""The last reports of components' scripts; untrusted, since a visitor could have written them."""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def reported(key: str, name: str) -> Mapping[str, Any]:
    """Return the fields of the named report of a component; empty before the first report."""
    state = st.session_state.get(key)
    report = state.get(name) if isinstance(state, Mapping) else None
    return report if isinstance(report, Mapping) else {}


def heard(key: str, name: str) -> int:
    """Return the number of the last report, or 0.

    The browser keeps its own state until it is sent the number of its last report.
    """
    number = reported(key, name).get("number")
    return number if type(number) is int else 0
