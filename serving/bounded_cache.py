"""What visitors opened, models decoded and pages made: kept while it is used, bounded in bytes."""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from alignoscope.records.limits import MAX_MADE_BYTES
from alignoscope.serving.wait_notice import wait

P = ParamSpec("P")
T = TypeVar("T")
LOCKS = 16  # of a function: who wants what another makes waits for it


class Shelf(Generic[T]):
    """What was made, by what tells it from all else; what was unused longest makes room first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def put(self, key: Hashable, found: T, size: int) -> None:
        """Keep what takes `size` bytes."""
        with self._lock:
            _, before = self._held.pop(key, (None, 0))
            self._held[key] = (found, size)
            self._size += size - before
            while len(self._held) > 1 and self._size > self._most:
                self._size -= self._held.popitem(last=False)[1][1]

    def get(self, key: Hashable) -> T | None:
        """Return what is kept under a key, or None."""
        with self._lock:
            if key not in self._held:
                return None
            self._held.move_to_end(key)
            return self._held[key][0]

    def clear(self) -> None:
        """Let all go."""
        with self._lock:
            self._held.clear()
            self._size = 0


class Kept(Generic[P, T]):
    """A function whose results are kept by its arguments, each made once for all visitors."""

    def __init__(self, make: Callable[P, T], spinner: str, size: Callable[[T], int]) -> None:
        self._make, self._spinner, self._measure = make, spinner, size
        self._shelf: Shelf[T] = Shelf(MAX_MADE_BYTES)
        self._locks = tuple(Lock() for _ in range(LOCKS))
        self.clear = self._shelf.clear

    def __call__(self, *args: P.args, **options: P.kwargs) -> T:
        key = (args, *options.items())
        found = self._shelf.get(key)
        if found is not None:
            return found
        lock = self._locks[hash(key) % LOCKS]
        wait(lambda longest: lock.acquire(timeout=longest), lambda: 1)
        try:
            found = self._shelf.get(key)
            if found is None:
                with st.spinner(self._spinner) if self._spinner else nullcontext():
                    found = self._make(*args, **options)
                self._shelf.put(key, found, self._measure(found))
        finally:
            lock.release()
        return found


class _Count:
    """A file that keeps only how long it would be."""

    size = 0

    def write(self, part: bytes) -> None:
        self.size += memoryview(part).nbytes


def stored_bytes(found: object) -> int:
    """Return about how many bytes something takes: as many as a file of it would."""
    count = _Count()
    pickle.Pickler(count, pickle.HIGHEST_PROTOCOL).dump(found)
    return count.size


def kept(
    spinner: str = "", size: Callable[[Any], int] = stored_bytes
) -> Callable[[Callable[P, T]], Kept[P, T]]:
    """Keep what a function makes by its arguments, in at most `MAX_MADE_BYTES`."""
    return lambda make: Kept(make, spinner, size)
