"""What decodes a batch, here or as a process of its own that is asked by a pipe."""

import gc
import os
import pickle
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import torch

from alignoscope.analysis.likelihoods import with_posteriors
from alignoscope.decoding.best import best_translations
from alignoscope.decoding.forced import force
from alignoscope.decoding.usable import load_usable
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.stamps import Stamp, check_unchanged
from alignoscope.records.trace import Trace

MOST_MODELS = 64  # that a process keeps
NICE = 3  # pages answer before sentences are decoded, which yet are not starved


class Order(NamedTuple):
    """Sentences to be decoded by one checkpoint: freely in a width, or forced to their targets.

    Or traces of it whose posteriors are asked for. Without sentences it is loaded alone.
    """

    path: Path
    at: Stamp
    sources: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()  # empty: freely
    width: int = 1
    written: tuple[Trace, ...] = ()


def carry_out(checkpoint: Checkpoint, order: Order) -> list[Trace]:
    """Return a trace a sentence, or a trace with what its posterior is made of.

    Raises:
        ValueError: if a text cannot be used.
    """
    if order.written:
        return with_posteriors(checkpoint, order.written)
    if order.targets:
        return force(checkpoint, order.sources, order.targets)
    return best_translations(checkpoint, order.sources, order.width)


def main() -> None:
    """Carry out the orders that come, one after another, until whoever gives them has ended."""
    torch.set_num_threads(1)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    with suppress(OSError):  # on Linux: where memory runs out, this one ends and not the app
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    gc.freeze()  # torch's own objects, which are no garbage: to look through them takes long
    asked, told = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no answer
    answer: list[Trace] | Exception | None = []  # the first: it is ready
    with suppress(EOFError, BrokenPipeError):  # whoever asks has ended
        while True:
            pickle.dump(answer, told, pickle.HIGHEST_PROTOCOL)  # arrays without a copy
            told.flush()
            answer = _answer(pickle.load(asked))


def _answer(order: Order) -> list[Trace] | Exception | None:
    """Return traces, what is wrong with a text, or None where the file is not what it was."""
    try:
        checkpoint = _checkpoint(order.path, order.at)
    except ValueError:  # whoever asks has read it before
        return None
    try:
        return carry_out(checkpoint, order)
    except Exception as error:
        return error


@lru_cache(MOST_MODELS)
def _checkpoint(path: Path, at: Stamp) -> Checkpoint:
    checkpoint = load_usable(path)
    check_unchanged(path, at)
    return checkpoint
