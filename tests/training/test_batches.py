"""Batches: every example once, the same after a resumed run, and a share for each process."""

import random

import pytest

from alignoscope.data.tokenizer import PAD_ID, START_ID
from alignoscope.training.batches import TrainingExample, batch_stream, collate, make_batches
from alignoscope.training.config import TrainingConfig
from alignoscope.training.parallel import Team


def test_batches_hold_every_example_once_within_the_limit() -> None:
    draw = random.Random(0)
    drawn = ([[i] * draw.randint(1, 11) for _ in range(2)] for i in range(4, 503))
    examples = [TrainingExample(*sides) for sides in drawn]
    batches = make_batches(examples, 61, seed=1)
    assert sorted(e for batch in batches for e in batch) == sorted(examples)
    assert all(len(b) * max(e.longest for e in b) <= 61 for b in batches)
    assert batches != make_batches(examples, 61, seed=2)
    config = TrainingConfig(batch_tokens=61, max_len=11)
    stream = batch_stream(lambda _: examples, config, 0, Team(0, 1))
    first = [next(stream) for _ in range(len(batches) + 5)]
    late = batch_stream(lambda _: examples, config, len(batches) + 3, Team(0, 1))
    assert [next(late) for _ in range(2)] == first[-2:]
    teams = [batch_stream(lambda _: examples, config, 0, Team(rank, 2)) for rank in range(2)]
    rounds = len(batches) // 2
    shared = [next(stream) for _ in range(rounds) for stream in teams]
    assert shared == first[: 2 * rounds]


def test_full_batches_of_one_length_hold_a_multiple_of_eight() -> None:
    examples = [TrainingExample([7, 5, 3], [11, 3])] * 97
    sizes = [len(batch) for batch in make_batches(examples, 61, 0)]
    assert sorted(sizes) == [1, *[16] * 6]
    assert len(make_batches(examples, 24, 0)[0]) in (1, 8)
    assert max(map(len, make_batches(examples, 21, 0))) == 7


def test_a_batch_shifts_the_target_by_the_start_mark() -> None:
    batch = collate([TrainingExample([7, 3], [11, 13, 3]), TrainingExample([5, 9, 3], [3])], "cpu")
    assert batch.source.tolist() == [[7, 3, PAD_ID], [5, 9, 3]]
    assert batch.target.tolist() == [[11, 13, 3], [3, PAD_ID, PAD_ID]]
    assert batch.previous.tolist() == [[START_ID, 11, 13], [START_ID, 3, PAD_ID]]
    assert batch.shares is None


def test_fewer_batches_than_processes_are_refused() -> None:
    examples = [TrainingExample([7, 3], [11, 3])] * 5
    config = TrainingConfig(batch_tokens=4, max_len=3)
    assert len(make_batches(examples, 4, 0)) == 3
    assert len(next(batch_stream(lambda _: examples, config, 0, Team(2, 3)))) in (1, 2)
    with pytest.raises(ValueError, match="3 batches for 5 processes: start fewer"):
        next(batch_stream(lambda _: examples, config, 0, Team(4, 5)))
