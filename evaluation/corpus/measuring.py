"""The measures of a part of a corpus, as Parquet."""

import io
from collections.abc import Sequence

import numpy as np
import pandas as pd

from alignoscope.analysis.triage.measures import PairMeasures
from alignoscope.decoding.triaging import measure_pairs, numbers_of
from alignoscope.evaluation.corpus.lines import CorpusLine
from alignoscope.models.checkpoint import Checkpoint

BATCH = 32


def measured_part(
    models: Sequence[Checkpoint], rows: Sequence[CorpusLine], *, posterior: bool
) -> tuple[bytes, int]:
    """Return the measures of a part as Parquet, and the number of lines in it.

    Only lines that all models can read are included. Lines are batched by similar length. The
    columns include those that Wass-to-Data is compared with.
    """
    found: list[PairMeasures | None] = [None] * len(rows)
    order = sorted(range(len(rows)), key=lambda i: (len(rows[i].target), len(rows[i].source)))
    for start in range(0, len(rows), BATCH):
        batch = order[start : start + BATCH]
        texts = [(rows[i].source, rows[i].target) for i in batch]
        measured = measure_pairs(models, texts, posterior=posterior)
        for i, one in zip(batch, measured, strict=True):
            found[i] = one
    numbers = {name: part.astype(np.float32) for name, part in numbers_of(found).items()}
    lines = dict(zip(("no.", "source", "target"), zip(*rows, strict=True), strict=True))
    table = pd.DataFrame({**lines, **numbers})
    table = table[table["log p"].notna()]
    file = io.BytesIO()
    table.to_parquet(file, index=False)
    return file.getvalue(), len(table)
