"""What many people wait for at once, decoded together: a batch a model, each its own trace.

While all cores are busy requests gather; a core that is free takes one, and with it all others
that fit into its batch. So a crowd costs little more than one person, and one alone never waits.
"""

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp
from alignoscope.records.trace import Trace
from alignoscope.serving.fair_share import Shares

MOST = 16  # sentences of a batch: more would be no cheaper, and the first would wait for them
LONGER = 2  # times as long may the texts of a batch be, and a few letters more
LETTERS = 20
Decode = Callable[[Checkpoint, Sequence["Job"]], Sequence[Trace]]


@dataclass(frozen=True, kw_only=True)
class Job:
    """A sentence to be decoded by a checkpoint: freely in a width, or forced to its target.

    Or `written`, a trace of it whose posterior is asked for.
    """

    path: Path
    at: Stamp
    source: str
    target: str
    width: int
    checkpoint: Checkpoint = field(compare=False, repr=False)
    written: Trace | None = None

    @property
    def key(self) -> tuple[Path, Stamp, str, str, int, Trace | None]:
        """What tells its trace from all others."""
        return (self.path, self.at, self.source, self.target, self.width, self.written)

    @property
    def letters(self) -> int:
        """The length of its texts."""
        return len(self.source) + len(self.target)

    def fits(self, other: "Job") -> bool:
        """Say whether another job may be in a batch with this one: not if one waits for it long."""
        mine, its = (
            (job.path, job.at, bool(job.target), job.width, bool(job.written))
            for job in (self, other)
        )
        short, long = sorted((self.letters, other.letters))
        return mine == its and long <= LONGER * short + LETTERS


@dataclass(eq=False)
class Turn:
    """What one person waits for, and what was found."""

    jobs: tuple[Job, ...]
    person: Hashable
    found: dict[Job, Trace | Exception] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)

    def trace(self, job: Job) -> Trace:
        """Return what was found of a job that is done; an error is raised."""
        result = self.found[job]
        if isinstance(result, Exception):
            raise result
        return result


class Desk:
    """Takes jobs from many threads and has each decoded once, in turns, `cores` batches at a time.

    `slots` are shared with whatever else computes; `crowded` is called when another person comes
    than the last, or two requests wait at a time.
    """

    def __init__(
        self,
        decode: Decode,
        slots: threading.Semaphore,
        cores: int,
        crowded: Callable[[], None] = lambda: None,
    ) -> None:
        self._decode, self._slots, self._crowded = decode, slots, crowded
        self._turns: list[Turn] = []
        self._shares = Shares()
        self._running: set[Job] = set()
        self._latest: Hashable = None  # person who asked
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(cores, thread_name_prefix="desk")

    @contextmanager
    def turn(self, jobs: Iterable[Job], person: Hashable) -> Iterator[Turn]:
        """Ask for jobs; who leaves before they are done no longer waits for them."""
        turn = Turn(jobs=tuple(dict.fromkeys(jobs)), person=person)
        if not turn.jobs:
            turn.done.set()
        with self._lock:
            self._turns.append(turn)
            crowd = self._latest not in (None, person)
            crowd |= sum(not one.done.is_set() for one in self._turns) > 1
            self._latest = person
        if crowd:
            self._crowded()
        for _ in turn.jobs:  # a batch may be of several jobs: then others find nothing to do
            self._pool.submit(self._serve)
        try:
            yield turn
        finally:
            with self._lock:
                self._turns.remove(turn)

    def before(self, turn: Turn) -> int:
        """Return how many people are served before this one."""
        with self._lock:
            return self._order().index(turn) if not turn.done.is_set() else 0

    def _order(self) -> list[Turn]:
        """Return who waits: first come, first served, but who had a share comes behind."""
        waiting = (turn for turn in self._turns if not turn.done.is_set())
        return sorted(waiting, key=lambda turn: self._shares.had(turn.person))

    def _serve(self) -> None:
        """Decode the batch whose turn it is, if there is one."""
        with self._slots:
            batch = self._take()
            if not batch:
                return
            found = self._results(batch)
        with self._lock:
            self._running -= set(batch)
            for turn in self._turns:
                _hand_out(turn, found)

    def _take(self) -> list[Job]:
        with self._lock:
            turns = self._order()
            waiting = (job for turn in turns for job in turn.jobs if job not in turn.found)
            free = list(dict.fromkeys(job for job in waiting if job not in self._running))
            batch = [job for job in free if free[0].fits(job)][:MOST]
            self._running |= set(batch)
            for turn in turns:
                letters = sum(job.letters * job.width for job in batch if job in turn.jobs)
                if letters:
                    self._shares.add(turn.person, letters)
            return batch

    def _results(self, batch: Sequence[Job]) -> dict[Job, Trace | Exception]:
        try:
            return dict(zip(batch, self._decode(batch[0].checkpoint, batch), strict=True))
        except Exception as error:
            if len(batch) == 1:
                return {batch[0]: error}
        return {job: one for job in batch for one in self._results([job]).values()}


def _hand_out(turn: Turn, found: Mapping[Job, Trace | Exception]) -> None:
    turn.found.update((job, one) for job, one in found.items() if job in turn.jobs)
    if len(turn.found) == len(turn.jobs):
        turn.done.set()
