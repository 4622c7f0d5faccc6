"""Traces that models make for all browser sessions: asked for at one desk, and kept."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import streamlit as st

from alignoscope.interchange.sizes import trace_bytes
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp
from alignoscope.records.limits import MAX_TRACES_BYTES
from alignoscope.records.trace import Trace, told_apart
from alignoscope.serving.batch_scheduler import Desk, Job, Turn
from alignoscope.serving.bounded_cache import Shelf
from alignoscope.serving.cpu_count import count_cores
from alignoscope.serving.fair_share import this_person
from alignoscope.serving.messages import show_problem
from alignoscope.serving.model_store import (
    SLOTS,
    File,
    begin_loading,
    leave_out,
    load,
    load_all,
    loaded,
    loaded_soon,
)
from alignoscope.serving.wait_notice import Pause, wait
from alignoscope.serving.worker import Order, carry_out
from alignoscope.serving.worker_pool import Crew

P = ParamSpec("P")
MOST_PROCESSES = 4


def traces(
    paths: Sequence[Path], source: str, target: str, width: int = 1, *, posterior: bool = False
) -> list[Trace]:
    """Return one trace a checkpoint; say what is wrong with those that cannot be used.

    Where some models refuse the text, as a score of positions does, they are left out; where all
    do, the page stops with a plain message.
    """
    return _traces(load_all(paths), source, target, width, posterior=posterior)


def _traces(
    files: Iterable[File], source: str, target: str, width: int, *, posterior: bool
) -> list[Trace]:
    files = list(files)
    try:
        return decode_all(files, source, target, width, posterior=posterior)
    except ValueError as error:
        refused = {one: why for one in files if (why := _refusal(one, source, target, width))}
        if len(refused) in (0, len(files)):
            show_problem(error, icon="edit")
            st.stop()
        for (path, _), why in refused.items():
            leave_out(path, why)
        taking = [one for one in files if one not in refused]
        return decode_all(taking, source, target, width, posterior=posterior)


def first_traces(
    paths: Sequence[Path], source: str, target: str, width: int = 1, *, posterior: bool = False
) -> tuple[list[Trace], list[Path]]:
    """Return what `traces` does, or where models are still loading theirs alone, and who is late.

    What is wrong is said once all are there.
    """
    loading = begin_loading(paths)
    files, late = loaded_soon(loading)
    if files and late:
        with suppress(ValueError):
            return decode_all(files, source, target, width, posterior=posterior), late
    return _traces(loaded(loading), source, target, width, posterior=posterior), []


def _refusal(file: File, source: str, target: str, width: int) -> ValueError | None:
    """Return why a model refuses a text, if it does."""
    try:
        decode(*file, source, target, width)
    except ValueError as error:
        return error
    return None


def decode_all(
    files: Iterable[File], source: str, target: str, width: int, *, posterior: bool = False
) -> list[Trace]:
    """Return one trace a checkpoint, with ids that differ; see `decode`.

    While this waits, Streamlit may end a run that a later one has superseded: it looks whenever
    something is sent to the page. What nobody waits for any more is not decoded.
    """
    pause = Pause()
    jobs = [_job(*file, source, target, width) for file in files]
    found = _ask(jobs, pause)
    if posterior:
        found = _ask(map(_posterior, jobs, found), pause)
    return told_apart(found)


def decode(
    path: Path, at: Stamp, source: str, target: str, width: int = 1, *, posterior: bool = False
) -> Trace:
    """Translate freely, or force the target where there is one; the label is the file's name.

    A free translation is greedy, or with a width above 1 the best hypothesis of a beam search. With
    `posterior` the trace has what the posterior is made of, if it has weights. Traces are frozen,
    so they are shared.
    """
    [trace] = _ask([_job(path, at, source, target, width)])
    return with_likelihoods(path, at, trace) if posterior else trace


def with_likelihoods(path: Path, at: Stamp, trace: Trace) -> Trace:
    """Return a trace of a checkpoint with what its posterior is made of, if it has weights."""
    job = _job(path, at, trace.source.text, trace.target.text)
    return _ask([_posterior(job, trace)])[0]


def _job(path: Path, at: Stamp, source: str, target: str, width: int = 1) -> Job:
    forced = bool(target.strip())
    return Job(
        path=path,
        at=at,
        source=source,
        target=target if forced else "",
        width=1 if forced else width,
        checkpoint=load(path, at),
    )


def _posterior(job: Job, trace: Trace) -> Job:
    return replace(job, written=trace)


def _ask(jobs: Iterable[Job], pause: Pause | None = None) -> list[Trace]:
    """Return the traces of jobs, kept or made at the desk; a page that waits says who is before."""
    jobs = list(jobs)
    kept = {job: trace for job in jobs if (trace := _kept().get(job.key)) is not None}
    with desk().turn((job for job in jobs if job not in kept), this_person()) as turn:
        wait(turn.done.wait, lambda: desk().before(turn), pause)
        return [kept[job] if job in kept else _take(job, turn) for job in jobs]


def _take(job: Job, turn: Turn) -> Trace:
    """Return the trace of a job that is done, and keep it."""
    trace = turn.trace(job)
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
        written=tuple(job.written for job in jobs if job.written),
    )
    made = crew().carry_out(order)
    if made is None:
        made = carry_out(checkpoint, order)
    return made if order.written else [trace.called(order.path.stem) for trace in made]


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


@st.cache_resource(show_spinner=False)
def desk() -> Desk:
    """Return the desk of all sessions."""
    return Desk(_batch, SLOTS.desk, count_cores(), crowded=crew().gather)


@st.cache_resource(show_spinner=False)
def crew() -> Crew:
    """Return the processes that decode for all sessions, once a second person comes."""
    cores = count_cores()
    return Crew(min(cores, MOST_PROCESSES) if cores > 1 else 0)


@st.cache_resource(show_spinner=False)
def _kept() -> Shelf[Trace]:
    """Return the traces that all sessions share: what was unused longest makes room."""
    return Shelf(MAX_TRACES_BYTES)
