"""Names of variants and of models, and a model's configuration. No torch here."""

import math
import re
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import NamedTuple

from alignoscope.records.catalogue import timings as catalogue_timings
from alignoscope.records.catalogue.normalisers import MONOTONIC, NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import SCORES

TIMINGS = tuple(catalogue_timings.TIMINGS)
STARTS = ("last", "mean")
CELLS = ("rnn", "gru", "lstm")
GRU = "gru"  # the cell of a model whose name states no cell
SIZE = 256  # the hidden size of a model whose name states no size
FIXED_CONTEXT = "fixed-context"
FEED = "-feed"
COPY = "-copy"
TRANSFORMER = "transformer"  # a family beside the timings: it has no RNN, whose state could ask
NO_POSITIONS = "-no-positions"
GUIDED = "-guided"  # suffix of a file name: an aligner's links guided the attention


class Variant(NamedTuple):
    """The choices that a variant's name encodes."""

    timing: str
    score: str
    input_feeding: bool
    normaliser: str = SOFTMAX
    copying: bool = False


@lru_cache(1000)
def parse_variant(name: str) -> Variant:
    """Parse the name of a variant, `"<timing>-<score>"`, `fixed-context` or a Transformer's.

    The score may be followed by `-entmax15`, `-sparsemax` or `-monotonic` (a normaliser other than
    softmax), then by `-feed` (input feeding), then by `-copy` (copying from the source, see
    `CopyGate`).

    `fixed-context` is the decoder of Bahdanau et al. 2015 with the score `none`: the RNN
    encoder-decoder that the paper compares with. `transformer` is the model of Vaswani et al. 2017,
    whose heads have the score `scaled-dot`; its name is in the place of a timing. It has no
    positions if `-no-positions` follows.

    Raises:
        ValueError: if the name has another form, or feeds input under another timing than Luong's.
    """
    if name == FIXED_CONTEXT:
        return Variant("bahdanau", "none", False)
    if is_transformer(name):
        return Variant(TRANSFORMER, "scaled-dot", False)
    timing, _, rest = name.partition("-")
    alone = rest.removesuffix(COPY)
    score, normaliser = alone.removesuffix(FEED), SOFTMAX
    for other in NORMALISERS:
        if score.endswith(f"-{other}"):
            score, normaliser = score.removesuffix(f"-{other}"), other
    if timing not in TIMINGS or not score:
        raise ValueError(
            f"Unknown variant {name!r}: expected '<timing>-<score>' with a timing of "
            f"{', '.join(TIMINGS)} (for example 'luong-general'), '{FIXED_CONTEXT}', "
            f"'{TRANSFORMER}' or '{TRANSFORMER}{NO_POSITIONS}'."
        )
    if score == "none" and normaliser != SOFTMAX:
        raise ValueError(f"Variant {name!r}: without a score there is nothing to normalise.")
    if normaliser == MONOTONIC and score.startswith("local-"):
        raise ValueError(
            f"Variant {name!r}: a window and monotonic attention both say where a step may look; "
            f"use '{name.replace('-' + MONOTONIC, '')}' or a score without a window."
        )
    if score == "none" and rest.endswith(COPY):
        raise ValueError(f"Variant {name!r}: without a score there are no weights to copy by.")
    variant = Variant(timing, score, alone.endswith(FEED), normaliser, rest.endswith(COPY))
    unfed = catalogue_timings.TIMINGS[timing].unfed
    if variant.input_feeding and unfed:
        raise ValueError(
            f"Variant {name!r}: input feeding belongs to Luong's timing. Under {timing}'s "
            f"{unfed}; use 'luong-{rest}' or '{timing}-{score}'."
        )
    return variant


def feeds_input(variant: str) -> bool:
    """Return whether a name, perhaps another tool's, is of a variant with input feeding."""
    return variant.removesuffix(COPY).endswith(FEED)


def is_transformer(variant: str) -> bool:
    """Return whether a variant is a Transformer, which has no RNN and so no timing."""
    return variant.removesuffix(NO_POSITIONS) == TRANSFORMER


def has_positions(variant: str) -> bool:
    """Return whether a Transformer adds positions to its embeddings."""
    return not variant.endswith(NO_POSITIONS)


class Named(NamedTuple):
    """The parts of a model's name, such as `luong-dot-lstm-guided` or `luong-general@512`.

    The cell `gru` is omitted, and the hidden size unless it is above `SIZE`, that of the models
    whose scores are compared.
    """

    variant: str
    guided: bool = False
    cell: str = GRU
    size: int = SIZE

    def __str__(self) -> str:
        cell, size = f"-{self.cell}" * (self.cell != GRU), f"@{self.size}" * (self.size > SIZE)
        return f"{self.variant}{cell}{GUIDED * self.guided}{size}"


@lru_cache(1000)
def named_model(file: str) -> Named:
    """Parse the name of a model's file."""
    name = re.sub(r"-seed\d+$", "", PurePath(file).stem)
    name, _, size = name.partition("@")
    units = max(int(size), SIZE) if re.fullmatch(r"[0-9]{1,5}", size) else SIZE
    variant, guided = name.removesuffix(GUIDED), name.endswith(GUIDED)
    for cell in CELLS:
        if variant.endswith(f"-{cell}") and cell != GRU:
            return Named(variant.removesuffix(f"-{cell}"), guided, cell, units)
    return Named(variant, guided, size=units)


def model_order(name: str) -> tuple:
    """Return the sort key of a model's or a file's name: its place among the models of a page.

    The order is by timing, then score, normaliser, input feeding and copying; the additive score
    is first under Bahdanau's timing. Transformers follow the timings, then come models without
    attention, and names of unknown form are last.
    """
    variant, *rest = named_model(name)
    try:
        timing, score, feeding, normaliser, copying = parse_variant(variant)
    except ValueError:
        return (2, PurePath(name).stem)
    scores = list(SCORES)
    rank = scores.index(score) if score in scores else len(scores)
    own = (timing, score) == ("bahdanau", "additive")
    made = list(NORMALISERS).index(normaliser)
    stem = PurePath(name).stem
    place = TIMINGS.index(timing) if timing in TIMINGS else len(TIMINGS)
    return (score == "none", place, not own, rank, made, feeding, copying, *rest, stem)


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
        layers: number of layers, both of the encoder and of the decoder.
        bidirectional: whether the encoder reads the source in both directions.
        window: D of local attention, which attends to 2 D + 1 positions.
        dropout: rate on embeddings, values and readouts, in training.
        rnn_dropout: rate on the states of the decoder's RNNs where attention and readout read them,
            in training.
        start: the encoder state that initialises the decoder: the "last" one read, or the "mean" of
            all, as in Nematus.
        heads: number of heads of a Transformer.
        feed_forward: size of the hidden layer of a Transformer's feed-forward networks.
        aligned_layer: the decoder layer, from 1, whose attention a Transformer's traces have; 0 is
            the last but one.

    A Transformer has no cell, no attention size, no window and no RNN's dropout, direction or
    start.

    Raises:
        ValueError: if a size, a number, the cell or the dropout is out of range, or the sizes of a
            Transformer do not fit together.
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
    heads: int = 4
    feed_forward: int = 512
    aligned_layer: int = 0

    def __post_init__(self) -> None:
        parse_variant(self.variant)
        if self.cell not in CELLS:
            raise ValueError(f"Unknown cell {self.cell!r}: expected one of {', '.join(CELLS)}.")
        if self.start not in STARTS:
            raise ValueError(f"Unknown start {self.start!r}: expected one of {', '.join(STARTS)}.")
        highest = _HIGHEST | ({} if is_transformer(self.variant) else {"layers": 3})
        for name, high in highest.items():
            number = getattr(self, name)
            if not isinstance(number, int) or not 1 <= number <= high:
                raise ValueError(
                    f"{name} is {number!r}: expected a whole number from 1 to {high:,}."
                )
        if is_transformer(self.variant):
            self._check_transformer()
        elif self.bidirectional and self.hidden_size % 2:
            raise ValueError(
                f"hidden_size is {self.hidden_size}: expected an even number, half for each "
                "direction of the encoder."
            )
        for name in ("dropout", "rnn_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(
                    f"{name} is {getattr(self, name)}: expected at least 0 and below 1."
                )

    def named(self, *, guided: bool) -> Named:
        """Return the name of a model of this shape, whose attention was perhaps `guided`."""
        return Named(self.variant, guided, self.cell, max(self.hidden_size, SIZE))

    @property
    def two_way(self) -> bool:
        """Whether values are states of two RNNs, one in each direction; a Transformer has none."""
        return self.bidirectional and not is_transformer(self.variant)

    def fields(self) -> dict[str, object]:
        """Return the fields by name; those of Transformers alone are left out of other models."""
        left_out = set() if is_transformer(self.variant) else TRANSFORMERS_OWN
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    def _check_transformer(self) -> None:
        size = self.hidden_size
        if self.cell != GRU:
            raise ValueError(f"cell is {self.cell!r}: a Transformer has no RNN. Leave it out.")
        if size != self.embedding_size:
            raise ValueError(
                f"hidden_size is {size} and embedding_size {self.embedding_size}: in a "
                "Transformer, embeddings pass through all layers, so give both the same size."
            )
        if size % self.heads or size % 2:
            fitting = math.lcm(self.heads, 2) * max(round(size / math.lcm(self.heads, 2)), 1)
            raise ValueError(
                f"hidden_size is {size} and heads {self.heads}: the heads share the vectors "
                f"evenly, and positions are pairs of numbers. A size such as {fitting} fits."
            )
        if not 0 <= self.aligned_layer <= self.layers:
            raise ValueError(
                f"aligned_layer is {self.aligned_layer}: expected 1 to {self.layers}, the number "
                "of layers, or 0 for the last but one."
            )


TRANSFORMERS_OWN = {"heads", "feed_forward", "aligned_layer"}
_HIGHEST = {
    "vocab_size": 100_000,
    "embedding_size": 10_000,
    "hidden_size": 10_000,
    "attention_size": 10_000,
    "layers": 12,
    "window": 100,
    "heads": 64,
    "feed_forward": 10_000,
}
