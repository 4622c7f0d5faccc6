"""What visitors opened: kept while it is used, shared by its content, bounded in bytes."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from alignoscope.records.trace import Trace

LEAST = 300_000  # bytes that the traces of even a small file may take


class Shelf:
    """Traces by the digest of their file; what was not asked for the longest makes room first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[str, tuple[Sequence[Trace], int]] = OrderedDict()
        self._lock = Lock()

    def put(self, digest: str, traces: Sequence[Trace], size: int) -> None:
        """Keep the traces of a file of `size` bytes."""
        with self._lock:
            self._held[digest] = (traces, max(size, LEAST))
            while len(self._held) > 1 and sum(size for _, size in self._held.values()) > self._most:
                self._held.popitem(last=False)

    def get(self, digest: str) -> Sequence[Trace] | None:
        """Return the traces of a file, or None if they are not kept."""
        with self._lock:
            if digest not in self._held:
                return None
            self._held.move_to_end(digest)
            return self._held[digest][0]
