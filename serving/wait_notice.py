"""What a page says while its work waits for that of others."""

import time
from collections.abc import Callable

import streamlit as st

LOOK = 0.2  # seconds between two looks, at which Streamlit may end a run that was superseded
PATIENCE = 1  # seconds after which a person who waits is told of those before


class Pause:
    """A place on the page that says how many are served before, once that takes a while."""

    def __init__(self) -> None:
        self._place, self._start = st.empty(), time.monotonic()

    def tell(self, before: int) -> None:
        """Say how many are before; nothing if none are, or the wait is short yet."""
        if before and time.monotonic() - self._start > PATIENCE:
            self._place.caption(f"Others are being served: {before} before you.")
        else:
            self._place.empty()


def wait(
    done: Callable[[float], bool], before: Callable[[], int], pause: Pause | None = None
) -> None:
    """Wait until `done`, which takes so many seconds at most, holds; tell how many come before."""
    while not done(LOOK):
        pause = pause or Pause()
        pause.tell(before())
    if pause:
        pause.tell(0)
