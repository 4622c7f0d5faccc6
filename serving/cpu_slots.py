"""The cores, shared by the desk where people wait for their sentences and by all longer work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from alignoscope.serving.wait_notice import wait


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
            wait(lambda longest: self._first(me, longest), lambda: self._before(me))
            with self.desk:
                yield
        finally:
            with self._left:
                self._others.remove(me)
                self._left.notify_all()

    def _first(self, me: object, longest: float) -> bool:
        """Return whether it is this one's turn, after some seconds at the latest."""
        with self._left:
            return self._left.wait_for(lambda: self._before(me) < self._most, longest)

    def _before(self, me: object) -> int:
        return self._others.index(me)
