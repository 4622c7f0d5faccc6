"""Triage measures of corpus pairs, by forced decoding with one or several models."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from alignoscope.analysis.likelihoods import batch_likelihoods
from alignoscope.analysis.triage.measures import (
    MEASURES,
    WASS_TO_DATA,
    PairMeasures,
    measure,
    wass_to_data,
)
from alignoscope.decoding.forced import force
from alignoscope.decoding.reading import read
from alignoscope.models.beside import beside
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.models.single_source_readout import has_posterior
from alignoscope.records.limits import MAX_MEASURED

SentencePair = tuple[str, str]  # a source and its target


def measure_pairs(
    checkpoints: Sequence[Checkpoint], pairs: Sequence[SentencePair], *, posterior: bool = True
) -> list[PairMeasures | None]:
    """Force a batch of pairs with several models, and measure the maps of the first one.

    The other models only enter the measure "disagreement". The result is None for a pair that one
    of the models cannot read. `posterior` enables the measure "surprise", and takes most of the
    time.
    """
    kept = [i for i, pair in enumerate(pairs) if _fits(checkpoints, pair)]
    sources, targets = [pairs[i][0] for i in kept], [pairs[i][1] for i in kept]
    traces = [force(one, sources, targets) for one in checkpoints]
    posterior = posterior and has_posterior(checkpoints[0].model)
    if posterior and traces[0] and traces[0][0].weights is not None:
        alone = batch_likelihoods(checkpoints[0], traces[0])
        both = zip(traces[0], alone, strict=True)
        traces[0] = [replace(trace, likelihoods=one) for trace, one in both]
    path = checkpoints[0].path
    known = beside(path.parent).words if path else None
    found: list[PairMeasures | None] = [None] * len(pairs)
    for i, same in zip(kept, zip(*traces, strict=True), strict=True):
        found[i] = measure(same, known)
    return found


def numbers_of(found: Sequence[PairMeasures | None]) -> dict[str, np.ndarray]:
    """Return the values [pairs] of each measure by name, NaN where a pair has none.

    Wass-to-Data, which compares a pair with the others, is computed here.
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


def _fits(checkpoints: Sequence[Checkpoint], pair: SentencePair) -> bool:
    """Return whether all models can read both texts."""
    try:
        for checkpoint in checkpoints:
            for text in pair:
                read(checkpoint.tokenizer, text, "", MAX_MEASURED)
    except ValueError:
        return False
    return True
