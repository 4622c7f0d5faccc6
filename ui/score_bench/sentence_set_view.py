"""A set of sentences as a table: the numbers of each variant on each sentence."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from alignoscope.analysis.distances import comparable, row_distances
from alignoscope.analysis.entropy import row_entropies
from alignoscope.interchange.spreadsheet import inert
from alignoscope.records.trace import Trace
from alignoscope.ui.score_bench.translations_view import per_token


@dataclass(frozen=True, kw_only=True)
class MeasuredSet:
    """The numbers of one variant on one sentence; distance and entropy need attention."""

    sentence: str
    variant: str
    log_prob: float  # Nats per token.
    distance: float | None  # Mean distance of the rows from the base's.
    entropy: float | None  # Mean entropy of the rows, in nats.
    tokens: int
    target: str
    right: float | None  # The probability that the model's own translation is right.
    doubted: bool  # Whether it is marked as probably wrong.


def measured(sentence: str, trace: Trace, base: Trace | None) -> MeasuredSet:
    """Return the numbers of one trace; without a comparable base the distance is None."""
    compared = base if base is not None and comparable(base, trace) else None
    return MeasuredSet(
        sentence=sentence,
        variant=trace.label,
        log_prob=per_token(trace),
        distance=None if compared is None else float(row_distances(compared, trace).mean()),
        entropy=None if trace.weights is None else float(row_entropies(trace.weights).mean()),
        tokens=len(trace.steps),
        target=trace.target.text,
        right=trace.confidence.sentence if trace.confidence else None,
        doubted=trace.confidence is not None and trace.confidence.probably_wrong,
    )


def set_table(rows: Iterable[MeasuredSet]) -> pd.DataFrame:
    """Return one row per sentence and variant; columns without any number are left out."""
    table = pd.DataFrame([vars(row) for row in rows], columns=[*COLUMNS]).rename(columns=COLUMNS)
    return table.astype(dict.fromkeys(NUMBERS, float)).dropna(axis=1, how="all")


def csv_text(table: pd.DataFrame) -> bytes:
    """Return the table of `set_table` as CSV; no cell can be run as a spreadsheet formula."""
    texts = {name: table[name].map(inert) for name in ("sentence", "variant", "target")}
    return table.assign(**texts).to_csv(index=False).encode("utf-8-sig")


def mean_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the means of `set_table`'s numbers over the sentences, one row per variant."""
    numbers = [name for name in NUMBERS if name in table]
    return table.groupby("variant", sort=False)[numbers].mean().reset_index()


COLUMNS = {
    "sentence": "sentence",
    "variant": "variant",
    "log_prob": "log-prob. per token",
    "right": "p (right)",
    "distance": "mean distance",
    "entropy": "mean entropy",
    "tokens": "tokens",
    "target": "target",
}
NUMBERS = [COLUMNS[name] for name in ("log_prob", "right", "distance", "entropy")]
