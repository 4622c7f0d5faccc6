"""Decoding of a sentence in one call, and the rule which models and sentences are decoded so."""

import atexit
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from alignoscope.data.tokenizer import END_ID, PAD_ID, START_ID
from alignoscope.decoding.engine.calls import recorded
from alignoscope.decoding.engine.instance import Instance, compiled
from alignoscope.decoding.engine.matrices import BLOCK, MOST_FLOATS, blocks
from alignoscope.decoding.engine.tables import BYTES, CallTable, UnknownCallError
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.stored import unpacked

SWITCH = "ALIGNOSCOPE_ENGINE"  # The variable that is "off" where torch shall decode.
LONGEST = 100  # source tokens, with the end mark; the score `location` has one place more
MOST = 2 * LONGEST + 10  # steps
TOGETHER = 4  # sentences; more are faster as one batch of torch
_CANDIDATES = 10
_LENGTHS = (8, 13, LONGEST)  # of the recorded sources; two tell all others, the third checks them


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


class _Fitted(NamedTuple):
    """Numbers that are `fixed + by_source * src_len`."""

    fixed: np.ndarray
    by_source: np.ndarray

    def at(self, length: int) -> np.ndarray:
        return self.fixed + self.by_source * length


def _fitted(numbers: Sequence[object]) -> _Fitted:
    """Return the numbers of sources of `_LENGTHS` as those of any source."""
    one, other, third = (np.array(part, dtype=np.int64) for part in numbers)
    if not one.shape == other.shape == third.shape:
        raise UnknownCallError("calls that depend on the source")
    by_source, rest = np.divmod(other - one, _LENGTHS[1] - _LENGTHS[0])
    found = _Fitted(one - by_source * _LENGTHS[0], by_source)
    if rest.any() or (found.at(_LENGTHS[2]) != third).any():
        raise UnknownCallError("numbers that do not grow with the source by equal steps")
    return found


class Engine:
    """A model in the memory of an instance, which makes one decoding at a time.

    Raises:
        UnknownCallError: if the model computes something that `engine.c` cannot.
    """

    def __init__(self, model: Seq2Seq) -> None:
        plain = unpacked(model, partial(Seq2Seq, model.config))
        tables = [_table(plain, *one) for one in enumerate(_LENGTHS)]
        table = tables[0]
        owners = [[row.owners for row in (*one.once, *one.each_step)] for one in tables]
        if owners.count(owners[0]) < len(owners):
            raise UnknownCallError("calls that depend on the source")
        calls = _fitted([[row.numbers for row in (*one.once, *one.each_step)] for one in tables])
        self._busy, self._instance = Lock(), Instance()
        at = self._places(table, _fitted([one.sizes for one in tables]).at(LONGEST))
        self._calls = _Fitted(calls.fixed + at[np.array(owners[0])], calls.by_source)
        kept = [[one for one in (*made.kept, made.values) if one is not None] for made in tables]
        sizes = _fitted([[int(np.prod(one.shape)) for one in part] for part in kept])
        starts = _fitted([[BYTES * one.first for one in part] for part in kept])
        first = at[np.array([one.buffer for one in kept[0]])]
        self._kept_sizes, self._kept_from = sizes, _Fitted(first + starts.fixed, starts.by_source)
        self._has = [one is not None and len(one.shape) for one in table.kept]
        room = self._instance.room
        self._kept_to = [room(BYTES * MOST * size) for size in sizes.at(LONGEST)[:-1].tolist()]
        self._kept = room(3 * BYTES * len(self._kept_to))
        self._source, self._token = int(at[table.source.buffer]), int(at[table.token.buffer])
        self._table = room(BYTES * calls.fixed.size)
        self._known, self._tokens, self._log_probs = (room(BYTES * MOST) for _ in range(3))
        vocabulary = table.logits.shape[-1]
        self._best = min(_CANDIDATES, vocabulary)
        self._found, self._found_log_probs = (room(BYTES * MOST * self._best) for _ in range(2))
        widest = max(max(one.weight.shape) for one in table.matrices.values())
        self._head = [self._table, len(table.once), len(table.each_step), self._token]
        self._head += [int(at[table.logits.buffer]) + BYTES * table.logits.first, vocabulary]
        self._tail = [END_ID, room(3 * BYTES * (widest + 4 * BLOCK)), self._tokens, self._log_probs]
        self._tail += [self._found, self._found_log_probs, self._best]
        self._tail += [self._kept, len(self._kept_to)]
        self._job = room(BYTES * (len(self._head) + 2 + len(self._tail)))

    def _places(self, table: CallTable, sizes: np.ndarray) -> np.ndarray:
        """Return the address of each buffer, with its content, and last 0, that of no buffer."""
        at, packed = np.zeros(len(sizes) + 1, np.int64), dict[int, tuple[int, int]]()
        for buffer, size in enumerate(sizes.tolist()):
            if buffer not in table.matrices:
                at[buffer] = self._instance.room(BYTES * size)
            if buffer in table.constants:
                content = table.constants[buffer].numpy().astype(np.float32)
                self._instance.write(int(at[buffer]), content)
        for buffer, (weight, bias) in table.matrices.items():
            if id(weight) not in packed:
                one = blocks(weight)
                if one.scales is None and weight.numel() > MOST_FLOATS:
                    raise UnknownCallError("a large matrix that is not of 8 bits")
                scales = 0 if one.scales is None else self._instance.put(one.scales)
                packed[id(weight)] = scales, self._instance.put(one.numbers)
            parts = [*weight.shape, *packed[id(weight)], at[bias]]
            at[buffer] = self._instance.put(np.array(parts, np.int32))
        return at

    def decode(self, ids: Sequence[int], known: Sequence[int], most: int) -> Decoded:
        """Translate a source of token `ids` in at most `most` steps; `known` ones come first."""
        instance, length = self._instance, len(ids)
        sizes, starts = self._kept_sizes.at(length), self._kept_from.at(length)
        tokens = np.full(most, -1, np.float32)
        tokens[: len(known)] = known
        kept = np.stack([starts[:-1], sizes[:-1], self._kept_to], axis=1)
        job = [*self._head, self._known, most, *self._tail]
        with self._busy:
            instance.write(self._table, self._calls.at(length).astype(np.int32))
            instance.write(self._kept, kept.astype(np.int32))
            instance.write(self._source, np.array(ids, np.float32))
            instance.write(self._token, np.array([START_ID], np.float32))
            instance.write(self._known, tokens)
            instance.write(self._job, np.array(job, np.int32))
            steps = instance.decode(self._job)
            rooms = iter(zip(self._kept_to, sizes.tolist(), strict=False))
            parts: list[np.ndarray | None] = []
            for axes in self._has:
                at, size = next(rooms) if axes else (0, 0)
                shape = (steps, size) if axes == 2 else (steps,)
                parts.append(instance.floats(at, *shape) if axes else None)
            return Decoded(
                instance.floats(self._tokens, steps).astype(np.int64),
                instance.floats(self._log_probs, steps),
                instance.floats(self._found, steps, self._best).astype(np.int64),
                instance.floats(self._found_log_probs, steps, self._best),
                tuple(parts),
                instance.floats(int(starts[-1]), length, int(sizes[-1]) // length),
            )


def _table(model: Seq2Seq, number: int, length: int) -> CallTable:
    """Return the table of a source of this length; each has other tokens."""
    most = model.config.vocab_size - 1
    ids = [PAD_ID + 1 + (number + i) % most for i in range(length)]
    return CallTable(recorded(model, ids, number))
