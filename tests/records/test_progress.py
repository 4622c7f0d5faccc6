"""Long work ticks: a watcher is called now and then, and may end the work."""

import pytest

from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records import progress
from alignoscope.records.progress import tick, watched

LINKS = [
    NamedBytes(name="a.links", data=b"0-0 1-1\n" * 50),
    NamedBytes(name="a.en-fr", data=b"a car ||| une voiture\n" * 50),
]


class LeftError(Exception):
    """The visitor has left the page."""


def test_a_watcher_is_called_at_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, calls = iter([0.0, 0.1, 0.5, 0.5, 0.6, 1.2, 1.2]), []
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    tick()  # Without a watcher, nothing is called, not even the clock.
    with watched(lambda: calls.append(1)):
        for _ in range(4):
            tick()
    tick()
    assert len(calls) == 2


def test_reading_ends_when_its_watcher_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    calls: list[int] = []

    def leave_at(last: int) -> None:
        calls.append(1)
        if len(calls) == last:
            raise LeftError

    with watched(lambda: leave_at(0)):
        assert len(open_files(LINKS).files[0].sentences) == 50
    assert len(calls) >= 50
    calls.clear()
    with pytest.raises(LeftError), watched(lambda: leave_at(20)):
        open_files(LINKS)
    assert len(calls) == 20
