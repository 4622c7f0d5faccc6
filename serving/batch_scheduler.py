"""The batch scheduler: decodes the jobs of several people together, one batch per model.

While all cores are busy, requests queue up. A core that becomes free takes the first job and all
others that fit into its batch, so that a crowd costs little more than one person. No request waits
for a batch to fill.
"""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

from alignoscope.records.trace import Trace
from alignoscope.serving.fair_share import FairShare
from alignoscope.serving.worker import DecodeJob

MOST = 16  # jobs per batch: a larger batch is no cheaper per job and delays its first job
Decode = Callable[[Sequence[DecodeJob]], Sequence[Trace]]


@dataclass(eq=False)
class Request:
    """The jobs that one person waits for, and their results so far."""

    jobs: tuple[DecodeJob, ...]
    person: Hashable
    results: dict[DecodeJob, Trace | Exception] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)

    def trace(self, job: DecodeJob) -> Trace:
        """Return the trace of a finished job, or raise the job's error."""
        result = self.results[job]
        if isinstance(result, Exception):
            raise result
        return result


class BatchScheduler:
    """Decodes jobs from many threads, each job once.

    Args:
        decode: decodes one batch.
        slots: the CPU slots, shared with all other work; one batch holds one slot.
        cores: the largest number of batches decoded at the same time.
        crowded: called when a request comes from another person than the last one, or when two
            requests wait at the same time.
    """

    def __init__(
        self,
        decode: Decode,
        slots: threading.Semaphore,
        cores: int,
        crowded: Callable[[], None] = lambda: None,
    ) -> None:
        self._decode, self._slots, self._crowded = decode, slots, crowded
        self._requests: list[Request] = []
        self._shares = FairShare()
        self._running: set[DecodeJob] = set()
        self._latest: Hashable = None  # the person of the last request
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(cores, thread_name_prefix="scheduler")

    @contextmanager
    def request(self, jobs: Iterable[DecodeJob], person: Hashable) -> Iterator[Request]:
        """Request jobs; jobs still queued when the context is left are not decoded."""
        request = Request(jobs=tuple(dict.fromkeys(jobs)), person=person)
        if not request.jobs:
            request.done.set()
        with self._lock:
            self._requests.append(request)
            crowd = self._latest not in (None, person)
            crowd |= sum(not one.done.is_set() for one in self._requests) > 1
            self._latest = person
        if crowd:
            self._crowded()
        for _ in request.jobs:  # a batch may take several jobs; later calls then find nothing
            self._pool.submit(self._serve)
        try:
            yield request
        finally:
            with self._lock:
                self._requests.remove(request)

    def before(self, request: Request) -> int:
        """Return how many requests are served before this one."""
        with self._lock:
            return self._waiting().index(request) if not request.done.is_set() else 0

    def _waiting(self) -> list[Request]:
        """Return the waiting requests in order; people with more recent use are served later."""
        waiting = (request for request in self._requests if not request.done.is_set())
        return sorted(waiting, key=lambda request: self._shares.had(request.person))

    def _serve(self) -> None:
        """Decode the next batch, if there is one."""
        with self._slots:
            batch = self._next_batch()
            if not batch:
                return
            results = self._results(batch)
        with self._lock:
            self._running -= set(batch)
            for request in self._requests:
                _hand_out(request, results)

    def _next_batch(self) -> list[DecodeJob]:
        with self._lock:
            requests = self._waiting()
            waiting = (
                job for request in requests for job in request.jobs if job not in request.results
            )
            free = list(dict.fromkeys(job for job in waiting if job not in self._running))
            batch = [job for job in free if free[0].fits(job)][:MOST]
            self._running |= set(batch)
            for request in requests:
                letters = sum(job.letters * job.width for job in batch if job in request.jobs)
                if letters:
                    self._shares.add(request.person, letters)
            return batch

    def _results(self, batch: Sequence[DecodeJob]) -> dict[DecodeJob, Trace | Exception]:
        try:
            return dict(zip(batch, self._decode(batch), strict=True))
        except Exception as error:
            if len(batch) == 1:
                return {batch[0]: error}
        # Decode each job separately, so that only the jobs that fail get an error.
        return {job: one for job in batch for one in self._results([job]).values()}


def _hand_out(request: Request, results: Mapping[DecodeJob, Trace | Exception]) -> None:
    request.results.update((job, one) for job, one in results.items() if job in request.jobs)
    if len(request.results) == len(request.jobs):
        request.done.set()
