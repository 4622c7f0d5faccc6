"""The steps of a beam search: its hypotheses are rows, and each has numbers of its own.

Which of them continue, and the product with the vocabulary, is the caller's business: one product
of torch for all rows is several times as fast as WebAssembly's.
"""

from collections.abc import Callable, Sequence

import numpy as np

from alignoscope.decoding.engine.placing import LONGEST, WIDEST, PlacedModel
from alignoscope.decoding.engine.tables import BYTES

_NUMBERS = 18  # in `Beam` of `engine.c`


class Beam:
    """The hypotheses of one sentence at a time, which `start` begins.

    Args:
        placed: the model; its step has one product with the vocabulary.
    """

    def __init__(self, placed: PlacedModel) -> None:
        room, states, parts = placed.instance.room, placed.states, placed.parts
        self._placed = placed
        self._parents, *self._found = (
            room(BYTES * WIDEST * n) for n in (1, 2 * WIDEST, 2 * WIDEST)
        )
        self._states = room(2 * BYTES * len(states.addresses))
        self._kept = room(4 * BYTES * len(parts.rooms))
        self._room = room(BYTES * WIDEST * int(states.sizes.at(LONGEST).max()))
        self._job = room(BYTES * _NUMBERS)

    def start(self, ids: Sequence[int], width: int, best: int) -> None:
        """Begin to translate a source of token `ids`, of which a step finds `best` next tokens."""
        placed, self._length, self._steps = self._placed, len(ids), 0
        states, parts, instance = placed.states, placed.parts, placed.instance
        assert placed.product is not None
        call, read, size, made = placed.product
        self._shape = width, best
        sizes = states.sizes.at(len(ids))
        kept = [one.at(len(ids))[:-1] for one in (parts.addresses, parts.sizes)]
        job = [placed.table, placed.once, call, placed.step, width, placed.apart]
        job += [placed.logits, placed.vocabulary, placed.work]
        job += [self._parents, self._states, len(sizes), *self._found, best]
        job += [self._kept, len(parts.rooms), self._room]
        placed.prepare(ids, width)
        instance.write(self._states, np.stack([states.addresses, sizes], axis=1).astype(np.int32))
        columns = np.stack([*kept, parts.rooms, parts.apart], axis=1)
        instance.write(self._kept, columns.astype(np.int32))
        instance.write(self._job, np.array(job, np.int32))
        views = ((placed.token, 1), (read, size), (made, placed.vocabulary))
        self._tokens, self._read, self._made = (
            instance.rows(at, width, placed.apart, count) for at, count in views
        )

    def step(
        self,
        rows: Sequence[int],
        tokens: Sequence[int],
        product: Callable[[np.ndarray], np.ndarray],
    ) -> tuple[np.ndarray, np.ndarray]:
        """Continue rows [width] of the last step, in this order, with tokens [width].

        Return the log-probabilities and the ids of the most probable next tokens [width, best]. The
        first step has no rows to continue.

        Args:
            rows: the rows; they may repeat.
            tokens: the tokens that they wrote.
            product: a function from readouts [n, embedding_size] to logits [n, vocab_size].
        """
        instance, step, (width, best) = self._placed.instance, self._steps, self._shape
        count = width if step else 1
        self._tokens[:, 0] = tokens
        instance.write(self._parents, np.array(rows, np.float32))
        instance.begin(self._job, step)
        self._made[:count] = product(self._read[:count].copy())
        instance.end(self._job, step)
        self._steps += 1
        found, log_probs = (instance.floats(at, count, best) for at in self._found)
        repeats = width // count
        return log_probs.repeat(repeats, axis=0), found.astype(np.int64).repeat(repeats, axis=0)

    def kept(self) -> tuple[np.ndarray | None, ...]:
        """Return the parts of all steps, [tgt_len, width, ...] each."""
        found = self._placed.kept(self._length, self._steps, self._shape[0])
        for part in found:
            if part is not None:
                part[0, 1:] = part[0, 0]
        return found

    def values(self) -> np.ndarray:
        """Return the encoder's states [src_len, value_size]."""
        return self._placed.values(self._length)
