"""What visitors opened: kept while it is used, shared by its content, bounded in bytes."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")
LEAST = 300_000  # bytes that the traces of even a small file may take


class Shelf(Generic[T]):
    """What was read, by the digest of its files; what was unused longest makes room first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def put(self, digest: str, found: T, size: int) -> None:
        """Keep what was read from a file, and takes `size` bytes."""
        with self._lock:
            self._held[digest] = (found, max(size, LEAST))
            while len(self._held) > 1 and sum(size for _, size in self._held.values()) > self._most:
                self._held.popitem(last=False)

    def get(self, digest: str) -> T | None:
        """Return what was read from a file, or None if it is not kept."""
        with self._lock:
            if digest not in self._held:
                return None
            self._held.move_to_end(digest)
            return self._held[digest][0]
