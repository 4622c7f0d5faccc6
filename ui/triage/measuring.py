"""Pairs forced through models in batches, whose measures all sessions share."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from alignoscope.analysis.triage.damage import DAMAGES, damage
from alignoscope.analysis.triage.measures import PairMeasures
from alignoscope.data.gold import GoldPair
from alignoscope.decoding.triaging import SentencePair, measure_pairs
from alignoscope.models.stamps import stamp
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import SLOTS, File, load
from alignoscope.ui.triage.table_view import WHOLE

BATCH = 16
SHOWN = 90  # The number of gold pairs shown.


def damaged_gold(pairs: Sequence[GoldPair]) -> tuple[list[str], list[SentencePair], list[str]]:
    """Return names, texts and damage of gold pairs; every other pair is damaged on purpose."""
    pairs = pairs[:SHOWN]
    whole = [(pair.source, pair.target) for pair in pairs]
    broken = {kind: damage(whole, kind) for kind in DAMAGES}
    kinds = [kind for name in DAMAGES for kind in (WHOLE, name)]
    names = [kinds[i % len(kinds)] for i in range(len(pairs))]
    texts = [broken.get(kind, whole)[i] for i, kind in enumerate(names)]
    return [pair.name for pair in pairs], texts, names


def measured(paths: Sequence[Path], pairs: Sequence[SentencePair]) -> list[PairMeasures | None]:
    """Return the measures of pairs; the first model's maps are compared with the others'."""
    files = tuple((path, stamp(path)) for path in paths)
    found: list[PairMeasures | None] = []
    bar = st.empty()
    for start in range(0, len(pairs), BATCH):
        bar.progress(start / len(pairs), f"{start:,} of {len(pairs):,} pairs")
        found += _batch(files, tuple(pairs[start : start + BATCH]))
    bar.empty()
    return found


@cached()
def _batch(files: tuple[File, ...], pairs: tuple[SentencePair, ...]) -> list[PairMeasures | None]:
    checkpoints = [load(*file) for file in files]
    with SLOTS.other_work():
        return measure_pairs(checkpoints, pairs)
