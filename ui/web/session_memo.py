"""What is made of something once for a session, however often its page runs on."""

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def once(key: str, subject: object, make: Callable[[], T]) -> T:
    """Return what was made of the subject, or make it, where the last with that key was another."""
    known, made = st.session_state.get(key, (None, None))
    if known != subject:
        made = make()
        st.session_state[key] = (subject, made)
    return made
