"""A corpus measured in advance: the numbers of all its pairs, and the texts of some."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st

from alignoscope.analysis.triage.damage import oddness
from alignoscope.analysis.triage.measures import MEASURES
from alignoscope.models.folder import find_checkpoint
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.records.escaping import plain
from alignoscope.records.measured_corpus import MeasuredCorpus, part_path, read_measured
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import without_folder

MANY = 500  # How many of the oddest pairs are shown, and how many random ones.
TEXTS = ("no.", "source", "target")
CorpusParts = tuple[tuple[Path, Stamp], ...]


def open_corpus(folder: Path) -> tuple[MeasuredCorpus, CorpusParts]:
    """Return the description of a measured corpus and its finished parts.

    On failure, show a message and stop the page.
    """
    try:
        about = read_measured(folder)
        paths = [part_path(folder, number) for number in range(about.parts)]
        parts = tuple((path, stamp(path)) for path in paths if path.exists())
    except (OSError, ValueError) as error:
        why = without_folder(part_path(folder, 0), error)
        st.error(plain(f"{folder.name} cannot be opened. {why}"))
        st.stop()
    if not parts:
        st.info(f"No part of {plain(folder.name)} is measured yet.")
        st.stop()
    return about, parts


def numbers(parts: CorpusParts) -> pd.DataFrame:
    """Return the measures of all pairs of the parts, one row per pair.

    Measures that no pair has are left out. If a part is damaged, show a message and stop the page.
    """
    try:
        return _numbers(parts)[0]
    except (OSError, ValueError) as error:
        why = plain(without_folder(parts[0][0], error))
        st.error(f"A part is damaged. Delete it and measure it again. {why}")
        st.stop()


@cached("Reading the texts")
def shown(parts: CorpusParts, name: str) -> pd.DataFrame:
    """Return pairs with their texts: the oddest by a measure, and as many random ones."""
    table, starts = _numbers(parts)
    order = np.argsort(-oddness(table[name].to_numpy(), MEASURES[name]), kind="stable")
    drawn = np.random.default_rng(0).permutation(len(table))
    rows = np.union1d(order[:MANY], drawn[:MANY])
    part_of = np.searchsorted(starts, rows, side="right") - 1
    texts = [
        pd.read_parquet(parts[i][0], columns=[*TEXTS]).iloc[rows[part_of == i] - starts[i]]
        for i in np.unique(part_of)
    ]
    found = pd.concat(texts).set_index(rows).astype({"no.": str})
    return found.join(table.iloc[rows])


def models(about: MeasuredCorpus) -> list[Path]:
    """Return the checkpoints that measured a corpus; show a message for missing ones."""
    found = []
    for name in about.models:
        try:
            found.append(find_checkpoint(name))
        except ValueError:
            st.caption(f"The model {plain(name)} is not installed, so its maps cannot be shown.")
    return found


@cached("Reading the numbers")
def _numbers(parts: CorpusParts) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the measures of all pairs, and the row at which each part starts."""
    found = [_measures(path) for path, _ in parts]
    table = pd.concat(found, ignore_index=True).dropna(axis="columns", how="all")
    return table, np.cumsum([0, *map(len, found)])


def _measures(path: Path) -> pd.DataFrame:
    """Return the measures of a part; one that was not measured yet when it was written is NaN."""
    names = [*MEASURES]
    try:
        return pd.read_parquet(path, columns=names)
    except ValueError:  # a column is missing, or the file is damaged and fails once more
        return pd.read_parquet(path).reindex(columns=names)


def said(about: MeasuredCorpus, parts: Sequence[object], rows: int) -> str:
    """Return a description of the corpus and of the pairs shown."""
    told = [
        f"{plain(', '.join(about.texts))}: {rows:,} pairs, measured by "
        f"{plain(', '.join(about.models))}."
    ]
    if len(parts) < about.parts:
        told.append(f"{len(parts):,} of {about.parts:,} parts are measured.")
    if rows > MANY:
        told.append(f"Shown: the {MANY} most suspicious by the Y axis, and {MANY} drawn at random.")
    return " ".join(told)
