"""The examples of one epoch: as the corpus has them, in fewer merges, or joined to longer ones."""

from collections.abc import Sequence
from random import Random

from alignoscope.training.batches import Example, encode_pairs
from alignoscope.training.bpe_dropout import resample
from alignoscope.training.config import TrainingConfig
from alignoscope.training.guide import join_guides
from alignoscope.training.material import Material
from alignoscope.training.mix import Mix, draw_pairs

MOST_JOINED = 6


def examples_at(
    material: Material, config: TrainingConfig, mix: Mix | None, starts: Sequence[int]
) -> list[Example]:
    """Return the training examples of an epoch, or of a window where there is a mix.

    `starts` are the updates before each one until this one; see `batch_stream`.
    """
    if mix is None:
        return epoch_examples(material, config, len(starts) - 1)
    return window_examples(material, config, mix, starts)


def window_examples(
    material: Material, config: TrainingConfig, mix: Mix, starts: Sequence[int]
) -> list[Example]:
    """Return the training examples of a window of several corpora, joined across them."""
    seed = config.seed * 1000 + len(starts) - 1
    pairs = draw_pairs(mix, starts)
    if config.piece_dropout:
        examples = resample(
            pairs,
            material.tokenizer,
            dropout=config.piece_dropout,
            max_len=config.max_len,
            seed=seed,
        )
    else:
        examples = encode_pairs(pairs, material.tokenizer, config.max_len)
    return join_examples(examples, config.joined_share, config.max_len, seed)


def epoch_examples(material: Material, config: TrainingConfig, epoch: int) -> list[Example]:
    """Return the training examples of an epoch, which the seed and its number decide."""
    seed = config.seed * 1000 + epoch
    examples = material.train
    if config.piece_dropout:
        examples = resample(
            material.pairs,
            material.tokenizer,
            dropout=config.piece_dropout,
            max_len=config.max_len,
            seed=seed,
            file=material.links,
        )
    return join_examples(examples, config.joined_share, config.max_len, seed)


def join_examples(
    examples: Sequence[Example], share: float, max_len: int, seed: int
) -> list[Example]:
    """Return each example once, so that a share of what is returned are several in one.

    Each of these is made of two to `MOST_JOINED` random ones, or of fewer where the next would
    exceed `max_len` pieces on a side: attention that has read single sentences only is lost in
    long ones.
    """
    if not share:
        return list(examples)
    draw = Random(seed)
    left = list(examples)
    draw.shuffle(left)
    made: list[Example] = []
    while left:
        joined = left.pop()
        most = draw.randint(2, MOST_JOINED) if draw.random() < share else 1
        for _ in range(most - 1):
            if not left:
                break
            more = left[-1]
            # Of the end marks only the last one stays.
            longer = Example(
                [*joined.source[:-1], *more.source],
                [*joined.target[:-1], *more.target],
                join_guides(joined.guide, more.guide, len(joined.source) - 1),
            )
            if longer.longest > max_len:
                break
            left.pop()
            joined = longer
        made.append(joined)
    return made
