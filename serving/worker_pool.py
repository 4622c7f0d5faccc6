"""Worker processes, each of which decodes one batch at a time; they start when first needed.

`multiprocessing` is no choice: its spawn imports `__main__` again, which is Streamlit's page. Nor
is `ProcessPoolExecutor`: one worker that is killed when memory runs out breaks the whole pool.
"""

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue

from alignoscope.records.trace import Trace
from alignoscope.serving.worker import MOST_MODELS, DecodeJob, File

GONE = (OSError, EOFError, pickle.UnpicklingError)  # the worker ended, perhaps out of memory
COMMAND = "from alignoscope.serving.worker import main; main()"
PATIENCE = 120  # seconds after which a worker counts as hanging; the longest batch takes far less
INTERVAL = 1  # seconds between two checks for hanging workers
PIPE = 1 << 20  # bytes; a whole answer fits, since a busy page could delay each further read
PAUSE = 30  # seconds without a new start after a worker has ended: memory may be short


class WorkerPool:
    """At most `most` worker processes, which end with this process.

    Before its first batch each worker loads the models in use, so that nobody waits for that. A
    worker that hangs is killed after `patience` seconds. A worker that has ended is replaced by the
    next `start`, at the earliest `pause` seconds later.
    """

    def __init__(self, most: int, patience: float = PATIENCE, pause: float = PAUSE) -> None:
        self._most, self._missing, self._patience, self._pause = most, most, patience, pause
        self._files: dict[File, None] = {}  # models in use, the most recent last
        self._resting = 0.0  # no worker is started before this time
        self._watched = False
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        # The time by which each busy worker must have answered.
        self._due: dict[subprocess.Popen[bytes], float] = {}
        self._lock = threading.Lock()

    def start(self, enough: int | None = None, files: Iterable[File] = ()) -> None:
        """Start the missing workers, up to `enough` in all, without waiting for them.

        They load `files` in addition to the models in use.
        """
        with self._lock:
            self._use(files)
            if time.monotonic() < self._resting:
                return
            running = self._most - self._missing
            count = max(0, min(self._most, self._most if enough is None else enough) - running)
            self._missing -= count
            if count and not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, name="workers", daemon=True).start()
        for _ in range(count):
            threading.Thread(target=self._start_one, name="workers", daemon=True).start()

    def _start_one(self) -> None:
        try:
            worker = _started()
        except OSError:
            self._lose()
            return
        try:
            self._ask(worker)  # its first answer only shows that it is ready
            for file in [*self._files]:
                self._ask(worker, file)
        except GONE:
            self._lose(worker)
        else:
            self._idle.put(worker)

    def decode(self, jobs: Sequence[DecodeJob]) -> list[Trace] | None:
        """Return one trace per job of a batch, or None if no worker could decode it.

        None means that no worker is idle, that the worker ended or that the file has changed.

        Raises:
            ValueError: if a text cannot be used.
        """
        with self._lock:
            self._use([jobs[0].file])
        try:
            worker = self._idle.get_nowait()
        except Empty:
            return None
        try:
            answer = self._ask(worker, tuple(jobs))
        except GONE:
            self._lose(worker)
            return None
        self._idle.put(worker)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _use(self, files: Iterable[File]) -> None:
        """Note that models are in use; the least recently used are forgotten."""
        for file in files:
            self._files.pop(file, None)
            self._files[file] = None
        while len(self._files) > MOST_MODELS:
            del self._files[next(iter(self._files))]

    def _ask(
        self, worker: subprocess.Popen[bytes], message: tuple[DecodeJob, ...] | File | None = None
    ) -> list[Trace] | Exception | None:
        """Send a message, if any, and return the answer; a worker that takes too long is killed."""
        self._due[worker] = time.monotonic() + self._patience
        try:
            assert worker.stdin
            assert worker.stdout
            if message:
                pickle.dump(message, worker.stdin)
                worker.stdin.flush()
            return pickle.load(worker.stdout)
        finally:
            del self._due[worker]

    def _watch(self) -> None:
        """Kill workers that hang: one thread for all, since a thread per batch would delay it."""
        while True:
            time.sleep(INTERVAL)
            for worker, due in self._due.copy().items():
                if time.monotonic() > due:
                    worker.kill()

    def _lose(self, worker: subprocess.Popen[bytes] | None = None) -> None:
        """Count a worker as missing, and make sure that it has ended."""
        if worker:
            _end(worker)
        with self._lock:
            self._missing += 1
            self._resting = time.monotonic() + self._pause

    def stop_idle(self) -> None:
        """End the idle workers."""
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
            start_new_session=True,  # Ctrl-C goes to the app, and the worker ends with it
        )
    except PermissionError:  # a machine may forbid pipes of this size; -1 is the default size
        if pipe < 0:
            raise
        return _started(-1)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with suppress(BrokenPipeError), worker:  # leaving the context closes its pipes and waits
        pass
