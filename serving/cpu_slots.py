"""CPU slots, shared by the decoding of sentences, which people wait for, and all longer work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from alignoscope.serving.wait_notice import wait


class SlotQueue:
    """Work of which at most `most` pieces run at a time, first come, first served."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._all: list[object] = []  # work that runs or waits, in order of arrival
        self._left = threading.Condition()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and hold it; a waiting page shows how many are served first.

        Do not use this inside a function that Streamlit caches: its cache would store the notice
        with the result.
        """
        me = object()
        with self._left:
            self._all.append(me)
        try:
            wait(lambda longest: self._first(me, longest), lambda: self._before(me))
            yield
        finally:
            with self._left:
                self._all.remove(me)
                self._left.notify_all()

    def _first(self, me: object, longest: float) -> bool:
        """Wait for at most `longest` seconds; return whether it is the turn of this work."""
        with self._left:
            return self._left.wait_for(lambda: self._before(me) < self._most, longest)

    def _before(self, me: object) -> int:
        return self._all.index(me)


class CpuSlots:
    """One slot per core; if there are two or more, one is always left for decoding."""

    def __init__(self, cores: int) -> None:
        self.decoding = threading.Semaphore(cores)
        self._others = SlotQueue(max(1, cores - 1))
        self._reading = SlotQueue(1)

    @contextmanager
    def other_work(self) -> Iterator[None]:
        """Hold a slot for work other than decoding a sentence; see `SlotQueue.turn`."""
        with self._others.turn(), self.decoding:
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold a slot for reading a large file, of which only one is read at a time.

        Within the limits of what is read, one file can take some hundred megabytes.
        """
        with self._reading.turn(), self.other_work():
            yield
