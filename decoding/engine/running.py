"""Decoding of a sentence in one call, and the rule which models and sentences are decoded so."""

import atexit
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, START_ID
from alignoscope.decoding.engine.beams import Beam
from alignoscope.decoding.engine.instance import compiled
from alignoscope.decoding.engine.placing import LONGEST, MOST, WIDEST, PlacedModel
from alignoscope.decoding.engine.tables import BYTES, UnknownCallError
from alignoscope.models.seq2seq import Seq2Seq

SWITCH = "ALIGNOSCOPE_ENGINE"  # The variable that is "off" where torch shall decode.
TOGETHER = 4  # sentences; more are faster as one batch of torch
_CANDIDATES = 10


class Decoded(NamedTuple):
    """What decoding computed of a sentence; its parts are those that `decoding.recording` keeps."""

    tokens: np.ndarray  # [tgt_len]
    log_probs: np.ndarray  # [tgt_len]
    candidates: np.ndarray  # [tgt_len, 10], ids, best first
    candidate_log_probs: np.ndarray  # [tgt_len, 10]
    parts: tuple[np.ndarray | None, ...]  # query, scores, weights, ...: [tgt_len, ...]
    values: np.ndarray  # [src_len, value_size]


def by_engine(
    model: Seq2Seq,
    ids: Sequence[Sequence[int]],
    known: Sequence[Sequence[int]],
    limits: Sequence[int],
) -> list[Decoded] | None:
    """Decode sources of token `ids` one after the other, or return None if torch is to do so.

    Torch decodes long sources, and many together, which then share its reading of the weights, and
    everything where `wasmtime` or SIMD is missing or `ALIGNOSCOPE_ENGINE` is "off". It also has the
    models that may still be trained, whose weights changed since or are not 32-bit floats on the
    CPU, whose large matrices are not of 8 bits, that refuse a source of `LONGEST` tokens, or that
    compute what `engine.c` cannot, such as a Transformer, whose state grows.

    Args:
        model: the model.
        ids: the tokens of each source.
        known: the tokens that each sentence begins with.
        limits: the most steps of each.
    """
    if len(ids) > TOGETHER or max(map(len, ids)) > LONGEST or max(limits) > MOST:
        return None
    engine = _engine_of(model)
    if engine is None:
        return None
    return [engine.decode(*one) for one in zip(ids, known, limits, strict=True)]


@contextmanager
def beam_by_engine(
    models: Sequence[Seq2Seq], ids: Sequence[Sequence[int]], width: int, limits: Sequence[int]
) -> Iterator[Beam | None]:
    """Yield the beam of one source, or None if torch is to search.

    Torch searches with several models, for several sources, with a beam wider than `WIDEST` or
    half the vocabulary, and where `by_engine` leaves a sentence to it. See there.
    """
    engine = None
    if len(models) == len(ids) == 1 and len(ids[0]) <= LONGEST and limits[0] <= MOST:
        engine = _engine_of(models[0])
    if engine is None:
        yield None
    else:
        with engine.beam(ids[0], width) as beam:
            yield beam


class _Made(NamedTuple):
    """A model's engine, or None if torch decodes; and what its weights were when it was made."""

    engine: "Engine | None"
    weights: Sequence[Tensor]
    versions: list[int]  # torch counts the changes of each tensor

    def is_current(self) -> bool:
        """Return whether no weight has been changed or moved since."""
        return self.versions == [one._version for one in self.weights] and all(
            one.is_cpu for one in self.weights
        )


_MADE: WeakKeyDictionary[Seq2Seq, _Made] = WeakKeyDictionary()
_MAKING = Lock()
atexit.register(_MADE.clear)


def _engine_of(model: Seq2Seq) -> "Engine | None":
    """Return a model's engine, which is made when it is first asked for; see `by_engine`."""
    if not model.finished or os.environ.get(SWITCH) == "off" or compiled() is None:
        return None
    made = _MADE.get(model)
    if made is None:
        with _MAKING:  # One thread makes it; the others find it.
            made = _MADE.get(model) or _MADE.setdefault(model, _made(model))
    return made.engine if made.is_current() else None


def _made(model: Seq2Seq) -> _Made:
    weights = [*model.parameters()]
    engine = None
    if all(one.is_cpu and one.dtype == torch.float32 for one in weights):
        with suppress(UnknownCallError, ValueError, MemoryError):
            engine = Engine(model)
    return _Made(engine, weights, [one._version for one in weights])


class Engine:
    """A model in the memory of an instance, which makes one decoding at a time.

    Raises:
        UnknownCallError: if the model computes something that `engine.c` cannot.
    """

    def __init__(self, model: Seq2Seq) -> None:
        self._placed, self._busy = PlacedModel(model), Lock()
        placed, room = self._placed, self._placed.instance.room
        self._known, self._tokens, self._log_probs = (room(BYTES * MOST) for _ in range(3))
        self._best = min(_CANDIDATES, placed.vocabulary)
        self._found, self._found_log_probs = (room(BYTES * MOST * self._best) for _ in range(2))
        self._kept = room(3 * BYTES * len(placed.parts.rooms))
        self._head = [placed.table, placed.once, placed.step, placed.token]
        self._head += [placed.logits, placed.vocabulary]
        self._tail = [END_ID, placed.work, self._tokens, self._log_probs]
        self._tail += [self._found, self._found_log_probs, self._best]
        self._tail += [self._kept, len(placed.parts.rooms)]
        self._job = room(BYTES * (len(self._head) + 2 + len(self._tail)))
        self._beam = None if placed.product is None else Beam(placed)

    def decode(self, ids: Sequence[int], known: Sequence[int], most: int) -> Decoded:
        """Translate a source of token `ids` in at most `most` steps; `known` ones come first."""
        placed, length = self._placed, len(ids)
        instance, parts = placed.instance, placed.parts
        tokens = np.full(most, -1, np.float32)
        tokens[: len(known)] = known
        sources = [one.at(length)[:-1] for one in (parts.addresses, parts.sizes)]
        kept = np.stack([*sources, parts.rooms], axis=1)
        job = [*self._head, self._known, most, *self._tail]
        with self._busy:
            placed.prepare(ids)
            instance.write(self._kept, kept.astype(np.int32))
            instance.write(placed.token, np.array([START_ID], np.float32))
            instance.write(self._known, tokens)
            instance.write(self._job, np.array(job, np.int32))
            steps = instance.decode(self._job)
            return Decoded(
                instance.floats(self._tokens, steps).astype(np.int64),
                instance.floats(self._log_probs, steps),
                instance.floats(self._found, steps, self._best).astype(np.int64),
                instance.floats(self._found_log_probs, steps, self._best),
                placed.kept(length, steps),
                placed.values(length),
            )

    @contextmanager
    def beam(self, ids: Sequence[int], width: int) -> Iterator[Beam | None]:
        """Yield a beam of this width, or None if it is too wide or the model cannot have one."""
        vocabulary = self._placed.vocabulary
        if width > WIDEST or 2 * width > vocabulary or self._beam is None:
            yield None
            return
        with self._busy:
            self._beam.start(ids, width, min(max(2 * width, _CANDIDATES), vocabulary))
            yield self._beam
