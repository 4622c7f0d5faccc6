"""Names of variants and of models, and a model's configuration. No torch here."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from alignoscope.records.catalogue import timings as catalogue_timings
from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import SCORES

TIMINGS = tuple(catalogue_timings.TIMINGS)
STARTS = ("last", "mean")
CELLS = ("rnn", "gru", "lstm")
GRU = "gru"  # the cell of a model whose name states no cell
FIXED_CONTEXT = "fixed-context"
FEED = "-feed"
GUIDED = "-guided"  # suffix of a file name: an aligner's links guided the attention


class Variant(NamedTuple):
    """The choices that a variant's name encodes."""

    timing: str
    score: str
    input_feeding: bool
    normaliser: str = SOFTMAX


@lru_cache(1000)
def parse_variant(name: str) -> Variant:
    """Parse the name of a variant, `"<timing>-<score>"` or `fixed-context`.

    The score may be followed by `-entmax15` or `-sparsemax` (a normaliser other than softmax), then
    by `-feed` (input feeding).

    `fixed-context` is the decoder of Bahdanau et al. 2015 with the score `none`: the RNN
    encoder-decoder that the paper compares with.

    Raises:
        ValueError: if the name has another form, or feeds input under another timing than Luong's.
    """
    if name == FIXED_CONTEXT:
        return Variant("bahdanau", "none", False)
    timing, _, rest = name.partition("-")
    score, normaliser = rest.removesuffix(FEED), SOFTMAX
    for other in NORMALISERS:
        if score.endswith(f"-{other}"):
            score, normaliser = score.removesuffix(f"-{other}"), other
    if timing not in TIMINGS or not score:
        raise ValueError(
            f"Unknown variant {name!r}: expected '<timing>-<score>' with a timing of "
            f"{', '.join(TIMINGS)} (for example 'luong-general'), or '{FIXED_CONTEXT}'."
        )
    if score == "none" and normaliser != SOFTMAX:
        raise ValueError(f"Variant {name!r}: without a score there is nothing to normalise.")
    variant = Variant(timing, score, rest.endswith(FEED), normaliser)
    unfed = catalogue_timings.TIMINGS[timing].unfed
    if variant.input_feeding and unfed:
        raise ValueError(
            f"Variant {name!r}: input feeding belongs to Luong's timing. Under {timing}'s "
            f"{unfed}; use 'luong-{rest}' or '{timing}-{score}'."
        )
    return variant


class Named(NamedTuple):
    """The parts of a model's name, such as `luong-dot-lstm-guided`; the cell `gru` is omitted."""

    variant: str
    guided: bool = False
    cell: str = GRU

    def __str__(self) -> str:
        return f"{self.variant}{f'-{self.cell}' * (self.cell != GRU)}{GUIDED * self.guided}"


@lru_cache(1000)
def named_model(file: str) -> Named:
    """Parse the name of a model's file."""
    name = re.sub(r"-seed\d+$", "", PurePath(file).stem)
    variant, guided = name.removesuffix(GUIDED), name.endswith(GUIDED)
    for cell in CELLS:
        if variant.endswith(f"-{cell}") and cell != GRU:
            return Named(variant.removesuffix(f"-{cell}"), guided, cell)
    return Named(variant, guided)


def model_order(name: str) -> tuple:
    """Return the sort key of a model's or a file's name: its place among the models of a page.

    The order is by timing, then score, normaliser and input feeding; the additive score is first
    under Bahdanau's timing. Models without attention follow, and names of unknown form are last.
    """
    variant, *rest = named_model(name)
    try:
        timing, score, feeding, normaliser = parse_variant(variant)
    except ValueError:
        return (2, PurePath(name).stem)
    scores = list(SCORES)
    rank = scores.index(score) if score in scores else len(scores)
    own = (timing, score) == ("bahdanau", "additive")
    made = list(NORMALISERS).index(normaliser)
    stem = PurePath(name).stem
    return (score == "none", TIMINGS.index(timing), not own, rank, made, feeding, *rest, stem)


def another_model(file: str, model: Named) -> str:
    """Return a note on which model a file holds if its name states another; else ""."""
    if named_model(file) == model:
        return ""
    return f"The file {PurePath(file).name} holds a model of {model}."


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """The hyperparameters that determine a model's architecture.

    Args:
        variant: the name of the variant (`parse_variant`).
        vocab_size: number of pieces in the vocabulary.
        cell: the RNN cell, one of `CELLS`.
        embedding_size: size of an embedding.
        hidden_size: size of a decoder state (the query) and of an encoder state (a key); each
            direction of a bidirectional encoder has half of it.
        attention_size: size of the hidden layer in scores that have one.
        layers: number of RNN layers, both of the encoder and of the decoder.
        bidirectional: whether the encoder reads the source in both directions.
        window: D of local attention, which attends to 2 D + 1 positions.
        dropout: rate on embeddings, values and readouts, in training.
        rnn_dropout: rate on the states of the decoder's RNNs where attention and readout read them,
            in training.
        start: the encoder state that initialises the decoder: the "last" one read, or the "mean" of
            all, as in Nematus.

    Raises:
        ValueError: if a size, a number, the cell or the dropout is out of range.
    """

    variant: str
    vocab_size: int
    cell: str = "gru"
    embedding_size: int = 256
    hidden_size: int = 256
    attention_size: int = 256
    layers: int = 1
    bidirectional: bool = True
    window: int = 3
    dropout: float = 0.1
    rnn_dropout: float = 0.0
    start: str = "last"

    def __post_init__(self) -> None:
        parse_variant(self.variant)
        if self.cell not in CELLS:
            raise ValueError(f"Unknown cell {self.cell!r}: expected one of {', '.join(CELLS)}.")
        if self.start not in STARTS:
            raise ValueError(f"Unknown start {self.start!r}: expected one of {', '.join(STARTS)}.")
        for name, high in _HIGHEST.items():
            number = getattr(self, name)
            if not isinstance(number, int) or not 1 <= number <= high:
                raise ValueError(
                    f"{name} is {number!r}: expected a whole number from 1 to {high:,}."
                )
        if self.bidirectional and self.hidden_size % 2:
            raise ValueError(
                f"hidden_size is {self.hidden_size}: expected an even number, half for each "
                "direction of the encoder."
            )
        for name in ("dropout", "rnn_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(
                    f"{name} is {getattr(self, name)}: expected at least 0 and below 1."
                )


_HIGHEST = {
    "vocab_size": 100_000,
    "embedding_size": 10_000,
    "hidden_size": 10_000,
    "attention_size": 10_000,
    "layers": 3,
    "window": 100,
}
