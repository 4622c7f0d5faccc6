"""The training examples of one epoch, with BPE-dropout and concatenation of sentences."""

from collections.abc import Sequence
from random import Random

from alignoscope.training.batches import TrainingExample, encode_pairs
from alignoscope.training.bpe_dropout import resample
from alignoscope.training.config import TrainingConfig
from alignoscope.training.guide import join_guides, pick_links
from alignoscope.training.mix import Mix, draw_pairs
from alignoscope.training.training_data import TrainingData

MOST_JOINED = 6


def examples_at(
    material: TrainingData, config: TrainingConfig, mix: Mix | None, starts: Sequence[int]
) -> list[TrainingExample]:
    """Return the training examples of an epoch, or of a window if there is a mix.

    Args:
        material: the training data.
        config: the settings of the run.
        mix: the mix of several corpora, or None.
        starts: the numbers of updates before each epoch up to this one; see `batch_stream`.
    """
    if mix is None:
        return epoch_examples(material, config, len(starts) - 1)
    return window_examples(material, config, mix, starts)


def window_examples(
    material: TrainingData, config: TrainingConfig, mix: Mix, starts: Sequence[int]
) -> list[TrainingExample]:
    """Return the training examples of a window of several corpora; see `examples_at`.

    Concatenated examples may combine sentences of different corpora. Only pairs of the main corpus
    and of its teacher have links for guided attention.
    """
    seed = config.seed * 1000 + len(starts) - 1
    pairs = draw_pairs(mix, starts)
    links = material.links and pick_links(material.links, material.pairs, pairs)
    if config.piece_dropout:
        examples = resample(
            pairs,
            material.tokenizer,
            dropout=config.piece_dropout,
            max_len=config.max_len,
            seed=seed,
            file=links,
        )
    else:
        examples = encode_pairs(pairs, material.tokenizer, config.max_len, links)
    return join_examples(examples, config.joined_share, config.max_len, seed)


def epoch_examples(
    material: TrainingData, config: TrainingConfig, epoch: int
) -> list[TrainingExample]:
    """Return the training examples of an epoch, which depend only on the seed and its number."""
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
    examples: Sequence[TrainingExample], share: float, max_len: int, seed: int
) -> list[TrainingExample]:
    """Return each example once, with about a `share` of the returned ones concatenated.

    Each of these concatenates two to `MOST_JOINED` random examples, or fewer if the next would
    exceed `max_len` tokens on a side. Attention trained on single sentences only fails on long
    ones.

    Args:
        examples: the examples.
        share: the probability that a returned example is concatenated; 0 returns all unchanged.
        max_len: the largest number of tokens on a side.
        seed: the seed of all random choices.
    """
    if not share:
        return list(examples)
    draw = Random(seed)
    left = list(examples)
    draw.shuffle(left)
    made: list[TrainingExample] = []
    while left:
        joined = left.pop()
        most = draw.randint(2, MOST_JOINED) if draw.random() < share else 1
        for _ in range(most - 1):
            if not left:
                break
            more = left[-1]
            # Only the last end mark is kept.
            longer = TrainingExample(
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
