"""Traces of all models for all visitors: decoded by one batch scheduler, and cached."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path
from threading import RLock
from typing import ParamSpec, TypeVar

from alignoscope.analysis.second_reader import has_readers
from alignoscope.interchange.sizes import trace_bytes
from alignoscope.models.single_source_readout import has_posterior
from alignoscope.models.stamps import Stamp
from alignoscope.records.limits import MAX_TRACES_BYTES
from alignoscope.records.trace import Trace, with_unique_ids
from alignoscope.records.variant import is_transformer
from alignoscope.serving.batch_scheduler import BatchScheduler
from alignoscope.serving.bounded_cache import BoundedCache
from alignoscope.serving.machine import count_cores, memory_limit
from alignoscope.serving.model_store import (
    SLOTS,
    File,
    begin_loading,
    leave_out,
    load,
    load_all,
    load_file,
    loaded,
    loaded_soon,
)
from alignoscope.serving.notices import notices
from alignoscope.serving.wait_notice import WaitNotice, wait
from alignoscope.serving.worker import DecodeJob, decode_batch
from alignoscope.serving.worker_pool import WorkerPool

P = ParamSpec("P")
T = TypeVar("T")
Width = int | Mapping[Path, int]  # the beam width of free translations: one, or by checkpoint
MOST_WORKERS = 4
# Bytes of the app and of a worker with the fourteen models of a pair, and what is left for uploads
# and pictures (docs/deploy.md).
APP_BYTES, WORKER_BYTES, SPARE_BYTES = 800_000_000, 550_000_000, 400_000_000


def traces(
    paths: Sequence[Path],
    source: str,
    target: str,
    width: Width = 1,
    *,
    posterior: bool = False,
    lead: str = "",
) -> list[Trace]:
    """Return one trace per checkpoint; show what is wrong with those that cannot be used.

    A model that refuses the text, as a location score refuses a long one, is left out. If all
    models refuse it, the page stops with a message.
    """
    return _traces(load_all(paths), source, target, width, posterior=posterior, lead=lead)


def _traces(
    files: Iterable[File], source: str, target: str, width: Width, *, posterior: bool, lead: str
) -> list[Trace]:
    files = list(files)
    try:
        return decode_all(files, source, target, width, posterior=posterior, lead=lead)
    except ValueError as error:
        refused = {one: why for one in files if (why := _refusal(one, source, target, width))}
        if len(refused) in (0, len(files)):
            notices().problem(error, icon="edit")
            notices().stop()
        for (path, _), why in refused.items():
            leave_out(path, why)
        taking = [one for one in files if one not in refused]
        return decode_all(taking, source, target, width, posterior=posterior, lead=lead)


def first_traces(
    paths: Sequence[Path],
    source: str,
    target: str,
    width: Width = 1,
    *,
    posterior: bool = False,
    lead: str = "",
) -> tuple[list[Trace], list[Path]]:
    """Return the traces of the models loaded so far, and the paths of those still loading.

    Problems are shown only once all models are loaded.
    """
    loading = begin_loading(paths)
    files, late = loaded_soon(loading)
    if files and late:
        with suppress(ValueError):
            return decode_all(files, source, target, width, posterior=posterior, lead=lead), late
    made = _traces(loaded(loading), source, target, width, posterior=posterior, lead=lead)
    return made, []


def _refusal(file: File, source: str, target: str, width: Width) -> ValueError | None:
    """Return the error with which a model refuses a text, or None."""
    try:
        decode(*file, source, target, _width_of(file, width))
    except ValueError as error:
        return error
    return None


def decode_all(
    files: Iterable[File],
    source: str,
    target: str,
    width: Width,
    *,
    posterior: bool = False,
    lead: str = "",
) -> list[Trace]:
    """Return one trace per checkpoint, with unique ids; see `decode`.

    The trace of the checkpoint `lead` knows the words that are left out, without a posterior too,
    and its confidence counts what other models read.

    The page run may end while this waits, when a later run has superseded it (`Notices.waiting`).
    Jobs that nobody waits for any more are not decoded.
    """
    notice = WaitNotice()
    jobs = [_job(*file, source, target, _width_of(file, width)) for file in files]
    made = _request(jobs, notice)
    if posterior:
        made = _request(map(_posterior, jobs, made), notice)
    for i, job in enumerate(jobs):
        if job.path.stem == lead and _can_be_doubted(job, made[i]):
            made[i : i + 1] = _request([replace(job, written=made[i], doubted=True)], notice)
    return with_unique_ids(made)


def decode(
    path: Path, at: Stamp, source: str, target: str, width: int = 1, *, posterior: bool = False
) -> Trace:
    """Return the trace of one checkpoint, labelled with the file's name.

    Traces are frozen, so all sessions share them.

    Args:
        path: the checkpoint.
        at: the stamp of its content.
        source: the source sentence.
        target: the target for forced decoding; empty for the model's own translation.
        width: the beam width of a free translation; 1 is greedy decoding.
        posterior: whether to add the likelihoods that the posterior needs, if there are weights.
    """
    [trace] = _request([_job(path, at, source, target, width)])
    return with_likelihoods(path, at, trace) if posterior else trace


def with_likelihoods(path: Path, at: Stamp, trace: Trace) -> Trace:
    """Return a trace with the likelihoods that its posterior needs, if it has weights."""
    job = _job(path, at, trace.source.text, trace.target.text)
    return _request([_posterior(job, trace)])[0]


def _job(path: Path, at: Stamp, source: str, target: str, width: int = 1) -> DecodeJob:
    load(path, at)  # raises an unusable file's error here, before anyone waits for its job
    if target.strip():
        return DecodeJob(path=path, at=at, source=source, target=target)
    return DecodeJob(path=path, at=at, source=source, width=width)


def _width_of(file: File, width: Width) -> int:
    return width if isinstance(width, int) else width[file[0]]


def _posterior(job: DecodeJob, trace: Trace) -> DecodeJob:
    return replace(job, written=trace)


def _can_be_doubted(job: DecodeJob, trace: Trace) -> bool:
    """Return whether anything can be said of a trace's words that it does not say yet."""
    checkpoint = load(*job.file)
    tells = trace.left_out is None and trace.weights is not None and has_posterior(checkpoint.model)
    return tells or (trace.confidence is not None and has_readers(checkpoint))


def doubted(path: Path, at: Stamp, trace: Trace) -> Trace:
    """Return a trace that knows which source words are left out, and what other models read."""
    job = _job(path, at, trace.source.text, trace.target.text)
    return _request([replace(job, written=trace, doubted=True)])[0]


def _request(jobs: Iterable[DecodeJob], notice: WaitNotice | None = None) -> list[Trace]:
    """Return the traces of jobs, cached or decoded now.

    While the page waits, it shows how many requests are served first.
    """
    jobs = list(jobs)
    cached = {job: trace for job in jobs if (trace := _cache().get(job)) is not None}
    # Cores that have done the short jobs should not wait for a long one that began last.
    missing = sorted((job for job in jobs if job not in cached), key=_is_short)
    with scheduler().request(missing, notices().person()) as request:
        wait(request.done.wait, lambda: scheduler().before(request), notice)
        return [cached[job] if job in cached else _keep(job, request.trace(job)) for job in jobs]


def _is_short(job: DecodeJob) -> bool:
    """Return whether a job takes as long as most: neither a beam's nor a Transformer's."""
    return job.width == 1 and not is_transformer(load(*job.file).variant)


def _keep(job: DecodeJob, trace: Trace) -> Trace:
    """Cache the trace of a job, and return it."""
    _cache().put(job, trace, trace_bytes(trace))
    return trace


def _decode(jobs: Sequence[DecodeJob]) -> list[Trace]:
    """Decode a batch in an idle worker process, or in this process if there is none."""
    made = workers().decode(jobs)
    if made is None:
        made = decode_batch(load(*jobs[0].file), jobs, lambda path: load_file(path)[1])
    return made if jobs[0].written else [trace.with_label(jobs[0].path.stem) for trace in made]


def cached_trace(make: Callable[P, Trace]) -> Callable[P, Trace]:
    """Cache the traces that a function returns, by its arguments, in the cache of all traces."""

    @wraps(make)
    def get(*args: P.args, **options: P.kwargs) -> Trace:
        key = (make.__module__, make.__name__, args, *options.items())
        trace = _cache().get(key)
        if trace is None:
            trace = make(*args, **options)
            _cache().put(key, trace, trace_bytes(trace))
        return trace

    return get


def _one_for_all(make: Callable[[], T]) -> Callable[[], T]:
    """Return a function that makes a thing at its first call, and returns the same one always.

    `functools.cache` alone makes two where two people come first at the same moment. A request then
    waited in the scheduler of one, and the other was asked about it.
    """
    made, making = cache(make), RLock()

    @wraps(make)
    def get() -> T:
        with making:
            return made()

    return get


@_one_for_all
def scheduler() -> BatchScheduler:
    """Return the batch scheduler of all visitors."""
    return BatchScheduler(_decode, SLOTS.decoding, count_cores(), crowded=workers().start)


@_one_for_all
def workers() -> WorkerPool:
    """Return the worker pool of all visitors, which `scheduler` fills when a second person comes.

    `alignoscope run` has started its first process by then.
    """
    return WorkerPool(worker_count(count_cores(), memory_limit()))


def worker_count(cores: int, memory: int | None) -> int:
    """Return the most worker processes that fit; with 0 the app decodes by itself.

    Args:
        cores: the cores that the app may use.
        memory: the memory that it may use, in bytes, if known.
    """
    if cores == 1:
        return 0
    most = min(cores, MOST_WORKERS)
    if memory is None:
        return most
    return max(0, min(most, (memory - APP_BYTES - SPARE_BYTES) // WORKER_BYTES))


@_one_for_all
def _cache() -> BoundedCache[Trace]:
    """Return the cache of traces that all visitors share."""
    return BoundedCache(MAX_TRACES_BYTES)
