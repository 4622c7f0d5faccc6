"""One person after another opens the app: what is kept for all stays within its bounds."""

import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from alignoscope.models.checkpoint import Checkpoint, save_checkpoint
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Trace
from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.serving.batch_scheduler import BatchScheduler, Request
from alignoscope.serving.bounded_cache import BoundedCache
from alignoscope.serving.worker import DecodeJob
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


def test_what_takes_long_is_decoded_first(
    tiny: Callable[..., Checkpoint], tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_checkpoint(tiny("transformer"), tiny_folder / "transformer.safetensors")
    names = ("luong-dot", "luong-local-p", "bahdanau-additive", "transformer")
    paths = [tiny_folder / f"{name}.safetensors" for name in names]
    asked: list[str] = []

    class Asked(BatchScheduler):
        @contextmanager
        def request(self, jobs: Iterable[DecodeJob], person: Hashable) -> Iterator[Request]:
            jobs = list(jobs)
            asked.extend(job.path.stem for job in jobs)
            with super().request(jobs, person) as request:
                yield request

    scheduler = Asked(decoded._decode, cache.SLOTS.decoding, 1)
    monkeypatch.setattr(decoded, "scheduler", lambda: scheduler)
    widths = {path: 5 if path.stem == "bahdanau-additive" else 1 for path in paths}
    made = decoded.decode_all([(one, stamp(one)) for one in paths], "The car.", "", widths)
    assert [trace.label for trace in made] == [*names]
    assert asked == ["bahdanau-additive", "transformer", "luong-dot", "luong-local-p"]
