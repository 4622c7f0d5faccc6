"""A model in the memory of an instance: its calls, its weights, and the numbers that they make."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from torch import Tensor

from alignoscope.data.tokenizer import PAD_ID
from alignoscope.decoding.engine.calls import recorded
from alignoscope.decoding.engine.instance import Instance
from alignoscope.decoding.engine.matrices import BLOCK, MOST_FLOATS, blocks
from alignoscope.decoding.engine.tables import (
    AXES,
    BYTES,
    ROW,
    CallTable,
    TensorView,
    UnknownCallError,
)
from alignoscope.models.seq2seq import Seq2Seq
from alignoscope.models.stored import unpacked

LONGEST = 100  # source tokens, with the end mark; the score `location` has one place more
MOST = 2 * LONGEST + 10  # steps
WIDEST = 10  # hypotheses of a beam
_LENGTHS = (8, 13, LONGEST)  # of the recorded sources; two tell all others, the third checks them


class Fitted(NamedTuple):
    """Numbers that are `fixed + by_source * src_len`."""

    fixed: np.ndarray
    by_source: np.ndarray

    def at(self, length: int) -> np.ndarray:
        """Return the numbers of a source of this length, in the shape [...] of `fixed`."""
        return self.fixed + self.by_source * length


def _fitted(numbers: Sequence[object]) -> Fitted:
    """Return the numbers of sources of `_LENGTHS` as those of any source."""
    one, other, third = (np.array(part, dtype=np.int64) for part in numbers)
    if not one.shape == other.shape == third.shape:
        raise UnknownCallError("calls that depend on the source")
    by_source, rest = np.divmod(other - one, _LENGTHS[1] - _LENGTHS[0])
    found = Fitted(one - by_source * _LENGTHS[0], by_source)
    if rest.any() or (found.at(_LENGTHS[2]) != third).any():
        raise UnknownCallError("numbers that do not grow with the source by equal steps")
    return found


class FittedTable(NamedTuple):
    """The calls of a model for sources of any length, and the parts that a trace keeps.

    Args:
        model: the model without packed matrices, whose tensors the table names.
        table: the calls of one length.
        calls: the numbers of all calls [calls, ROW]; addresses count from a buffer's start.
        owners: the buffers from which they count [calls, ROW], or -1.
        sizes: how many numbers each buffer has.
        kept: the parts of a step that there are, and last the encoder's states.
        kept_sizes: how many numbers each of `kept` has.
        kept_starts: where each begins in its buffer, in bytes.
        work: the bytes of room that products need.
    """

    model: Seq2Seq
    table: CallTable
    calls: Fitted
    owners: np.ndarray
    sizes: Fitted
    kept: list[TensorView]
    kept_sizes: Fitted
    kept_starts: Fitted
    work: int


def fitted_table(model: Seq2Seq) -> FittedTable:
    """Return the calls of a model.

    Raises:
        UnknownCallError: if the model computes something that `engine.c` cannot.
    """
    plain = unpacked(model, partial(Seq2Seq, model.config))
    tables = [_table(plain, *one) for one in enumerate(_LENGTHS)]
    rows = [(*one.once, *one.each_step) for one in tables]
    owners = [[row.owners for row in one] for one in rows]
    if owners.count(owners[0]) < len(owners):
        raise UnknownCallError("calls that depend on the source")
    kept = [[one for one in (*made.kept, made.values) if one is not None] for made in tables]
    widest = max(max(one.weight.shape) for one in tables[0].matrices.values())
    return FittedTable(
        model=plain,
        table=tables[0],
        calls=_fitted([[row.numbers for row in one] for one in rows]),
        owners=np.array(owners[0]),
        sizes=_fitted([one.sizes for one in tables]),
        kept=kept[0],
        kept_sizes=_fitted([[int(np.prod(one.shape)) for one in part] for part in kept]),
        kept_starts=_fitted([[BYTES * one.first for one in part] for part in kept]),
        work=3 * BYTES * (widest + 4 * BLOCK),
    )


class Parts(NamedTuple):
    """The parts of a step that a trace keeps, and last the encoder's states."""

    sizes: Fitted
    addresses: Fitted
    axes: list[int]  # of each part of a step; 0 if the model has no such part
    rooms: list[int]  # the addresses where the parts of all steps are kept
    apart: list[int]  # how many bytes the parts of hypotheses are apart


class States(NamedTuple):
    """The parts of the decoder's state."""

    addresses: np.ndarray
    sizes: Fitted


class Product(NamedTuple):
    """The one product of a step with the vocabulary's matrix."""

    call: int  # which call of the step
    read: int  # the address of the readout
    size: int  # the readout's numbers
    made: int  # the address of the logits


class PlacedModel:
    """A model in the memory of an instance, for one decoding at a time.

    What a step computes lies there `WIDEST` times, `apart` bytes apart: once for each hypothesis.

    Raises:
        UnknownCallError: if the model computes something that `engine.c` cannot.
    """

    def __init__(self, model: Seq2Seq) -> None:
        found = fitted_table(model)
        table, own = found.table, found.owners
        self.instance = Instance()
        at = self._places(table, found.sizes.at(LONGEST))
        self.calls = Fitted(found.calls.fixed + at[own], found.calls.by_source)
        self.once, self.step = len(table.once), len(table.each_step)
        self.own = np.isin(own, [*table.stepwise])  # which numbers are addresses of a hypothesis
        self.table = self.instance.room(BYTES * ROW * (self.once + WIDEST * self.step))
        sizes = found.sizes
        buffers = [one.buffer for one in table.states]
        self.states = States(at[buffers], Fitted(sizes.fixed[buffers], sizes.by_source[buffers]))
        self.parts = self._parts(found, at)
        self.source, self.token = int(at[table.source.buffer]), int(at[table.token.buffer])
        self.logits = int(at[table.logits.buffer]) + BYTES * table.logits.first
        self.vocabulary = table.logits.shape[-1]
        self.work = self.instance.room(found.work)
        self.product = self._product(table, found.model.embedding.weight)

    def _places(self, table: CallTable, sizes: np.ndarray) -> np.ndarray:
        """Return the address of each buffer, with its content, and last 0, that of no buffer."""
        room = self.instance.room
        at, packed = np.zeros(len(sizes) + 1, np.int64), dict[int, tuple[int, int]]()
        first = room(0)
        for buffer in sorted(table.stepwise):
            at[buffer] = room(BYTES * int(sizes[buffer]))
        self.apart = room(0) - first
        room((WIDEST - 1) * self.apart)
        for buffer, size in enumerate(sizes.tolist()):
            if buffer not in table.matrices and buffer not in table.stepwise:
                at[buffer] = room(BYTES * size)
            if buffer in table.constants:
                content = table.constants[buffer].numpy().astype(np.float32)
                self.instance.write(int(at[buffer]), content)
        for buffer, (weight, bias) in table.matrices.items():
            if id(weight) not in packed:
                one = blocks(weight)
                if one.scales is None and weight.numel() > MOST_FLOATS:
                    raise UnknownCallError("a large matrix that is not of 8 bits")
                scales = 0 if one.scales is None else self.instance.put(one.scales)
                packed[id(weight)] = scales, self.instance.put(one.numbers)
            parts = [*weight.shape, *packed[id(weight)], at[bias]]
            at[buffer] = self.instance.put(np.array(parts, np.int32))
        return at

    def _parts(self, found: FittedTable, at: np.ndarray) -> Parts:
        buffers = [one.buffer for one in found.kept]
        return Parts(
            sizes=found.kept_sizes,
            addresses=Fitted(at[buffers] + found.kept_starts.fixed, found.kept_starts.by_source),
            axes=[0 if one is None else len(one.shape) for one in found.table.kept],
            rooms=[
                self.instance.room(BYTES * MOST * WIDEST * size)
                for size in found.kept_sizes.at(LONGEST)[:-1].tolist()
            ],
            apart=[self.apart * (one in found.table.stepwise) for one in buffers[:-1]],
        )

    def _product(self, table: CallTable, weight: Tensor) -> Product | None:
        """Return the product with the vocabulary's matrix, or None if it is not the only one."""
        call = table.product_with(weight)
        if call is None:
            return None
        at = self.once + call, slice(1 + AXES, 3 + AXES)  # the result, and what is read
        if not self.own[at].all() or self.calls.by_source[at].any():
            return None
        made, read = self.calls.fixed[at].tolist()
        return Product(call, read, weight.shape[1], made)

    def prepare(self, ids: Sequence[int], rows: int = 1) -> None:
        """Write the tokens of a source, and the calls for it, those of a step for each row."""
        calls = self.calls.at(len(ids))
        steps, own = calls[self.once :], self.own[self.once :]
        further = [steps + row * self.apart * own for row in range(1, rows)]
        self.instance.write(self.table, np.concatenate([calls, *further]).astype(np.int32))
        self.instance.write(self.source, np.array(ids, np.float32))

    def values(self, length: int) -> np.ndarray:
        """Return the encoder's states [src_len, value_size] of the sentence that was decoded."""
        size, at = (int(one.at(length)[-1]) for one in (self.parts.sizes, self.parts.addresses))
        return self.instance.floats(at, length, size // length)

    def kept(self, length: int, *steps: int) -> tuple[np.ndarray | None, ...]:
        """Return the parts of all steps, [*steps, ...] each; a beam's are [tgt_len, width, ...]."""
        rooms = iter(zip(self.parts.rooms, self.parts.sizes.at(length).tolist(), strict=False))
        found: list[np.ndarray | None] = []
        for axes in self.parts.axes:
            at, size = next(rooms) if axes else (0, 0)
            shape = (*steps, size) if axes == 2 else steps
            found.append(self.instance.floats(at, *shape) if axes else None)
        return tuple(found)


def _table(model: Seq2Seq, number: int, length: int) -> CallTable:
    """Return the table of a source of this length; each has other tokens."""
    most = model.config.vocab_size - 1
    ids = [PAD_ID + 1 + (number + i) % most for i in range(length)]
    return CallTable(recorded(model, ids, number))
