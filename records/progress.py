"""Ticks of long work, by which whoever waits for it can watch it, or end it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

INTERVAL = 0.5  # seconds between two calls of a watcher


class _Watch:
    def __init__(self, call: Callable[[], object]) -> None:
        self.call, self.last = call, time.monotonic()

    def tick(self) -> None:
        if time.monotonic() - self.last >= INTERVAL:
            self.call()
            self.last = time.monotonic()


_WATCH: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watched(call: Callable[[], object]) -> Iterator[None]:
    """Call `call` at most twice a second while the work ticks; what it raises ends the work."""
    token = _WATCH.set(_Watch(call))
    try:
        yield
    finally:
        _WATCH.reset(token)


def tick() -> None:
    """Tell the watcher of this work, if there is one, that one more part of it is done."""
    if watch := _WATCH.get():
        watch.tick()
