"""The rows of a report, a record each: what was measured, and under which conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

ALIGNED_BY = ("weights", "posterior")  # the maps that links are read off


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How good the translations of one part are, by one way of decoding.

    Against one reference, each pair is a sentence of its own; against several, the pairs with the
    same source are one sentence whose references are all their targets.
    """

    part: str  # "dev" or "test"
    decoding: str  # "greedy", or "beam 5" with the width
    references: str  # "one" or "several"
    sentences: int
    skipped: int  # sentences too long to decode
    bleu: float  # 0 to 100
    chrf: float  # 0 to 100
    exact: float  # percent of translations that are equal to a reference
    bleu_signature: str  # sacrebleu's
    chrf_signature: str
    bleu_low: float | None = None  # 95 % interval, bootstrap over the sentences; in newer files
    bleu_high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Resampled:
    """BLEU, one reference, of the same random draws of a part's sentences for every checkpoint."""

    part: str
    decoding: str
    bleu: tuple[float, ...]  # a draw each


@dataclass(frozen=True, kw_only=True)
class Forced:
    """What a model thinks of the given targets of one part, and where it looks meanwhile.

    The last three are None for a model without attention. All are over pieces, not words, and the
    end marks are among them.
    """

    part: str
    pairs: int
    skipped: int
    tokens: int  # of the targets
    loss: float  # nats per target token, no label smoothing
    entropy: float | None  # nats, mean over the rows of weights
    uniform_entropy: float | None  # the same of rows that look everywhere alike
    coverage: float | None  # mean |column sum - 1| over the columns: 0 if each is read just once


@dataclass(frozen=True, kw_only=True)
class LengthScore:
    """BLEU of greedy translations of sources with `shortest` to `longest` words, one reference."""

    part: str
    shortest: int
    longest: int
    pairs: int
    joined: bool  # True: made by joining whole sentences, as there are too few so long
    sentences: float  # the mean number of sentences that were joined
    words: float  # the mean length of the sources
    bleu: float
    bleu_low: float | None = None  # as in `Quality`
    bleu_high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """The error of links from a model's maps on one part of a gold set, by one choice of options.

    For each shift and method the threshold is the best on dev; `chosen` marks the shift and method
    that are best on dev, among the rows with the same directions, symmetrisation and measure. Of
    balanced maps there are the chosen rows alone.

    An aligner's links (`AlignerReport`) have the method "aligner", no shift and no threshold.
    """

    gold: str  # the name of the gold set
    part: str  # "dev", "test", "all" or "short" (at most 15 words on both sides)
    directions: int  # 1, or 2 with a model of the other direction
    symmetrisation: str | None  # None one way
    shift: int
    method: str
    threshold: float | None  # None for arg-max
    chosen: bool
    dev_aer: float  # what it was chosen by
    pairs: int
    skipped: int
    aer: float  # 0 to 1, as are the next two
    precision: float
    recall: float
    backward: bool = False  # True: one way, by the model of the other direction alone
    measure: str = "weights"  # what the links are read off, of `ALIGNED_BY`; in newer files
    balanced: bool = False  # whether the map's columns were evened out first (`analysis.links`)


@dataclass(frozen=True, kw_only=True)
class Speed:
    """How long one sentence takes to translate, on one thread, from text to trace."""

    decoding: str
    words: int  # of the source
    tokens: int  # written, the end mark among them
    runs: int
    milliseconds: float  # the median of the runs


def chosen_errors(alignment: Sequence[Alignment]) -> dict[str, list[Alignment]]:
    """Return the rows with the options that are best on dev: one way, two ways, and backward.

    Each has a row a part of the gold sets, of the weights, of the balanced weights, and again of
    the posterior; two ways have the symmetrisation that is best on dev.
    """
    ways = {"": (1, False), ", two ways": (2, False), ", backward model": (1, True)}
    found = {}
    for measure, balanced, (way, kind) in product(ALIGNED_BY, (False, True), ways.items()):
        read = measure, balanced, *kind
        rows = [
            row
            for row in alignment
            if row.chosen and (row.measure, row.balanced, row.directions, row.backward) == read
        ]
        joining = min(rows, key=lambda row: row.dev_aer).symmetrisation if rows else None
        name = way if measure == "weights" else f"{way}, {measure}"
        name += ", balanced" * balanced
        found[name] = [row for row in rows if row.symmetrisation == joining]
    return found
