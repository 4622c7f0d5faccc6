"""Per-session memo: a value is rebuilt only when the object that it was built from changes."""

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def once(key: str, subject: object, make: Callable[[], T]) -> T:
    """Return the value made for a subject; make it only if the last subject of this key differs."""
    known, made = st.session_state.get(key, (None, None))
    if known != subject:
        made = make()
        st.session_state[key] = (subject, made)
    return made
