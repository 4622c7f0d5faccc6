"""What visitors opened and models decoded: kept while it is used, bounded in bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


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
