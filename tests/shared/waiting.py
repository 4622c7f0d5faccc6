"""Waiting for what another thread, process or page does."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 120  # seconds: a machine on which everything else runs too is slow, not wrong
T = TypeVar("T")


def wait_until(condition: Callable[[], T]) -> T:
    """Return the first true value of a condition, asked again and again; fail without one."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"not true after {PATIENCE} seconds"
        time.sleep(0.02)
    return found
