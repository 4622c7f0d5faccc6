"""The print queue: prints run one at a time, and a limited number may wait."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

MOST = 20  # prints in the queue; more are refused with a message to try again
FULL = f"{MOST} pictures are ahead of yours. Try again in a minute."


@dataclass
class PrintProgress:
    """The progress of one button's prints: how many were requested, begun and ended."""

    asked: int = 0
    begun: int = 0
    ended: int = 0
    before: int = 0  # pictures of other people that are printed first
    error: str = ""  # message of the last print's error


class Queue:
    """Runs prints one at a time, in the order of arrival.

    A browser that prints uses one core and some hundred megabytes of memory.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._line: list[object] = []
        self._moved = threading.Condition()

    def print(self, make: Callable[[], bytes], progress: PrintProgress) -> bytes:
        """Wait for this print's turn, then print; `progress` is updated meanwhile.

        Raises:
            RuntimeError: if too many wait, or as `make` does.
        """
        progress.begun, progress.error = progress.begun + 1, ""
        try:
            with self._turn(progress):
                return make()
        except RuntimeError as error:
            progress.error = str(error)
            raise
        finally:
            progress.ended += 1

    @contextmanager
    def _turn(self, progress: PrintProgress) -> Iterator[None]:
        turn = object()
        with self._moved:
            if len(self._line) >= self._most:
                raise RuntimeError(FULL)
            self._line.append(turn)
            while before := self._line.index(turn):
                progress.before = before
                self._moved.wait()
            progress.before = 0
        try:
            yield
        finally:
            with self._moved:
                self._line.remove(turn)
                self._moved.notify_all()
