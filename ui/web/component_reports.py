"""What a component's script reported last, as any visitor could have written it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def reported(key: str, name: str) -> Mapping[str, Any]:
    """Return the fields of a report of the component with that key, empty before the first."""
    state = st.session_state.get(key)
    report = state.get(name) if isinstance(state, Mapping) else None
    return report if isinstance(report, Mapping) else {}


def heard(key: str, name: str) -> int:
    """Return the number of the last report: the browser keeps what is its own until then."""
    number = reported(key, name).get("number")
    return number if type(number) is int else 0
