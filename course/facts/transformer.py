"""Facts about the Transformer: what it lacks, positions, scaling, and what its heads are for."""

from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from math import sqrt
from random import Random

import numpy as np
from torch import nn

from alignoscope.course.facts.looking import gold_pairs
from alignoscope.course.facts.oracle import LETTERS, own_translation
from alignoscope.course.facts.sentences import CATS
from alignoscope.decoding.ablation import Ablation, ablations
from alignoscope.decoding.greedy import translate
from alignoscope.decoding.heads import head_errors
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.transformer.layers import TransformerEncoder
from alignoscope.records.trace import Trace

CHASES = ("The dog sees the cat.", "The cat sees the dog.")
PARTS = {  # the modules of torch that parts of a model are made of
    "embeddings": nn.Embedding,
    "RNN": nn.RNNBase,
    "learnt matrices": nn.Linear,
}
KEYS, DRAWS = 10, 2_000  # keys per query, and random queries


def lacks(checkpoint: Checkpoint) -> str:
    """Return the parts of `PARTS` that a model has none of."""
    every = [*checkpoint.model.modules()]
    return ", ".join(
        name for name, kind in PARTS.items() if not any(isinstance(one, kind) for one in every)
    )


def without_positions(checkpoint: Checkpoint) -> Checkpoint:
    """Return a Transformer whose encoder adds no positions; nothing else is changed."""
    model = deepcopy(checkpoint.model)
    assert isinstance(model.encoder, TransformerEncoder)
    model.encoder.has_positions = False
    return replace(checkpoint, model=model)


def tells_apart(checkpoint: Checkpoint) -> str:
    """Return whether it writes the "same" or "different" words for the two `CHASES`."""
    written = {own_translation(text, checkpoint) for text in CHASES}
    return "same" if len(written) == 1 else "different"


def tells_apart_without(checkpoint: Checkpoint) -> str:
    """Return the same without positions in the encoder."""
    return tells_apart(without_positions(checkpoint))


def written_without(text: str, checkpoint: Checkpoint) -> str:
    """Return the translation of a text without positions in the encoder."""
    return own_translation(text, without_positions(checkpoint))


def reverses(checkpoint: Checkpoint) -> int:
    """Return how many of a hundred rows of three to ten random letters a model reverses."""
    return sum(trace.target.text == " ".join(reversed(row)) for row, trace in _reversed(checkpoint))


def stays(checkpoint: Checkpoint) -> int:
    """Return in how many of the same rows all steps that have a weight have it on one token."""
    found = [trace.weights for _, trace in _reversed(checkpoint)]
    chosen = [weights[weights.any(axis=1)] for weights in found if weights is not None]
    return sum(len(np.unique(rows.argmax(axis=1))) == 1 for rows in chosen)


def _reversed(checkpoint: Checkpoint) -> list[tuple[list[str], Trace]]:
    """Return the rows of letters, and what the model writes for each."""
    draw = Random(0)
    rows = [draw.choices(LETTERS, k=3 + i % 8) for i in range(100)]
    return [*zip(rows, translate(checkpoint, [" ".join(row) for row in rows]), strict=True)]


@lru_cache(20)
def largest(size: int, divisor: float) -> float:
    """Return the mean largest weight of ten keys, to two decimals.

    The numbers of queries and keys [size] are drawn at random, with a mean of 0 and a variance of
    1; a product q . k then has a variance of `size`. Scores are products over `divisor`.
    """
    drawn = np.random.default_rng(2017)
    query, keys = drawn.normal(size=(DRAWS, size)), drawn.normal(size=(DRAWS, KEYS, size))
    scores = np.einsum("ns,nks->nk", query, keys) / divisor
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return round(float((parts / parts.sum(axis=1, keepdims=True)).max(axis=1).mean()), 2)


def scaled(product: float, size: int) -> float:
    """Return a product of two vectors divided by the root of their size."""
    return product / sqrt(size)


def layers(checkpoint: Checkpoint) -> int:
    """Return the number of layers of the decoder."""
    return checkpoint.model.config.layers


def heads(checkpoint: Checkpoint) -> int:
    """Return the number of heads with which a layer looks at the source."""
    return checkpoint.model.config.heads


def count(checkpoint: Checkpoint) -> int:
    """Return the number of heads that look at the source, in all layers."""
    return layers(checkpoint) * heads(checkpoint)


@lru_cache(4)
def errors(checkpoint: Checkpoint) -> np.ndarray:
    """Return the alignment errors on the dev gold pairs [layers, heads + 1]; see `head_errors`."""
    return head_errors(checkpoint, gold_pairs())


def best_layer(checkpoint: Checkpoint) -> int:
    """Return the layer, from 1, whose mean over heads aligns best."""
    return int(errors(checkpoint)[:, -1].argmin()) + 1


def error_of(which: str, checkpoint: Checkpoint) -> float:
    """Return an alignment error, to two decimals.

    It is that of the best layer's mean over heads ("mean"), or of the "best" or the "worst" single
    head.
    """
    found = errors(checkpoint)
    chosen = {"mean": found[:, -1].min(), "best": found[:, :-1].min(), "worst": found[:, :-1].max()}
    return round(float(chosen[which]), 2)


@lru_cache(4)
def left_out(checkpoint: Checkpoint) -> list[Ablation]:
    """Return what a Transformer does with `CATS` without each head that looks at the source."""
    return ablations(checkpoint, translate(checkpoint, [CATS])[0])


def changed_by_one(checkpoint: Checkpoint) -> int:
    """Return how many heads change the translation of `CATS` if they alone are left out."""
    usual = own_translation(CATS, checkpoint)
    found = [one for one in left_out(checkpoint) if one.head is not None]
    return sum(one.written.target.text != usual for one in found)


def _layers(checkpoint: Checkpoint) -> list[Ablation]:
    return [one for one in left_out(checkpoint) if one.head is None]


def needed_layer(checkpoint: Checkpoint) -> int:
    """Return the layer, from 1, without whose heads the translation loses most."""
    return max(_layers(checkpoint), key=lambda one: one.fall).layer + 1


def greatest_fall(checkpoint: Checkpoint) -> float:
    """Return how far log p falls without that layer's heads, to one decimal (nats)."""
    return round(max(one.fall for one in _layers(checkpoint)), 1)


def most_by_one(checkpoint: Checkpoint) -> float:
    """Return how far log p falls without the single head that matters most, to one decimal."""
    return round(max(one.fall for one in left_out(checkpoint) if one.head is not None), 1)


def written_without_layer(checkpoint: Checkpoint) -> str:
    """Return the translation of `CATS` without the heads of the layer that matters most."""
    return max(_layers(checkpoint), key=lambda one: one.fall).written.target.text
