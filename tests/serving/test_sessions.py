"""One person after another opens the app: what is kept for all stays within its bounds."""

from collections.abc import Iterator

import pytest

from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from tests.shared.app_pages import open_page

MOST = 1_200_000  # bytes: the traces of about two people
PEOPLE = 8


@pytest.fixture
def _little_is_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have traces kept in few bytes."""
    monkeypatch.setattr(decoded, "MAX_TRACES_BYTES", MOST)
    decoded._cache.cache_clear()
    yield
    decoded._cache.cache_clear()


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
