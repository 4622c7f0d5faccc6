"""A set of sentences as a table: what each variant did with each of them, in numbers."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from alignoscope.analysis.distances import comparable, row_distances
from alignoscope.analysis.entropy import row_entropies
from alignoscope.interchange.spreadsheet import inert
from alignoscope.records.trace import Trace
from alignoscope.ui.score_bench.translations_view import per_token


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What one variant did with one sentence; distance and entropy need attention."""

    sentence: str
    variant: str
    log_prob: float  # per token, nats
    distance: float | None  # mean of the rows, from the base
    entropy: float | None  # mean of the rows, nats
    tokens: int
    target: str


def measured(sentence: str, trace: Trace, base: Trace | None) -> Measured:
    """Return the numbers of one trace; the distance is None where there is no base."""
    compared = base if base is not None and comparable(base, trace) else None
    return Measured(
        sentence=sentence,
        variant=trace.label,
        log_prob=per_token(trace),
        distance=None if compared is None else float(row_distances(compared, trace).mean()),
        entropy=None if trace.weights is None else float(row_entropies(trace.weights).mean()),
        tokens=len(trace.steps),
        target=trace.target.text,
    )


def set_table(rows: Iterable[Measured]) -> pd.DataFrame:
    """Return a row a sentence and variant; numbers that none has are left out."""
    columns = ("sentence", "variant", *NUMBERS, "tokens", "target")
    table = pd.DataFrame([tuple(vars(row).values()) for row in rows], columns=columns)
    return table.astype(dict.fromkeys(NUMBERS, float)).dropna(axis=1, how="all")


def csv_text(table: pd.DataFrame) -> bytes:
    """Return `set_table`'s table as CSV, with no cell that a spreadsheet takes for a formula."""
    texts = {name: table[name].map(inert) for name in ("sentence", "variant", "target")}
    return table.assign(**texts).to_csv(index=False).encode("utf-8-sig")


def mean_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the means of `set_table`'s numbers over the sentences, a row a variant."""
    numbers = [name for name in NUMBERS if name in table]
    return table.groupby("variant", sort=False)[numbers].mean().reset_index()


NUMBERS = ("log-prob. per token", "mean distance", "mean entropy")
