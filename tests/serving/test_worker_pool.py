"""A process decodes what it would be decoded as here; without one, or if it ends, one is told."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from alignoscope.decoding.usable import load_usable
from alignoscope.models.stamps import stamp
from alignoscope.serving.worker import Order, carry_out
from alignoscope.serving.worker_pool import Crew

PATH = Path(__file__).parents[2] / "checkpoints" / "eng-fra" / "luong-local-p.safetensors"
SENTENCES = ("I am not tired.", "The little girl is eating a red apple.")
SECONDS = 60


def order(
    *targets: str, path: Path = PATH, sources: tuple[str, ...] = SENTENCES, width: int = 1
) -> Order:
    return Order(path=path, at=stamp(path), sources=sources, targets=targets, width=width)


def wait_for(crew: Crew, count: int = 1) -> None:
    end = time.monotonic() + SECONDS
    while crew._idle.qsize() < count:
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    made = Crew(1)
    assert made.carry_out(order()) is None  # before anybody gathered it
    made.gather()
    made.gather()
    wait_for(made)
    yield made
    assert made._idle.qsize() == 1
    made.dismiss()


@pytest.mark.parametrize(
    "asked", [order(), order(width=3), order("Je ne suis pas fatigué.", "La fille mange.")]
)
def test_its_traces_are_those_that_are_made_here(crew: Crew, asked: Order) -> None:
    made, here = crew.carry_out(asked), carry_out(load_usable(PATH), asked)
    assert made
    assert [trace.target for trace in made] == [trace.target for trace in here]
    for trace, other in zip(made, here, strict=True):
        for step, same in zip(trace.steps, other.steps, strict=True):
            np.testing.assert_allclose(step.scores, same.scores, rtol=1e-5, atol=1e-6)
            assert [one.token for one in step.candidates] == [x.token for x in same.candidates]
        assert not trace.values.flags.writeable
        assert not trace.steps[0].query.flags.writeable


def test_posteriors_are_those_that_are_made_here(crew: Crew) -> None:
    traces = carry_out(load_usable(PATH), order())
    asked = order()._replace(written=tuple(traces))
    made, here = crew.carry_out(asked), carry_out(load_usable(PATH), asked)
    assert made
    for trace, other in zip(made, here, strict=True):
        assert other.likelihoods.max() < 0
        np.testing.assert_allclose(trace.likelihoods, other.likelihoods, rtol=1e-5, atol=1e-6)


def test_what_is_wrong_with_a_text_is_said_as_here(crew: Crew) -> None:
    with pytest.raises(ValueError, match="type at least one word"):
        crew.carry_out(order(sources=("",)))
    assert crew.carry_out(order())


def test_a_file_that_was_replaced_or_damaged_is_refused(crew: Crew, tmp_path: Path) -> None:
    path = tmp_path / "one.safetensors"
    shutil.copy(PATH, path)
    before = order(path=path)
    shutil.copy(PATH.with_name("luong-dot.safetensors"), tmp_path / "new")
    (tmp_path / "new").replace(path)
    assert crew.carry_out(before) is None
    now = order(path=path)
    assert {trace.variant for trace in crew.carry_out(now) or ()} == {"luong-dot"}
    assert crew.carry_out(before) is None
    path.write_bytes(b"")
    assert crew.carry_out(order(path=path)) is None


def test_as_many_as_are_enough_come_first_and_then_all() -> None:
    crew = Crew(3)
    crew.gather(1)
    crew.gather(1)
    assert crew._missing == 2
    crew.gather(2)
    assert crew._missing == 1
    crew.gather()
    assert crew._missing == 0
    crew.gather(7)
    assert crew._missing == 0
    wait_for(crew, 3)
    crew.dismiss()


def test_a_model_in_use_is_loaded_before_the_first_order(tmp_path: Path) -> None:
    given, used = tmp_path / "given.safetensors", tmp_path / "used.safetensors"
    for path in (given, used):
        shutil.copy(PATH, path)
    crew = Crew(1)
    orders = [order(path=path) for path in (given, used)]
    assert crew.carry_out(orders[1]) is None  # there is none yet, but it is in use
    crew.gather(1, [(given, stamp(given)), (tmp_path / "missing", stamp(given))])
    wait_for(crew)
    for path, asked in zip((given, used), orders, strict=True):
        path.unlink()
        assert crew.carry_out(asked)
    crew.dismiss()


@contextmanager
def one_of(crew: Crew) -> Iterator[subprocess.Popen[bytes]]:
    """Gather a crew of one, and take its process aside for a moment."""
    crew.gather()
    wait_for(crew)
    worker = crew._idle.get()
    yield worker
    crew._idle.put(worker)


def test_a_process_that_was_killed_is_no_longer_asked_and_soon_replaced() -> None:
    crew = Crew(1, pause=1)
    with one_of(crew) as worker:
        worker.kill()
        worker.wait()
    assert crew.carry_out(order()) is None
    assert crew._idle.empty()
    crew.gather()  # within the pause: what ended it may end another
    assert crew._missing == 1
    time.sleep(1)
    with one_of(crew) as other:
        assert other.pid != worker.pid
    assert crew.carry_out(order())
    crew.dismiss()


@pytest.mark.skipif(sys.platform == "win32", reason="stops a process by a signal")
def test_a_process_that_hangs_is_killed_and_replaced() -> None:
    crew = Crew(1, patience=SECONDS, pause=0)
    with one_of(crew) as worker:
        worker.send_signal(signal.SIGSTOP)
    crew._patience = 0.3
    start = time.monotonic()
    assert crew.carry_out(order()) is None
    assert time.monotonic() - start < SECONDS / 2
    assert worker.poll() == -signal.SIGKILL
    crew._patience = SECONDS
    with one_of(crew):
        pass
    assert crew.carry_out(order())
    crew.dismiss()


def test_one_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = Crew(2, pause=0)

    def full(*_: object, **__: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr(subprocess, "Popen", full)
    crew.gather()
    end = time.monotonic() + SECONDS
    while crew._missing < 2:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_one_is_started_where_no_large_pipes_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    start = subprocess.Popen

    def small(*given: object, pipesize: int = -1, **options: object) -> subprocess.Popen[bytes]:
        if pipesize > 0:
            raise PermissionError("at most 64 kB")
        return start(*given, **options)

    monkeypatch.setattr(subprocess, "Popen", small)
    crew = Crew(1)
    crew.gather()
    wait_for(crew)
    assert crew.carry_out(order())
    crew.dismiss()


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by its number")
def test_it_ends_with_the_process_that_asks_it() -> None:
    script = """
import os, time
from alignoscope.serving.worker_pool import Crew
crew = Crew(1)
crew.gather()
while crew._idle.empty():
    time.sleep(0.05)
print(crew._idle.get().pid, flush=True)
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
    number, end = int(ended.stdout), time.monotonic() + SECONDS
    while is_there(number):
        assert time.monotonic() < end
        time.sleep(0.05)


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
