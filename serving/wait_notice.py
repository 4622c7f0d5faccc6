"""Waiting for other people's work, with a notice if the wait is long."""

import time
from collections.abc import Callable

from alignoscope.serving.notices import notices

INTERVAL = 0.2  # seconds between two checks, at which a superseded page run may be ended
PATIENCE = 1  # seconds before a waiting page shows how many requests are served first


class WaitNotice:
    """The notice of one wait: how many requests are served first, after `PATIENCE` seconds."""

    def __init__(self) -> None:
        self._show, self._start = notices().waiting(), time.monotonic()

    def tell(self, before: int) -> None:
        """Show how many requests are served first; nothing for 0 or while the wait is short."""
        self._show(before if time.monotonic() - self._start > PATIENCE else 0)


def wait(
    done: Callable[[float], bool], before: Callable[[], int], notice: WaitNotice | None = None
) -> None:
    """Wait until `done` returns True, with a notice.

    Args:
        done: blocks for at most the seconds passed to it, and returns whether the wait is over.
        before: returns how many requests are served first.
        notice: the notice to use, if a wait before this one has already shown it.
    """
    while not done(INTERVAL):
        notice = notice or WaitNotice()
        notice.tell(before())
    if notice:
        notice.tell(0)
