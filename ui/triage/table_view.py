"""The pairs of a corpus with their measures, as a table and as files."""

import io
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from alignoscope.analysis.triage.damage import auroc, oddness
from alignoscope.analysis.triage.measures import MEASURES
from alignoscope.interchange.spreadsheet import inert

WHOLE = "intact"


def triage_table(
    numbers: Mapping[str, np.ndarray],
    names: Sequence[str],
    texts: Sequence[tuple[str, str]],
    damage: Sequence[str] = (),
) -> pd.DataFrame:
    """Return one row per pair: name, texts, damage if known, and measures.

    Pairs that no model could read, and measures that no pair has, are left out.

    Args:
        numbers: the measures by name, each with one number per pair.
        names: the names of the pairs.
        texts: the source and target of each pair.
        damage: the damage of each pair, or ().
    """
    columns: dict[str, object] = {
        "no.": names,
        "source": [source for source, _ in texts],
        "target": [target for _, target in texts],
    }
    table = pd.DataFrame({**columns, **({"damage": damage} if damage else {}), **numbers})
    return table[table["log p"].notna()].dropna(axis="columns", how="all")


def oddest_first(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return the table sorted by oddness of a measure, the oddest pair first."""
    order = np.argsort(-oddness(table[name].to_numpy(), MEASURES[name]), kind="stable")
    return table.iloc[order]


def found_damage(table: pd.DataFrame) -> pd.DataFrame:
    """Return the AUROC of each measure for separating each kind of damage from whole pairs."""
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
    """Return the table as CSV; no cell can be run as a spreadsheet formula."""
    texts = {name: table[name].map(inert) for name in ("no.", "source", "target")}
    return table.assign(**texts).to_csv(index=False).encode("utf-8-sig")


def triage_parquet(table: pd.DataFrame) -> bytes:
    """Return the table as Parquet."""
    file = io.BytesIO()
    table.to_parquet(file, index=False)
    return file.getvalue()
