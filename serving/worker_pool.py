"""Processes that decode: started when they are first wanted, asked one order at a time."""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from alignoscope.models.stamps import Stamp
from alignoscope.records.trace import Trace
from alignoscope.serving.worker import MOST_MODELS, Order

GONE = (OSError, EOFError, pickle.UnpicklingError)  # it ended: killed for memory, perhaps
COMMAND = "from alignoscope.serving.worker import main; main()"
PATIENCE = 120  # seconds after which a process hangs: a batch of the longest texts takes far less
LOOK = 1  # seconds between two looks for one that hangs
PIPE = 1 << 20  # bytes: an answer is read at once. After each piece a busy page would come first
PAUSE = 30  # seconds after one has ended in which none is started: it may be for want of memory


class Crew:
    """At most so many processes, which end with this one.

    Before its first order each loads the models in use, so that nobody waits for that. One that
    hangs is killed after `patience` seconds; one that ended is replaced when they are gathered
    again, `pause` seconds later at the soonest.
    """

    def __init__(self, most: int, patience: float = PATIENCE, pause: float = PAUSE) -> None:
        self._most, self._missing, self._patience, self._pause = most, most, patience, pause
        self._files: dict[tuple[Path, Stamp], None] = {}  # models in use, the latest last
        self._resting = 0.0  # until when none is started
        self._watched = False
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._due: dict[subprocess.Popen[bytes], float] = {}  # by when one that works must answer
        self._lock = threading.Lock()

    def gather(self, enough: int | None = None, files: Iterable[tuple[Path, Stamp]] = ()) -> None:
        """Start the processes that are not there, up to `enough`; nobody waits for them.

        They load `files` with the models that were asked for before.
        """
        with self._lock:
            self._use(files)
            if time.monotonic() < self._resting:
                return
            there = self._most - self._missing
            count = max(0, min(self._most, self._most if enough is None else enough) - there)
            self._missing -= count
            if count and not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, name="crew", daemon=True).start()
        for _ in range(count):
            threading.Thread(target=self._start, name="crew", daemon=True).start()

    def _start(self) -> None:
        try:
            worker = _started()
        except OSError:
            self._lose()
            return
        try:
            self._heard(worker)  # that it is ready
            for path, at in [*self._files]:
                self._heard(worker, Order(path=path, at=at))
        except GONE:
            self._lose(worker)
        else:
            self._idle.put(worker)

    def carry_out(self, order: Order) -> list[Trace] | None:
        """Return a trace a sentence, or None where no process does it, or the file is another.

        Raises:
            ValueError: if a text cannot be used.
        """
        with self._lock:
            self._use([(order.path, order.at)])
        try:
            worker = self._idle.get_nowait()
        except Empty:
            return None
        try:
            answer = self._heard(worker, order)
        except GONE:
            self._lose(worker)
            return None
        self._idle.put(worker)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _use(self, files: Iterable[tuple[Path, Stamp]]) -> None:
        """Note that models are in use; those that were not for longest are forgotten."""
        for file in files:
            self._files.pop(file, None)
            self._files[file] = None
        while len(self._files) > MOST_MODELS:
            del self._files[next(iter(self._files))]

    def _heard(
        self, worker: subprocess.Popen[bytes], order: Order | None = None
    ) -> list[Trace] | Exception | None:
        """Return what a process answers; if that takes too long it is killed, and is gone."""
        self._due[worker] = time.monotonic() + self._patience
        try:
            assert worker.stdin
            assert worker.stdout
            if order:
                pickle.dump(order, worker.stdin)
                worker.stdin.flush()
            return pickle.load(worker.stdout)
        finally:
            del self._due[worker]

    def _watch(self) -> None:
        """Kill those that hang: a thread of each order's own would take it longer to begin."""
        while True:
            time.sleep(LOOK)
            for worker, due in self._due.copy().items():
                if time.monotonic() > due:
                    worker.kill()

    def _lose(self, worker: subprocess.Popen[bytes] | None = None) -> None:
        """Count one as missing, and make sure that it has ended."""
        if worker:
            _end(worker)
        with self._lock:
            self._missing += 1
            self._resting = time.monotonic() + self._pause

    def dismiss(self) -> None:
        """End the processes that are idle."""
        while not self._idle.empty():
            _end(self._idle.get())


def _started(pipe: int = PIPE) -> subprocess.Popen[bytes]:
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        return subprocess.Popen(
            [sys.executable, "-c", COMMAND],
            env=os.environ | path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=PIPE,
            pipesize=pipe,
            start_new_session=True,  # Ctrl-C is for the app, with which it ends
        )
    except PermissionError:  # a machine may allow no such pipe
        if pipe < 0:
            raise
        return _started(-1)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with suppress(BrokenPipeError), worker:  # its pipes are closed, and it is waited for
        pass
