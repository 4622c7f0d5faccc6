"""The values of claims on the checkpoints that are here, computed once for all sessions."""

from collections.abc import Iterable
from pathlib import Path

import streamlit as st

from alignoscope.lessons.claims import CLAIMS
from alignoscope.lessons.record import Value, load_claim
from alignoscope.models.checkpoint import SUFFIX
from alignoscope.session import cache
from alignoscope.session.cache import SLOTS, File, load
from alignoscope.session.stamps import stamp


def values_of(names: Iterable[str]) -> dict[str, Value]:
    """Return the values of claims.

    Raises:
        ValueError: if a checkpoint that one needs is not here, or cannot be used.
    """
    return {name: _value(name, tuple(map(checkpoint_file, CLAIMS[name].of))) for name in names}


def checkpoint_file(name: str) -> File:
    """Return the file of a checkpoint such as "eng-fra/luong-dot".

    Raises:
        ValueError: if it is not here.
    """
    path: Path = cache.CHECKPOINTS / f"{name}{SUFFIX}"
    if not path.is_file():
        raise ValueError(f"This screen needs the checkpoint {name}, which is not here.")
    return path, stamp(path)


@st.cache_resource(max_entries=500, show_spinner="Asking the models")
def _value(name: str, files: tuple[File, ...]) -> Value:
    found = {one: load(*file) for one, file in zip(CLAIMS[name].of, files, strict=True)}
    with SLOTS:
        return load_claim(CLAIMS[name], found.__getitem__)
