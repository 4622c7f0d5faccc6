"""The pairs of a corpus with what is measured of them, as a table and as files."""

import io
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from alignoscope.analysis.triage.damage import auroc, oddness
from alignoscope.analysis.triage.measures import MEASURES
from alignoscope.interchange.spreadsheet import inert

WHOLE = "whole"


def triage_table(
    numbers: Mapping[str, np.ndarray],
    names: Sequence[str],
    texts: Sequence[tuple[str, str]],
    damage: Sequence[str] = (),
) -> pd.DataFrame:
    """Return a line a pair: its name, its texts, how it was damaged if any was, and its numbers.

    Pairs that no model could read are left out, and so are measures that no pair has.
    """
    columns: dict[str, object] = {
        "no.": names,
        "source": [source for source, _ in texts],
        "target": [target for _, target in texts],
    }
    table = pd.DataFrame({**columns, **({"damage": damage} if damage else {}), **numbers})
    return table[table["log p"].notna()].dropna(axis="columns", how="all")


def oddest_first(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the table with the pairs first that are the oddest by a measure."""
    order = np.argsort(-oddness(table[name].to_numpy(), MEASURES[name]), kind="stable")
    return table.iloc[order]


def found_damage(table: pd.DataFrame) -> pd.DataFrame:
    """Return how well each measure tells each kind of damage from whole pairs: AUROC."""
    kinds = [kind for kind in dict.fromkeys(table["damage"]) if kind != WHOLE]
    rows = []
    for name, measure in MEASURES.items():
        if name not in table:
            continue
        odd = oddness(table[name].to_numpy(), measure)
        row: dict[str, object] = {"measure": name}
        for kind in kinds:
            kept = table["damage"].isin([WHOLE, kind]).to_numpy()
            row[kind] = auroc(odd[kept], (table["damage"] == kind).to_numpy()[kept])
        rows.append(row)
    return pd.DataFrame(rows)


def triage_csv(table: pd.DataFrame) -> bytes:
    """Return the table as CSV, with no cell that a spreadsheet takes for a formula."""
    texts = {name: table[name].map(inert) for name in ("no.", "source", "target")}
    return table.assign(**texts).to_csv(index=False).encode("utf-8-sig")


def triage_parquet(table: pd.DataFrame) -> bytes:
    """Return the table as Parquet."""
    file = io.BytesIO()
    table.to_parquet(file, index=False)
    return file.getvalue()
