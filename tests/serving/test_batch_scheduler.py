"""What many wait for is decoded together, in turns, and each gets what it would get alone."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from alignoscope.analysis.likelihoods import likelihoods
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.trace import Trace
from alignoscope.serving import trace_store as decoded
from alignoscope.serving.batch_scheduler import MOST, BatchScheduler, Request
from alignoscope.serving.fair_share import SHARE
from alignoscope.serving.worker import DecodeJob
from tests.shared.app_pages import ROOT

AT = Stamp(1, 2, 3, 4)
SECONDS = 20


class Room:
    """A scheduler whose one slot is held until it is opened, and the batches that it decoded."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.slot = threading.Semaphore(1)
        self.scheduler = BatchScheduler(self.decode, self.slot, 2)

    def request(self, jobs: list[DecodeJob], person: str = "") -> AbstractContextManager[Request]:
        return self.scheduler.request(jobs, person or object())

    def decode(self, jobs: Sequence[DecodeJob]) -> list:
        self.batches.append([f"{job.path.name} {job.source}" for job in jobs])
        if any(job.source == "bad" for job in jobs):
            raise ValueError("bad")
        return [f"{job.path.name} {job.source}!" for job in jobs]


@pytest.fixture
def ask() -> Callable[..., list[DecodeJob]]:
    """Return a maker of the jobs of a person: a text, by each of some models."""

    def make(text: str, *models: str, width: int = 1) -> list[DecodeJob]:
        shared = {"at": AT, "source": text, "width": width}
        return [DecodeJob(path=Path(model), **shared) for model in models]

    return make


@pytest.fixture
def room() -> Iterator[Room]:
    """Return a scheduler at which all are asked for before the first is served."""
    made = Room()
    made.slot.acquire()
    yield made
    made.slot.release()


def wait(room: Room, *requests: Request) -> None:
    room.slot.release()
    assert all(request.done.wait(SECONDS) for request in requests)
    room.slot.acquire()


def test_what_waits_is_one_batch_a_model(room: Room, ask: Callable[..., list[DecodeJob]]) -> None:
    with ExitStack() as people:
        jobs = [ask(text, "a", "b") for text in ("one", "two", "two")]
        requests = [people.enter_context(room.request(some)) for some in jobs]
        assert [room.scheduler.before(request) for request in requests] == [0, 1, 2]
        wait(room, *requests)
        assert sorted(room.batches) == [["a one", "a two"], ["b one", "b two"]]
        assert [requests[2].trace(job) for job in jobs[2]] == ["a two!", "b two!"]
        assert [room.scheduler.before(request) for request in requests] == [0, 0, 0]


def test_a_second_person_is_a_crowd_before_anybody_waits() -> None:
    crowded = threading.Event()
    scheduler = BatchScheduler(lambda _: [], threading.Semaphore(1), 1, crowded=crowded.set)
    for _ in range(2):
        with scheduler.request([], "anna"):
            assert not crowded.is_set()
    with scheduler.request([], "ben"):
        assert crowded.is_set()


def test_who_leaves_is_not_decoded_for(room: Room, ask: Callable[..., list[DecodeJob]]) -> None:
    with room.request(ask("one", "a", "b")):
        pass
    with room.request(ask("two", "b")) as request:
        wait(room, request)
    assert room.batches == [["b two"]]


def test_an_error_reaches_only_those_who_asked_for_it(
    room: Room, ask: Callable[..., list[DecodeJob]]
) -> None:
    good, bad = ask("one", "a"), ask("bad", "a")
    with room.request(good) as first, room.request(bad) as second:
        wait(room, first, second)
        assert first.trace(good[0]) == "a one!"
        with pytest.raises(ValueError, match="bad"):
            second.trace(bad[0])


def test_nobody_waits_in_a_batch_for_a_text_that_is_far_longer(
    room: Room, ask: Callable[..., list[DecodeJob]]
) -> None:
    texts = ["a" * 10, "b" * 40, "c" * 41, "d" * 300]
    with ExitStack() as people:
        requests = [people.enter_context(room.request(ask(text, "m"))) for text in texts]
        wait(room, *requests)
    assert [[len(name) - 2 for name in batch] for batch in room.batches] == [[10, 40], [41], [300]]


def test_a_batch_is_bounded(room: Room, ask: Callable[..., list[DecodeJob]]) -> None:
    with ExitStack() as people:
        texts = [f"{i}" for i in range(MOST + 3)]
        requests = [people.enter_context(room.request(ask(text, "m"))) for text in texts]
        wait(room, *requests)
    assert sorted(map(len, room.batches)) == [3, MOST]


def test_who_had_a_share_comes_behind_the_others(
    room: Room, ask: Callable[..., list[DecodeJob]]
) -> None:
    long = ask("x" * 2 * SHARE, "a", "b", "c")
    with room.request(long) as first, room.request(ask("one", "d", "e")) as second:
        wait(room, first, second)
    names = [batch[0][0] for batch in room.batches]
    assert names[0] == "a"
    assert set(names[1:3]) == {"d", "e"}


def test_who_had_a_share_and_asks_again_or_in_another_tab_comes_behind(
    room: Room, ask: Callable[..., list[DecodeJob]]
) -> None:
    with room.request(ask("x" * 2 * SHARE, "a"), "one") as before:
        wait(room, before)
    with ExitStack() as people:
        asked = [("more", "one"), ("other", "two"), ("again", "one")]
        requests = [people.enter_context(room.request(ask(text, text), who)) for text, who in asked]
        assert [room.scheduler.before(request) for request in requests] == [1, 0, 2]
        wait(room, *requests)
    assert [batch[0] for batch in room.batches[1:]] == ["other other", "more more", "again again"]


SENTENCES = (
    "I am not tired.",
    "Where did you put my keys?",
    "The train was late because of the snow.",
    "He would have liked to see you again.",
)


@pytest.mark.parametrize("name", ["luong-general", "bahdanau-additive", "luong-local-p"])
@pytest.mark.parametrize("width", [1, 5])
def test_in_a_batch_each_has_the_trace_it_has_alone(name: str, width: int) -> None:
    path = ROOT / "checkpoints" / "eng-fra" / f"{name}.safetensors"
    checkpoint = load_checkpoint(path)
    jobs = [DecodeJob(path=path, at=stamp(path), source=text, width=width) for text in SENTENCES]
    together = decoded._decode(jobs)
    for text, trace in zip(SENTENCES, together, strict=True):
        equal(trace, best_translations(checkpoint, [text], width)[0])


def test_forced_targets_are_the_same_in_a_batch() -> None:
    path = ROOT / "checkpoints" / "eng-fra" / "luong-general.safetensors"
    checkpoint, targets = load_checkpoint(path), ("Oui.", "Je ne suis pas là.")
    jobs = [
        DecodeJob(path=path, at=stamp(path), source=text, target=one, width=1)
        for text, one in zip(SENTENCES, targets, strict=False)
    ]
    for job, trace in zip(jobs, decoded._decode(jobs), strict=True):
        equal(trace, force(checkpoint, [job.source], [job.target])[0])


def test_posteriors_are_made_in_a_batch_of_their_own() -> None:
    path = ROOT / "checkpoints" / "eng-fra" / "bahdanau-dot.safetensors"
    checkpoint = load_checkpoint(path)
    traces = best_translations(checkpoint, list(SENTENCES), 1)
    plain = [DecodeJob(path=path, at=stamp(path), source=text, width=1) for text in SENTENCES]
    jobs = [replace(job, written=trace) for job, trace in zip(plain, traces, strict=True)]
    assert jobs[0].fits(jobs[1])
    assert not jobs[0].fits(plain[0])
    assert len({*plain, *jobs}) == 2 * len(SENTENCES)
    for trace, made in zip(traces, decoded._decode(jobs), strict=True):
        alone = likelihoods(checkpoint, trace)
        np.testing.assert_allclose(made.likelihoods, alone, rtol=1e-4, atol=1e-4)
        np.testing.assert_array_equal(made.weights, trace.weights)


def equal(trace: Trace, alone: Trace) -> None:
    assert (trace.source, trace.target, trace.mode) == (alone.source, alone.target, alone.mode)
    for name in ("weights", "scores", "values"):
        np.testing.assert_allclose(getattr(trace, name), getattr(alone, name), atol=1e-4)
    for step, other in zip(trace.steps, alone.steps, strict=True):
        assert step.log_prob == pytest.approx(other.log_prob, abs=1e-4)
        for name in ("query", "context"):
            np.testing.assert_allclose(getattr(step, name), getattr(other, name), atol=1e-4)
