"""Processes that decode: started when they are first wanted, asked one order at a time."""

import os
import pickle
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue

from alignoscope.decoding.processes.worker import Order
from alignoscope.records.trace import Trace

GONE = (OSError, EOFError, pickle.UnpicklingError)  # it ended: killed for memory, perhaps
COMMAND = "from alignoscope.decoding.processes.worker import main; main()"


PATIENCE = 120  # seconds after which a process hangs: a batch of the longest texts takes far less
PAUSE = 30  # seconds after one has ended in which none is started: it may be for want of memory


class Crew:
    """At most so many processes. Each loads the models that it needs, and ends with this one.

    One that hangs is killed after `patience` seconds; one that ended is replaced when they are
    gathered again, `pause` seconds later at the soonest.
    """

    def __init__(self, most: int, patience: float = PATIENCE, pause: float = PAUSE) -> None:
        self._missing, self._patience, self._pause = most, patience, pause
        self._resting = 0.0  # until when none is started
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._lock = threading.Lock()

    def gather(self) -> None:
        """Start the processes that are not there; nobody waits until they are ready."""
        with self._lock:
            if time.monotonic() < self._resting:
                return
            count, self._missing = self._missing, 0
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
        except GONE:
            self._lose(worker)
        else:
            self._idle.put(worker)

    def carry_out(self, order: Order) -> list[Trace] | None:
        """Return a trace a sentence, or None where no process does it, or the file is another.

        Raises:
            ValueError: if a text cannot be used.
        """
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

    def _heard(
        self, worker: subprocess.Popen[bytes], order: Order | None = None
    ) -> list[Trace] | Exception | None:
        """Return what a process answers; if that takes too long it is killed, and is gone."""
        watch = threading.Timer(self._patience, worker.kill)
        watch.daemon = True
        watch.start()
        try:
            assert worker.stdin
            assert worker.stdout
            if order:
                pickle.dump(order, worker.stdin)
                worker.stdin.flush()
            return pickle.load(worker.stdout)
        finally:
            watch.cancel()

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


def _started() -> subprocess.Popen[bytes]:
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND],
        env=os.environ | path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with suppress(BrokenPipeError), worker:  # its pipes are closed, and it is waited for
        pass
