"""The values of claims and the labs for the installed checkpoints, cached for all sessions."""

from pathlib import Path

import streamlit as st

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue
from alignoscope.course.files import Model, load_model, model_path
from alignoscope.course.labs.record import Lab
from alignoscope.course.labs.registry import LABS
from alignoscope.course.record import Lesson, load_claim
from alignoscope.course.shown import Shown, shown_of
from alignoscope.models.checkpoint import SUFFIX
from alignoscope.models.stamps import Stamp, stamp
from alignoscope.serving import model_store as cache
from alignoscope.serving.bounded_cache import cached
from alignoscope.serving.model_store import SLOTS, File, load, without_folder


def screens_of(lesson: Lesson) -> list[Shown]:
    """Return all screens of a lesson with their values and labs, or with the problem."""
    return shown_of(lesson, value_of, lab_of)


def value_of(claim: str) -> FactValue:
    """Return the value of a claim for the models that are here."""
    return _value(claim, _files(CLAIMS[claim].of))


def lab_of(name: str) -> Lab:
    """Return a lab of the models that are here."""
    return _lab(name, _files(LABS[name].of))


def _files(names: tuple[str, ...]) -> tuple[File, ...]:
    """Return the files of models such as "eng-fra/luong-dot".

    Raises:
        ValueError: if one is not here.
    """
    paths = [model_path(cache.CHECKPOINTS, name) for name in names]
    return tuple((path, stamp(path)) for path in paths)


@st.cache_resource(max_entries=20, show_spinner=False)
def _reader(path: Path, _: Stamp) -> Model:
    try:
        return load_model(path)
    except ValueError as error:
        raise ValueError(without_folder(path, error)) from error


def _model(path: Path, at: Stamp) -> Model:
    """Return a model; checkpoints come from the cache that all pages share."""
    return load(path, at) if path.suffix == SUFFIX else _reader(path, at)


@cached("Asking the models")
def _value(name: str, files: tuple[File, ...]) -> FactValue:
    found = {one: _model(*file) for one, file in zip(CLAIMS[name].of, files, strict=True)}
    with SLOTS.other_work():
        return load_claim(CLAIMS[name], found.__getitem__)


@cached("Asking the models")
def _lab(name: str, files: tuple[File, ...]) -> Lab:
    found = [_model(*file) for file in files]
    with SLOTS.other_work():
        return LABS[name].make(*found)
