"""LRU caches that all visitors share, bounded in bytes."""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from alignoscope.records.limits import MAX_MADE_BYTES
from alignoscope.serving.cpu_slots import SlotQueue
from alignoscope.serving.notices import notices

P = ParamSpec("P")
T = TypeVar("T")
QUEUES = 16  # queues per function: a thread waits while another computes the same result


class BoundedCache(Generic[T]):
    """An LRU cache of at most `most` bytes in all; the newest value stays, however large."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def put(self, key: Hashable, value: T, size: int) -> None:
        """Store a value of `size` bytes, and drop the least recently used ones beyond the bound."""
        with self._lock:
            _, before = self._values.pop(key, (None, 0))
            self._values[key] = (value, size)
            self._size += size - before
            while len(self._values) > 1 and self._size > self._most:
                self._size -= self._values.popitem(last=False)[1][1]

    def get(self, key: Hashable) -> T | None:
        """Return the value of a key, or None."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._values.clear()
            self._size = 0


class CachedFunction(Generic[P, T]):
    """A function whose results are cached by its arguments, each computed once for all visitors.

    Args:
        compute: the function. It must not return None, which means here that nothing is cached.
        most: the bound on the total size of all results.
        spinner: the text that the page shows while a result is computed; empty for none.
        size: returns the size of a result, in the unit of `most`.
    """

    def __init__(
        self, compute: Callable[P, T], most: int, spinner: str, size: Callable[[T], int]
    ) -> None:
        self._compute, self._spinner, self._measure = compute, spinner, size
        self._cache: BoundedCache[T] = BoundedCache(most)
        self._queues = tuple(SlotQueue(1) for _ in range(QUEUES))
        self.clear = self._cache.clear

    def __call__(self, *args: P.args, **options: P.kwargs) -> T:
        key = (args, *options.items())
        value = self._cache.get(key)
        if value is not None:
            return value
        with self._queues[hash(key) % QUEUES].turn():
            value = self._cache.get(key)
            if value is None:
                with notices().working(self._spinner) if self._spinner else nullcontext():
                    value = self._compute(*args, **options)
                self._cache.put(key, value, self._measure(value))
        return value


class _ByteCount:
    """A write-only file that only counts the bytes written to it."""

    size = 0

    def write(self, part: bytes) -> None:
        self.size += memoryview(part).nbytes


def pickled_bytes(value: object) -> int:
    """Return the length of a value's pickle in bytes, which approximates its size in memory."""
    count = _ByteCount()
    pickle.Pickler(count, pickle.HIGHEST_PROTOCOL).dump(value)
    return count.size


def cached(
    spinner: str = "", size: Callable[[Any], int] = pickled_bytes, most: int | None = None
) -> Callable[[Callable[P, T]], CachedFunction[P, T]]:
    """Cache a function's results for all visitors.

    Args:
        spinner: the text that the page shows while a result is computed; empty for none.
        size: returns the size of a result, in the unit of `most`.
        most: the bound on the total size of all results; by default `MAX_MADE_BYTES`.
    """
    return lambda compute: CachedFunction(
        compute, MAX_MADE_BYTES if most is None else most, spinner, size
    )
