"""Who prints when: one after another, and how many may wait."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

MOST = 20  # prints that wait: whoever comes then is asked to come again
FULL = f"{MOST} pictures are being printed before yours: try again in a minute."


@dataclass
class Progress:
    """What a person who prints sees of it: the prints that were asked for, begun and ended."""

    asked: int = 0
    begun: int = 0
    ended: int = 0
    before: int = 0  # pictures of others that are printed first
    error: str = ""  # of the last print, in words


class Queue:
    """Takes prints one after another, in the order in which they came.

    A browser that prints takes a core and some hundred megabytes.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._line: list[object] = []
        self._moved = threading.Condition()

    def print(self, make: Callable[[], bytes], progress: Progress) -> bytes:
        """Print when it is its turn; whoever watches the progress sees how far it is.

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
    def _turn(self, progress: Progress) -> Iterator[None]:
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
