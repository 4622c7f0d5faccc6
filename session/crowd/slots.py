"""The cores, shared by the desk where people wait for their sentences and by all longer work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Slots:
    """As many compute at once as there are cores; of two or more, one is always the desk's."""

    def __init__(self, cores: int) -> None:
        self.desk = threading.Semaphore(cores)
        self._others = threading.Semaphore(max(1, cores - 1))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Compute what no sentence at the desk is."""
        with self._others, self.desk:
            yield
