"""The rows of a report: one record type per measurement, with the conditions it was made under."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

ALIGNED_BY = ("weights", "posterior")  # the maps that links can be read off


@dataclass(frozen=True, kw_only=True)
class Quality:
    """Translation quality on one part of the corpus, for one decoding.

    With one reference, each pair counts as one sentence. With several, all pairs with the same
    source count as one sentence, and their targets are its references.
    """

    part: str  # "dev" or "test"
    decoding: str  # "greedy", or "beam 5" with the width
    references: str  # "one" or "several"
    sentences: int
    skipped: int  # sentences too long to decode
    bleu: float  # 0 to 100
    chrf: float  # 0 to 100
    exact: float  # percentage of translations that equal a reference
    bleu_signature: str  # the signature from sacrebleu
    chrf_signature: str
    bleu_low: float | None = None  # lower end of the 95 % bootstrap interval; newer files only
    bleu_high: float | None = None  # upper end of that interval


@dataclass(frozen=True, kw_only=True)
class Resampled:
    """Bootstrap samples of one-reference BLEU; every checkpoint is scored on the same samples."""

    part: str
    decoding: str
    bleu: tuple[float, ...]  # one score per bootstrap sample


@dataclass(frozen=True, kw_only=True)
class Forced:
    """Loss and attention statistics of forced decoding on one part of the corpus.

    The last three are None for a model without attention. All are over pieces, not words, and
    include the end marks.
    """

    part: str
    pairs: int
    skipped: int
    tokens: int  # target tokens
    loss: float  # nats per target token, without label smoothing
    entropy: float | None  # mean over the rows of weights (nats)
    uniform_entropy: float | None  # the same for uniform rows (nats)
    coverage: float | None  # mean |column sum - 1| over the columns; 0 is even coverage


@dataclass(frozen=True, kw_only=True)
class LengthScore:
    """One-reference BLEU of greedy translations of sources with `shortest` to `longest` words."""

    part: str
    shortest: int
    longest: int
    pairs: int
    joined: bool  # True if whole sentences were joined, as too few are this long
    sentences: float  # mean number of joined sentences
    words: float  # mean length of the sources
    bleu: float
    bleu_low: float | None = None  # the interval is that of `Quality`
    bleu_high: float | None = None


@dataclass(frozen=True, kw_only=True)
class RarityScore:
    """One-reference BLEU of sources by how often their rarest word was in the training part."""

    part: str
    decoding: str
    least: int
    most: int | None  # None for "and more"
    pairs: int
    bleu: float
    bleu_low: float | None = None  # the interval is that of `Quality`
    bleu_high: float | None = None


@dataclass(frozen=True, kw_only=True)
class Translation:
    """What a model made of a sentence of a file."""

    part: str  # the name of the file
    decoding: str
    source: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Alignment:
    """The alignment error of a model's links on one part of a gold set, for one choice of options.

    For each shift and method, the threshold is the best on dev. `chosen` marks the shift and method
    that are best on dev among the rows with the same directions, symmetrisation and measure. For
    balanced maps, only the chosen rows are kept.

    Links of an aligner (`AlignerReport`) have the method "aligner", shift 0 and no threshold.
    """

    gold: str  # the name of the gold set
    part: str  # "dev", "test", "all" or "short" (at most 15 words on both sides)
    directions: int  # 1, or 2 with a model of the other direction
    symmetrisation: str | None  # None for one direction
    shift: int
    method: str
    threshold: float | None  # None for arg-max
    chosen: bool
    dev_aer: float  # AER on dev, by which the options were chosen
    pairs: int
    skipped: int
    aer: float  # 0 to 1, like precision and recall
    precision: float
    recall: float
    backward: bool = False  # True: only the model of the other direction
    measure: str = "weights"  # one of `ALIGNED_BY`; newer files only
    balanced: bool = False  # True after `analysis.links.balance`


@dataclass(frozen=True, kw_only=True)
class Speed:
    """The time to translate one sentence from text to trace, on one thread."""

    decoding: str
    words: int  # source words
    tokens: int  # written tokens, with the end mark
    runs: int
    milliseconds: float  # median over the runs


def chosen_errors(alignment: Sequence[Alignment]) -> dict[str, list[Alignment]]:
    """Return the rows with the options that are best on dev, by way of alignment.

    The ways are one direction, two directions, and the backward model, each for the weights and the
    posterior, plain and balanced. Each way has one row per part of the gold sets. Two directions
    use the symmetrisation that is best on dev.
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
