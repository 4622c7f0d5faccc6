"""One person after another opens the app: what is kept for all stays within its bounds."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from alignoscope.records.trace import Trace
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.serving.bounded_cache import BoundedCache
from tests.shared.app_pages import open_page

MOST = 1_200_000  # bytes: the traces of about two people
PEOPLE = 8


@pytest.fixture
def _little_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have traces kept in few bytes."""
    few = BoundedCache[Trace](MOST)
    monkeypatch.setattr(decoded, "_cache", lambda: few)


@pytest.mark.usefixtures("tiny_folder", "_little_is_kept")
def test_many_sessions_leave_no_more_than_is_kept() -> None:
    sizes, models = [], []
    for number in range(PEOPLE):
        test = open_page("app.py", sentence=f"The red car is fast {number}.")
        assert not test.exception
        sizes.append(decoded._cache()._size)
        models.append(cache.load.cache_info().currsize)
    assert sizes[0] < sizes[1]  # what people typed is kept
    assert max(sizes) <= MOST < PEOPLE * sizes[0]
    assert models == models[:1] * PEOPLE  # read once for all
    assert decoded.scheduler()._requests == []
    assert decoded.scheduler()._running == set()


def test_two_people_who_come_first_at_once_have_one_scheduler() -> None:
    together, made = threading.Barrier(2), []

    def make() -> object:
        time.sleep(0.05)  # Both ask before the first one is made.
        made.append(object())
        return made[-1]

    get = decoded._one_for_all(make)

    def ask(_: int) -> object:
        together.wait()
        return get()

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(ask, range(2))
    assert one is other is get()
    assert len(made) == 1
