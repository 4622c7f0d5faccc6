"""Batches of sentences of similar length, in an order that depends only on seed and epoch."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, repeat
from typing import NamedTuple

import torch
from torch import Tensor

from alignoscope.data.corpus import Pair
from alignoscope.data.link_file import LinkFile
from alignoscope.data.tokenizer import START_ID, Tokenizer
from alignoscope.models.seq2seq import pad_ids
from alignoscope.training.config import TrainingConfig
from alignoscope.training.guide import Guide, link_shares, piece_links
from alignoscope.training.parallel import Team

ROUND = 8


class Batch(NamedTuple):
    """One batch of padded token ids."""

    source: Tensor  # [batch, src_len]
    previous: Tensor  # [batch, tgt_len], the target shifted right by the start mark
    target: Tensor  # [batch, tgt_len]
    shares: Tensor | None = None  # [batch, tgt_len, src_len], see `guide.link_shares`


class TrainingExample(NamedTuple):
    """The token ids of a pair, each side with its end mark, and its links for guided attention."""

    source: list[int]
    target: list[int]
    guide: Guide = ()

    @property
    def longest(self) -> int:
        """The length of the longer side."""
        return max(len(self.source), len(self.target))


def encode_pairs(
    pairs: Sequence[Pair], tokenizer: Tokenizer, max_len: int, file: LinkFile | None = None
) -> list[TrainingExample]:
    """Return the token ids of all pairs with at most `max_len` tokens on both sides.

    Args:
        pairs: the pairs of sentences.
        tokenizer: the tokenizer of the model.
        max_len: the maximum length of a side, with its end mark.
        file: the links for guided attention, if any.

    Raises:
        ValueError: if a link of the file is malformed, or of no words of its pair.
    """
    sides = [pair.source for pair in pairs], [pair.target for pair in pairs]
    guides: Iterable[Guide] = repeat((), len(pairs))
    if file:
        sizes = zip(*map(tokenizer.word_sizes, sides), strict=True)
        guides = (piece_links(file, pair, *each) for pair, each in enumerate(sizes))
    both = zip(*map(tokenizer.ids, sides), guides, strict=True)
    return [example for example in map(TrainingExample._make, both) if example.longest <= max_len]


def make_batches(
    examples: Sequence[TrainingExample], batch_tokens: int, seed: int
) -> list[list[TrainingExample]]:
    """Return shuffled batches of at most `batch_tokens` padded tokens on either side.

    A full batch of more than `ROUND` examples of one length has a multiple of `ROUND`: kernels are
    compiled for each size of a matrix product, so fewer sizes cost less.
    """
    shuffle = random.Random(seed).shuffle
    order = list(examples)
    shuffle(order)
    order.sort(key=lambda e: (len(e.source), len(e.target)))
    batches: list[list[TrainingExample]] = []
    longest = 0
    for example in order:
        longest = max(longest, example.longest)
        most = batch_tokens // longest
        if not batches or len(batches[-1]) >= most - (most % ROUND if most > ROUND else 0):
            batches.append([])
            longest = example.longest
        batches[-1].append(example)
    shuffle(batches)
    return batches


def batch_stream(
    examples_of: Callable[[Sequence[int]], Sequence[TrainingExample]],
    config: TrainingConfig,
    done: int,
    team: Team,
) -> Iterator[list[TrainingExample]]:
    """Yield this process's batches, epoch after epoch, without the first `done`.

    Each round has one batch per process.

    Args:
        examples_of: a deterministic function from the numbers of updates before each epoch up to
            this one (0 for the first) to the examples of this epoch.
        config: the settings of the run.
        done: the number of batches to skip.
        team: the number of this process, and of all processes.

    Raises:
        ValueError: if an epoch has fewer batches than there are processes.
    """
    starts = [0]
    for epoch in count():
        seed = config.seed * 1000 + epoch
        batches = make_batches(examples_of(starts), config.batch_tokens, seed)
        rounds = count_rounds(batches, team)
        own = batches[team.rank : rounds * team.size : team.size]
        yield from own[done:]
        done = max(done - rounds, 0)
        starts.append(starts[-1] + rounds)


def count_rounds(batches: Sequence[list[TrainingExample]], team: Team) -> int:
    """Return the number of batches that each process of the team gets.

    Raises:
        ValueError: if there are fewer batches than processes.
    """
    if len(batches) < team.size:
        raise ValueError(
            f"There are {len(batches)} batches for {team.size} processes: start fewer processes, "
            "or make the batches smaller (--batch-tokens)."
        )
    return len(batches) // team.size


def collate(examples: Sequence[TrainingExample], device: torch.device | str) -> Batch:
    """Pad examples to one batch, with shares if any example has links for guided attention."""
    source = pad_ids([example.source for example in examples]).to(device)
    target = pad_ids([example.target for example in examples]).to(device)
    start = target.new_full((len(examples), 1), START_ID)
    guides, size = [example.guide for example in examples], (*target.shape, source.shape[1])
    shares = link_shares(guides, size).to(device) if any(guides) else None
    return Batch(source, torch.cat([start, target[:, :-1]], dim=1), target, shares)
