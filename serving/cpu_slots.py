"""CPU slots, shared by the decoding of sentences, which people wait for, and all longer work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from alignoscope.serving.wait_notice import wait


class CpuSlots:
    """One slot per core; if there are two or more, one is always left for decoding."""

    def __init__(self, cores: int) -> None:
        self.decoding = threading.Semaphore(cores)
        self._most = max(1, cores - 1)
        self._others: list[object] = []  # other work that runs or waits, in order of arrival
        self._left = threading.Condition()

    @contextmanager
    def other_work(self) -> Iterator[None]:
        """Hold a slot for work other than decoding a sentence, first come, first served.

        A waiting page shows how many are served first. Do not use this inside a function that
        Streamlit caches: its cache would store the notice with the result.
        """
        me = object()
        with self._left:
            self._others.append(me)
        try:
            wait(lambda longest: self._first(me, longest), lambda: self._before(me))
            with self.decoding:
                yield
        finally:
            with self._left:
                self._others.remove(me)
                self._left.notify_all()

    def _first(self, me: object, longest: float) -> bool:
        """Wait for at most `longest` seconds; return whether it is the turn of this work."""
        with self._left:
            return self._left.wait_for(lambda: self._before(me) < self._most, longest)

    def _before(self, me: object) -> int:
        return self._others.index(me)
