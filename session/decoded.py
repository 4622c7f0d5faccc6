"""Traces that models make for all browser sessions: asked for at one desk, and kept."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import streamlit as st

from alignoscope.analysis.likelihoods import with_posterior
from alignoscope.decoding.processes.crew import Crew
from alignoscope.decoding.processes.worker import Order, carry_out
from alignoscope.interchange.sizes import trace_bytes
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp
from alignoscope.records.limits import MAX_TRACES_BYTES
from alignoscope.records.trace import Trace, told_apart
from alignoscope.session.cache import SLOTS, File, load, load_all
from alignoscope.session.crowd.cores import count_cores
from alignoscope.session.crowd.desk import Desk, Job, Turn
from alignoscope.session.crowd.pause import LOOK, Pause
from alignoscope.session.crowd.shares import this_person
from alignoscope.session.problems import show_problem
from alignoscope.session.shelf import Shelf

P = ParamSpec("P")
MOST_PROCESSES = 4


def traces(
    paths: Sequence[Path], source: str, target: str, width: int = 1, *, posterior: bool = False
) -> list[Trace]:
    """Return one trace a checkpoint; say what is wrong with those that cannot be used.

    Stops the page with a plain message where the text cannot be used.
    """
    try:
        return decode_all(load_all(paths), source, target, width, posterior=posterior)
    except ValueError as error:
        show_problem(error, icon="edit")
        st.stop()


def decode_all(
    files: Iterable[File], source: str, target: str, width: int, *, posterior: bool = False
) -> list[Trace]:
    """Return one trace a checkpoint, with ids that differ; see `decode`.

    While this waits, Streamlit may end a run that a later one has superseded: it looks whenever
    something is sent to the page. What nobody waits for any more is not decoded.
    """
    pause = Pause()
    jobs = [_job(*file, source, target, width) for file in files]
    kept = {job: trace for job in jobs if (trace := _kept().get(job.key)) is not None}
    with desk().turn((job for job in jobs if job not in kept), this_person()) as turn:
        while not turn.done.wait(LOOK):
            pause.tell(desk().before(turn))
        found = [kept[job] if job in kept else _take(job, turn) for job in jobs]
    for i, job in enumerate(jobs):
        if posterior:
            found[i] = _decode_for_posterior(*job.key)
            pause.tell(0)
    return told_apart(found)


def decode(
    path: Path, at: Stamp, source: str, target: str, width: int = 1, *, posterior: bool = False
) -> Trace:
    """Translate freely, or force the target where there is one; the label is the file's name.

    A free translation is greedy, or with a width above 1 the best hypothesis of a beam search. With
    `posterior` the trace has what the posterior is made of, if it has weights. Traces are frozen,
    so they are shared.
    """
    job = _job(path, at, source, target, width)
    return _decode_for_posterior(*job.key) if posterior else _decode(job)


def _job(path: Path, at: Stamp, source: str, target: str, width: int) -> Job:
    forced = bool(target.strip())
    return Job(
        path=path,
        at=at,
        source=source,
        target=target if forced else "",
        width=1 if forced else width,
        checkpoint=load(path, at),
    )


def _decode(job: Job) -> Trace:
    if (kept := _kept().get(job.key)) is not None:
        return kept
    with desk().turn([job], this_person()) as turn:
        turn.done.wait()
        return _take(job, turn)


def _take(job: Job, turn: Turn) -> Trace:
    """Return the trace of a job that is done, and keep it."""
    trace = turn.trace(job).called(job.path.stem)
    _kept().put(job.key, trace, trace_bytes(trace))
    return trace


def _batch(checkpoint: Checkpoint, jobs: Sequence[Job]) -> list[Trace]:
    """Decode jobs that fit each other, in a process of the crew if one is idle."""
    order = Order(
        path=jobs[0].path,
        at=jobs[0].at,
        sources=tuple(job.source for job in jobs),
        targets=tuple(job.target for job in jobs if job.target),
        width=jobs[0].width,
    )
    made = crew().carry_out(order)
    return carry_out(checkpoint, order) if made is None else made


def shelved(make: Callable[P, Trace]) -> Callable[P, Trace]:
    """Keep the traces that a function makes, by its arguments, with all others of all sessions."""

    @wraps(make)
    def get(*args: P.args, **options: P.kwargs) -> Trace:
        key = (make.__module__, make.__name__, args, *options.items())
        trace = _kept().get(key)
        if trace is None:
            trace = make(*args, **options)
            _kept().put(key, trace, trace_bytes(trace))
        return trace

    return get


@shelved
def _decode_for_posterior(path: Path, at: Stamp, source: str, target: str, width: int) -> Trace:
    return with_likelihoods(path, at, decode(path, at, source, target, width))


@st.cache_resource(show_spinner=False)
def desk() -> Desk:
    """Return the desk of all sessions."""
    return Desk(_batch, SLOTS.desk, count_cores(), crowded=crew().gather)


@st.cache_resource(show_spinner=False)
def crew() -> Crew:
    """Return the processes that decode for all sessions, once two people wait at a time."""
    cores = count_cores()
    return Crew(min(cores, MOST_PROCESSES) if cores > 1 else 0)


@st.cache_resource(show_spinner=False)
def _kept() -> Shelf[Trace]:
    """Return the traces that all sessions share: what was unused longest makes room."""
    return Shelf(MAX_TRACES_BYTES)


def with_likelihoods(path: Path, at: Stamp, trace: Trace) -> Trace:
    """Return a trace of a checkpoint with what its posterior is made of, if it has weights."""
    with SLOTS.aside():
        return with_posterior(load(path, at), trace)
