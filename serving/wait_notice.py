"""Waiting for other people's work, with a notice once it takes a while."""

import time
from collections.abc import Callable

from alignoscope.serving.notices import notices

INTERVAL = 0.2  # seconds between two checks, at which a superseded page run may be ended
PATIENCE = 1  # seconds before a waiting page says how many are served first


class WaitNotice:
    """The notice of one wait: how many are served first, once the wait takes a while."""

    def __init__(self) -> None:
        self._show, self._start = notices().waiting(), time.monotonic()

    def tell(self, before: int) -> None:
        """Show how many come first; nothing if none do, or while the wait is still short."""
        self._show(before if time.monotonic() - self._start > PATIENCE else 0)


def wait(
    done: Callable[[float], bool], before: Callable[[], int], notice: WaitNotice | None = None
) -> None:
    """Wait until `done` holds, which blocks for at most the seconds it is given."""
    while not done(INTERVAL):
        notice = notice or WaitNotice()
        notice.tell(before())
    if notice:
        notice.tell(0)
