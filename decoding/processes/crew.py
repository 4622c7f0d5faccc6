"""Processes that decode: started when they are first wanted, asked one order at a time."""

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue

from alignoscope.decoding.processes.worker import Order
from alignoscope.records.trace import Trace

GONE = (OSError, EOFError, pickle.UnpicklingError)  # it ended: killed for memory, perhaps
COMMAND = "from alignoscope.decoding.processes.worker import main; main()"


class Crew:
    """At most so many processes. Each loads the models that it needs, and ends with this one."""

    def __init__(self, most: int) -> None:
        self._missing = most
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        self._lock = threading.Lock()

    def gather(self) -> None:
        """Start the processes, if that was not done; nobody waits until they are ready."""
        with self._lock:
            count, self._missing = self._missing, 0
        for _ in range(count):
            threading.Thread(target=self._start, name="crew", daemon=True).start()

    def _start(self) -> None:
        worker = _started()
        try:
            _heard(worker)  # that it is ready
        except GONE:
            _end(worker)
        else:
            self._idle.put(worker)

    def carry_out(self, order: Order) -> list[Trace] | None:
        """Return a trace a sentence, or None where no process is idle, or its file is another.

        Raises:
            ValueError: if a text cannot be used.
        """
        try:
            worker = self._idle.get_nowait()
        except Empty:
            return None
        try:
            _tell(worker, order)
            answer = _heard(worker)
        except GONE:
            _end(worker)
            return None
        self._idle.put(worker)
        if isinstance(answer, Exception):
            raise answer
        return answer

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


def _tell(worker: subprocess.Popen[bytes], order: Order) -> None:
    assert worker.stdin
    pickle.dump(order, worker.stdin)
    worker.stdin.flush()


def _heard(worker: subprocess.Popen[bytes]) -> list[Trace] | Exception | None:
    assert worker.stdout
    return pickle.load(worker.stdout)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with suppress(BrokenPipeError), worker:  # its pipes are closed, and it is waited for
        pass
