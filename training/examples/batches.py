"""Batches of sentences of about one length, in an order that only the seed and epoch decide."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import torch
from torch import Tensor

from alignoscope.data.corpus import Pair
from alignoscope.data.tokenizer import START_ID, Tokenizer
from alignoscope.models.seq2seq import pad_ids
from alignoscope.training.config import TrainingConfig
from alignoscope.training.parallel import Team


class Batch(NamedTuple):
    """One batch of padded piece ids."""

    source: Tensor  # [batch, src_len]
    previous: Tensor  # [batch, tgt_len], the target shifted right by the start mark
    target: Tensor  # [batch, tgt_len]


Example = tuple[list[int], list[int]]


def encode_pairs(pairs: Sequence[Pair], tokenizer: Tokenizer, max_len: int) -> list[Example]:
    """Return the piece ids of all pairs whose two sides have at most `max_len` pieces."""
    sources = tokenizer.ids([pair.source for pair in pairs])
    targets = tokenizer.ids([pair.target for pair in pairs])
    both = zip(sources, targets, strict=True)
    return [(s, t) for s, t in both if max(len(s), len(t)) <= max_len]


def make_batches(examples: Sequence[Example], batch_tokens: int, seed: int) -> list[list[Example]]:
    """Return shuffled batches of at most `batch_tokens` padded tokens on either side."""
    shuffle = random.Random(seed).shuffle
    order = list(examples)
    shuffle(order)
    order.sort(key=lambda e: (len(e[0]), len(e[1])))
    batches: list[list[Example]] = []
    longest = 0
    for example in order:
        longest = max(longest, *map(len, example))
        if not batches or (len(batches[-1]) + 1) * longest > batch_tokens:
            batches.append([])
            longest = max(map(len, example))
        batches[-1].append(example)
    shuffle(batches)
    return batches


def batch_stream(
    examples_of: Callable[[int], Sequence[Example]], config: TrainingConfig, done: int, team: Team
) -> Iterator[list[Example]]:
    """Yield the batches that follow the first `done`, epoch after epoch.

    `examples_of` returns the examples of an epoch, counted from 0, the same ones each time. Of each
    round of batches, as many as the team is large, every process gets its own.

    Raises:
        ValueError: if an epoch has fewer batches than there are processes.
    """
    for epoch in count():
        batches = make_batches(examples_of(epoch), config.batch_tokens, config.seed * 1000 + epoch)
        rounds = count_rounds(batches, team)
        own = batches[team.rank : rounds * team.size : team.size]
        yield from own[done:]
        done = max(done - rounds, 0)


def count_rounds(batches: Sequence[list[Example]], team: Team) -> int:
    """Return how often every process of the team gets a batch of its own.

    Raises:
        ValueError: if there are fewer batches than processes.
    """
    if len(batches) < team.size:
        raise ValueError(
            f"There are {len(batches)} batches for {team.size} processes: start fewer processes, "
            "or make the batches smaller (--batch-tokens)."
        )
    return len(batches) // team.size


def collate(examples: Sequence[Example], device: torch.device | str) -> Batch:
    """Pad one batch."""
    source, target = (pad_ids([e[side] for e in examples]).to(device) for side in (0, 1))
    start = target.new_full((len(examples), 1), START_ID)
    return Batch(source, torch.cat([start, target[:, :-1]], dim=1), target)
