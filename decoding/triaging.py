"""Pairs of a corpus forced through models, and what is measured of each."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from alignoscope.analysis.likelihoods import batch_likelihoods
from alignoscope.analysis.triage.corpus import wass_to_data
from alignoscope.analysis.triage.measures import MEASURES, WASS_TO_DATA, Measured, measure
from alignoscope.decoding.forced import force
from alignoscope.decoding.reading import read
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.limits import MAX_MEASURED

Texts = tuple[str, str]  # a source and its target


def measure_pairs(
    checkpoints: Sequence[Checkpoint], pairs: Sequence[Texts], *, posterior: bool = True
) -> list[Measured | None]:
    """Force a batch of pairs through models; return what is measured of the first model's maps.

    The others say how much models disagree. None stands for a pair that one of them cannot read.
    Without the posterior, which takes most of the time, there is no surprise.
    """
    kept = [i for i, pair in enumerate(pairs) if _fits(checkpoints, pair)]
    sources, targets = [pairs[i][0] for i in kept], [pairs[i][1] for i in kept]
    traces = [force(one, sources, targets) for one in checkpoints]
    if posterior and traces[0] and traces[0][0].weights is not None:
        alone = batch_likelihoods(checkpoints[0], traces[0])
        both = zip(traces[0], alone, strict=True)
        traces[0] = [replace(trace, likelihoods=one) for trace, one in both]
    found: list[Measured | None] = [None] * len(pairs)
    for i, same in zip(kept, zip(*traces, strict=True), strict=True):
        found[i] = measure(same)
    return found


def numbers_of(found: Sequence[Measured | None]) -> dict[str, np.ndarray]:
    """Return the numbers of all pairs by measure, [pairs], NaN where there is none.

    Those that need the other pairs are found here.
    """
    kept = [i for i, one in enumerate(found) if one is not None]
    known = [one for one in found if one is not None]
    table = {name: np.full(len(found), np.nan) for name in MEASURES}
    for name, column in table.items():
        column[kept] = [one.numbers[name] for one in known]
    if known:
        far = wass_to_data([one.shares for one in known], table["log p"][kept])
        table[WASS_TO_DATA][kept] = far
    return table


def _fits(checkpoints: Sequence[Checkpoint], pair: Texts) -> bool:
    """Say whether all models can read both texts."""
    try:
        for checkpoint in checkpoints:
            for text in pair:
                read(checkpoint.tokenizer, text, "", MAX_MEASURED)
    except ValueError:
        return False
    return True
