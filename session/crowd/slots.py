"""The cores, shared by the desk where people wait for their sentences and by all longer work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from alignoscope.session.crowd.pause import LOOK, Pause


class Slots:
    """As many compute at once as there are cores; of two or more, one is always the desk's."""

    def __init__(self, cores: int) -> None:
        self.desk = threading.Semaphore(cores)
        self._most = max(1, cores - 1)
        self._others: list[object] = []  # who computes or waits: first come, first served
        self._left = threading.Condition()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Compute what no sentence at the desk is; a page that waits says how many come before.

        Not for what Streamlit's own caches keep: they would keep with it what is said.
        """
        me = object()
        with self._left:
            self._others.append(me)
        try:
            self._wait(me)
            with self.desk:
                yield
        finally:
            with self._left:
                self._others.remove(me)
                self._left.notify_all()

    def _wait(self, me: object) -> None:
        pause = None
        while before := self._before(me):
            pause = pause or Pause()
            pause.tell(before)
        if pause:
            pause.tell(0)

    def _before(self, me: object) -> int:
        """Return 0 when it is this one's turn; or after a while how many came before."""
        with self._left:
            free = self._left.wait_for(lambda: self._others.index(me) < self._most, LOOK)
            return 0 if free else self._others.index(me)
