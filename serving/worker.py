"""Decoding a batch of jobs, in this process or in a worker process that reads them from a pipe."""

import gc
import os
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import torch

from alignoscope.analysis.confidence import with_confidence, with_left_out
from alignoscope.analysis.likelihoods import with_posteriors
from alignoscope.analysis.second_reader import Load, with_readings
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force
from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp, check_unchanged, stamp
from alignoscope.records.trace import Trace

MOST_MODELS = 64  # models that a worker keeps in memory
NICE = 3  # niceness: pages have priority over decoding, without starving it
# Two jobs can share a batch if the longer one has at most LONGER * shorter + LETTERS letters.
LONGER = 2
LETTERS = 20
SMALL = 0.01  # Weights below it hardly change which words are left out.
File = tuple[Path, Stamp]  # a checkpoint's path, and the stamp of its content


@dataclass(frozen=True, kw_only=True)
class DecodeJob:
    """One sentence to decode by one checkpoint: freely with a beam width, or forced to a target.

    If `written` is set, to a trace of the sentence, the job is to compute its posterior instead,
    or, with `doubted`, only which source words no output covers, and what other models read.
    """

    path: Path
    at: Stamp
    source: str
    target: str = ""  # empty: the model's own translation
    width: int = 1
    written: Trace | None = None
    doubted: bool = False

    @property
    def file(self) -> File:
        """The checkpoint's path, and the stamp of its content."""
        return self.path, self.at

    @property
    def letters(self) -> int:
        """The number of letters in source and target."""
        return len(self.source) + len(self.target)

    def fits(self, other: "DecodeJob") -> bool:
        """Return whether two jobs can share a batch: same model and options, similar length."""
        mine, its = (
            (*job.file, bool(job.target), job.width, bool(job.written), job.doubted)
            for job in (self, other)
        )
        short, long = sorted((self.letters, other.letters))
        return mine == its and long <= LONGER * short + LETTERS


def decode_batch(
    checkpoint: Checkpoint, jobs: Sequence[DecodeJob], load: Load = load_usable
) -> list[Trace]:
    """Return one trace per job of a batch; all jobs must fit the first (`DecodeJob.fits`).

    Args:
        checkpoint: the model.
        jobs: the batch.
        load: what returns the checkpoint of a file, for the models that read translations again.

    Raises:
        ValueError: if a text cannot be used.
    """
    first = jobs[0]
    if first.written:
        given = [job.written for job in jobs if job.written]
        if first.doubted:
            return with_readings(checkpoint, _with_left_out(checkpoint, given), load)
        return with_left_out(checkpoint, with_posteriors(checkpoint, given))
    sources = [job.source for job in jobs]
    if first.target:
        made = force(checkpoint, sources, [job.target for job in jobs])
    else:
        made = best_translations(checkpoint, sources, first.width)
    return with_confidence(checkpoint, made)


def _with_left_out(checkpoint: Checkpoint, traces: Sequence[Trace]) -> list[Trace]:
    """Return traces with the words that are left out, without the likelihoods made for that."""
    asked = [one for one in traces if one.left_out is None]
    told = iter(with_left_out(checkpoint, with_posteriors(checkpoint, asked, SMALL)))
    return [
        replace(next(told), likelihoods=None) if one.left_out is None else one for one in traces
    ]


def main() -> None:
    """Answer messages on standard input until the process that sends them has ended.

    A message is a batch of jobs, or one file to load in advance.
    """
    torch.set_num_threads(1)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    with suppress(OSError):  # Linux: if memory runs out, the kernel kills a worker, not the app
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    gc.freeze()  # torch's own objects are never garbage, and scanning them takes long
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints must not be read as an answer
    answer: list[Trace] | Exception | None = []  # the first answer: the worker is ready
    with suppress(EOFError, BrokenPipeError):  # the sending process has ended
        while True:
            pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)  # arrays without a copy
            answers.flush()
            answer = _answer(pickle.load(requests))


def _answer(message: Sequence[DecodeJob] | File) -> list[Trace] | Exception | None:
    """Return the traces of a batch, the error that decoding raised, or None.

    None means that the file has changed. The answer to a file to load is an empty list.
    """
    jobs = [job for job in message if isinstance(job, DecodeJob)]
    try:
        checkpoint = _checkpoint(*(jobs[0].file if jobs else message))
    except ValueError:  # the sending process could read the file, so it was replaced since
        return None
    try:
        return decode_batch(checkpoint, jobs, _loaded) if jobs else []
    except Exception as error:
        return error


def _loaded(path: Path) -> Checkpoint:
    return _checkpoint(path, stamp(path))


@lru_cache(MOST_MODELS)
def _checkpoint(path: Path, at: Stamp) -> Checkpoint:
    checkpoint = load_usable(path)
    check_unchanged(path, at)
    return checkpoint
