"""The alignment error rate with shift, method and threshold chosen on dev."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from alignoscope.analysis.links import (
    METHODS,
    THRESHOLD,
    AlignmentScore,
    LinkOptions,
    alignment_error,
    read_links,
)
from alignoscope.analysis.symmetrisation import SYMMETRISATIONS
from alignoscope.analysis.words import SHIFTS
from alignoscope.data.gold import GoldPair
from alignoscope.evaluation.alignment import EvaluatedMaps, gold_maps, measures_of
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.links import Links, swap
from alignoscope.records.measured_rows import Alignment

THRESHOLDS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
SHORT = 15
ALONE = "backward"  # The links of the model of the other direction, not symmetrised.
ROUNDED = ("dev_aer", "aer", "precision", "recall")


class GoldPart(NamedTuple):
    """One part of a gold set: "dev", "test", "all" or "short"."""

    name: str
    part: str
    pairs: tuple[GoldPair, ...]


class Options(NamedTuple):
    """The options of extracting links from a map; the threshold is None for arg-max."""

    balanced: bool
    shift: int
    method: str
    threshold: float | None


def measure_alignment(
    checkpoint: Checkpoint, golds: Sequence[GoldPart], backward: Checkpoint | None = None
) -> list[Alignment]:
    """Return the error on every part of the gold sets, with options chosen on the first "dev" part.

    Links are extracted from the weights and, if the models have one, from the posterior, unchanged
    and balanced. With `backward`, a model of the other direction, each of these is also measured
    with every symmetrisation and for the backward model by itself. For each shift and method there
    is one row per part, with the threshold of the lowest error on dev (the first of equals). The
    best shift and method on dev is marked as chosen; for balanced maps there is no other row.

    Raises:
        ValueError: if no part is "dev", a part is empty, or a model has no attention.
    """
    dev = next((i for i, gold in enumerate(golds) if gold.part == "dev" and gold.pairs), None)
    if dev is None:
        raise ValueError(
            "No gold pair is in the part 'dev', where shift and threshold are chosen: name some "
            "in the gold file's column 'part'."
        )
    measures = [one for one in measures_of(checkpoint) if one in measures_of(backward)]
    maps = [gold_maps(checkpoint, gold.pairs) for gold in golds]
    back = [None if backward is None else _backward_maps(backward, gold.pairs) for gold in golds]
    rows = []
    names = (None, *SYMMETRISATIONS, ALONE) if backward else (None,)
    for measure, balanced, name in product(measures, (False, True), names):
        errors = [_error_of(*parts, measure, name) for parts in zip(golds, maps, back, strict=True)]
        picked = pick_options(errors[dev], balanced)
        chosen = min(picked, key=picked.__getitem__)
        joined = name in SYMMETRISATIONS
        way = {
            "directions": 2 if joined else 1,
            "symmetrisation": name if joined else None,
            "backward": name == ALONE,
            "measure": measure,
        }
        for options, dev_aer in picked.items():
            if balanced and options != chosen:
                continue
            choice = {**options._asdict(), "chosen": options == chosen, "dev_aer": dev_aer}
            for gold, error in zip(golds, errors, strict=True):
                score = error(options)._asdict()
                numbers = {k: round(v, 4) for k, v in (choice | score).items() if k in ROUNDED}
                row = way | choice | score | numbers
                rows.append(Alignment(gold=gold.name, part=gold.part, **row))
    return rows


def pick_options(
    error: Callable[[Options], AlignmentScore], balanced: bool = False
) -> dict[Options, float]:
    """Return the options with the lowest error for each shift and method, and that error.

    Of equal errors the first one counts: no shift, arg-max and low thresholds come first.
    """
    picked = {}
    for shift in sorted(SHIFTS, key=abs):
        for method in METHODS:
            thresholds = THRESHOLDS if method == "threshold" else (None,)
            errors = {
                options: error(options).aer
                for options in (Options(balanced, shift, method, one) for one in thresholds)
            }
            best = min(errors, key=errors.__getitem__)
            picked[best] = errors[best]
    return picked


def short_pairs(gold: Sequence[GoldPair], most: int = SHORT) -> list[GoldPair]:
    """Return the pairs with at most `most` words on both sides."""
    return [p for p in gold if max(len(p.source_words), len(p.target_words)) <= most]


@cache
def _backward_maps(backward: Checkpoint, pairs: tuple[GoldPair, ...]) -> list[EvaluatedMaps | None]:
    """Return the maps of a model of the other direction, computed once for all its partners."""
    return gold_maps(backward, pairs, backward=True)


def _error_of(
    gold: GoldPart,
    maps: Sequence[EvaluatedMaps | None],
    back: Sequence[EvaluatedMaps | None] | None,
    measure: str,
    name: str | None,
) -> Callable[[Options], AlignmentScore]:
    """Return a function from options to the error on one part of a gold set.

    Args:
        gold: the part.
        maps: the model's maps of its pairs.
        back: the maps of the model of the other direction, if any.
        measure: the measure from which links are extracted.
        name: a symmetrisation, `ALONE`, or None for the model by itself.
    """

    def error(options: Options) -> AlignmentScore:
        found = _links(maps, measure, options)
        if name is not None and back is not None:
            join = SYMMETRISATIONS.get(name, lambda _, other: other)
            both = zip(found, _links(back, measure, options), strict=True)
            found = [
                None if one is None or other is None else join(one, swap(other))
                for one, other in both
            ]
        return alignment_error(found, gold.pairs)

    return error


def _links(
    maps: Sequence[EvaluatedMaps | None], measure: str, options: Options
) -> list[Links | None]:
    threshold = THRESHOLD if options.threshold is None else options.threshold
    extraction = LinkOptions(measure, options.shift, options.method, threshold, options.balanced)
    return [None if one is None else read_links(one, extraction) for one in maps]
