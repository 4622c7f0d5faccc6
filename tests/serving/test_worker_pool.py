"""A process decodes what it would be decoded as here; without one, or if it ends, one is told."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from alignoscope.decoding.usable import load_usable
from alignoscope.models.stamps import stamp
from alignoscope.serving.worker import DecodeJob, decode_batch
from alignoscope.serving.worker_pool import WorkerPool
from tests.shared.waiting import wait_until

PATH = Path(__file__).parents[2] / "checkpoints" / "eng-fra" / "luong-local-p.safetensors"
SENTENCES = ("I am not tired.", "The little girl is eating a red apple.")
SECONDS = 60


def batch(
    *targets: str, path: Path = PATH, sources: tuple[str, ...] = SENTENCES, width: int = 1
) -> list[DecodeJob]:
    file = {"path": path, "at": stamp(path), "width": width}
    pairs = zip(sources, targets or [""] * len(sources), strict=True)
    return [DecodeJob(source=source, target=target, **file) for source, target in pairs]


def wait_for(workers: WorkerPool, count: int = 1) -> None:
    wait_until(lambda: workers._idle.qsize() >= count)


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    made = WorkerPool(1)
    assert made.decode(batch()) is None  # before anybody gathered it
    made.start()
    made.start()
    wait_for(made)
    yield made
    assert made._idle.qsize() == 1
    made.stop_idle()


@pytest.mark.parametrize(
    "asked", [batch(), batch(width=3), batch("Je ne suis pas fatigué.", "La fille mange.")]
)
def test_its_traces_are_those_that_are_made_here(
    workers: WorkerPool, asked: list[DecodeJob]
) -> None:
    made, here = workers.decode(asked), decode_batch(load_usable(PATH), asked)
    assert made
    assert [trace.target for trace in made] == [trace.target for trace in here]
    for trace, other in zip(made, here, strict=True):
        for step, same in zip(trace.steps, other.steps, strict=True):
            np.testing.assert_allclose(step.scores, same.scores, rtol=1e-5, atol=1e-6)
            assert [one.token for one in step.candidates] == [x.token for x in same.candidates]
        assert not trace.values.flags.writeable
        assert not trace.steps[0].query.flags.writeable


def test_a_worker_reads_a_translation_again_by_the_models_beside(workers: WorkerPool) -> None:
    traces = decode_batch(load_usable(PATH), batch(width=5))
    asked = [
        replace(job, written=one, doubted=True)
        for job, one in zip(batch(width=5), traces, strict=True)
    ]
    made, here = workers.decode(asked), decode_batch(load_usable(PATH), asked)
    assert made
    for trace, other in zip(made, here, strict=True):
        assert trace.likelihoods is None
        assert trace.left_out == other.left_out is not None
        assert trace.confidence == other.confidence
        assert other.confidence.second.model == "transformer"
        assert other.confidence.back.model == "fra-eng/transformer"


def test_posteriors_are_those_that_are_made_here(workers: WorkerPool) -> None:
    traces = decode_batch(load_usable(PATH), batch())
    asked = [replace(job, written=one) for job, one in zip(batch(), traces, strict=True)]
    made, here = workers.decode(asked), decode_batch(load_usable(PATH), asked)
    assert made
    for trace, other in zip(made, here, strict=True):
        assert other.likelihoods.max() < 0
        np.testing.assert_allclose(trace.likelihoods, other.likelihoods, rtol=1e-5, atol=1e-6)


def test_what_is_wrong_with_a_text_is_said_as_here(workers: WorkerPool) -> None:
    with pytest.raises(ValueError, match="type at least one word"):
        workers.decode(batch(sources=("",)))
    assert workers.decode(batch())


def test_a_file_that_was_replaced_or_damaged_is_refused(
    workers: WorkerPool, tmp_path: Path
) -> None:
    path = tmp_path / "one.safetensors"
    shutil.copy(PATH, path)
    before = batch(path=path)
    shutil.copy(PATH.with_name("luong-dot.safetensors"), tmp_path / "new")
    (tmp_path / "new").replace(path)
    assert workers.decode(before) is None
    now = batch(path=path)
    assert {trace.variant for trace in workers.decode(now) or ()} == {"luong-dot"}
    assert workers.decode(before) is None
    path.write_bytes(b"")
    assert workers.decode(batch(path=path)) is None


@pytest.mark.slow
def test_as_many_as_are_enough_come_first_and_then_all() -> None:
    workers = WorkerPool(3)
    workers.start(1)
    workers.start(1)
    assert workers._missing == 2
    workers.start(2)
    assert workers._missing == 1
    workers.start()
    assert workers._missing == 0
    workers.start(7)
    assert workers._missing == 0
    wait_for(workers, 3)
    workers.stop_idle()


def test_a_model_in_use_is_loaded_before_the_first_order(tmp_path: Path) -> None:
    given, used = tmp_path / "given.safetensors", tmp_path / "used.safetensors"
    for path in (given, used):
        shutil.copy(PATH, path)
    workers = WorkerPool(1)
    orders = [batch(path=path) for path in (given, used)]
    assert workers.decode(orders[1]) is None  # there is none yet, but it is in use
    workers.start(1, [(given, stamp(given)), (tmp_path / "missing", stamp(given))])
    wait_for(workers)
    for path, asked in zip((given, used), orders, strict=True):
        path.unlink()
        assert workers.decode(asked)
    workers.stop_idle()


@contextmanager
def one_of(workers: WorkerPool) -> Iterator[subprocess.Popen[bytes]]:
    """Gather a workers of one, and take its process aside for a moment."""
    workers.start()
    wait_for(workers)
    worker = workers._idle.get()
    yield worker
    workers._idle.put(worker)


@pytest.mark.slow
def test_a_process_that_was_killed_is_no_longer_asked_and_soon_replaced() -> None:
    workers = WorkerPool(1, pause=3600)
    with one_of(workers) as worker:
        worker.kill()
        worker.wait()
    assert workers.decode(batch()) is None
    assert workers._idle.empty()
    workers.start()  # within the pause: what ended it may end another
    assert workers._missing == 1
    workers._resting = 0  # as after the pause
    with one_of(workers) as other:
        assert other.pid != worker.pid
    assert workers.decode(batch())
    workers.stop_idle()


@pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")
@pytest.mark.slow
def test_a_process_that_hangs_is_killed_and_replaced() -> None:
    workers = WorkerPool(1, patience=SECONDS, pause=0)
    with one_of(workers) as worker:
        worker.send_signal(signal.SIGSTOP)
    workers._patience = 0.3
    start = time.monotonic()
    assert workers.decode(batch()) is None
    assert time.monotonic() - start < SECONDS / 2
    assert worker.poll() == -signal.SIGKILL
    workers._patience = SECONDS
    with one_of(workers):
        pass
    assert workers.decode(batch())
    workers.stop_idle()


def test_one_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = WorkerPool(2, pause=0)

    def full(*_: object, **__: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(subprocess, "Popen", full)
    workers.start()
    wait_until(lambda: workers._missing == 2)


@pytest.mark.slow
def test_one_is_started_where_no_large_pipes_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = subprocess.Popen

    def small(*given: object, pipesize: int = -1, **options: object) -> subprocess.Popen[bytes]:
        if pipesize > 0:
            raise PermissionError("at most 64 kB")
        return start(*given, **options)

    monkeypatch.setattr(subprocess, "Popen", small)
    workers = WorkerPool(1)
    workers.start()
    wait_for(workers)
    assert workers.decode(batch())
    workers.stop_idle()


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by its number")
@pytest.mark.slow
def test_it_ends_with_the_process_that_asks_it() -> None:
    script = """
import os, time
from alignoscope.serving.worker_pool import WorkerPool
from tests.shared.waiting import wait_until
workers = WorkerPool(1)
workers.start()
while workers._idle.empty():
    time.sleep(0.05)
print(workers._idle.get().pid, flush=True)
os._exit(1)
"""
    path = os.pathsep.join(filter(None, sys.path))
    environment = os.environ | {"PYTHONPATH": path}
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    wait_until(lambda: not is_there(int(ended.stdout)))


def is_there(number: int) -> bool:
    """Say whether a process runs; one that has ended may wait to be asked how."""
    status = Path(f"/proc/{number}/status")
    if status.exists():
        return "State:\tZ" not in status.read_text()
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc").exists()
