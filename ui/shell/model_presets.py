"""Named selections of models: by paper, by timing and by measured alignment error."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from pathlib import PurePath

import streamlit as st

from alignoscope.records.catalogue.normalisers import MONOTONIC, SOFTMAX
from alignoscope.records.report import Report
from alignoscope.records.variant import (
    NO_POSITIONS,
    SIZE,
    TRANSFORMER,
    Variant,
    named_model,
    parse_variant,
)
from alignoscope.ui.shell.session_keys import ONLY, PRESET, VARIANTS, of

LUONG = ("luong-dot", "luong-general", "luong-concat")  # Luong et al. 2015, section 3.1
FOUR = ("bahdanau-additive", *LUONG)  # the score functions of both papers
PAPERS = ("bahdanau-additive", "luong-general")  # the best-known variant of each paper
BEST = 4  # models in the selection of the best aligners
DECODER_TYPES = "One per decoder type"


def presets(names: Sequence[str], reports: Iterable[Report]) -> Mapping[str, Sequence[str]]:
    """Return the selections that these models allow: by label, the models in their order."""
    errors = aligning_errors(reports)
    ranked = sorted((name for name in names if name in errors), key=errors.__getitem__)
    found: dict[str, Sequence[str]] = {"All": names, "None": ()}
    if len(plain := opened_with(names)) < len(names):
        found["Default set"] = plain
    for label, wanted in (
        ("Additive, dot, general, concat", FOUR),
        ("Luong: dot, general, concat", LUONG),
        ("The two papers", PAPERS),
    ):
        if set(wanted) <= set(names):
            found[label] = wanted
    if len(ranked) > BEST:
        found["Best four aligners"] = ranked[:BEST]
    timings = _one_each(_opened_first(names, errors), _timing)
    if len(timings) > 1:
        found[DECODER_TYPES] = timings
    return {label: [one for one in names if one in chosen] for label, chosen in found.items()}


def opened_with(names: Sequence[str]) -> list[str]:
    """Return the models that a pair opens with: those without extras, or all if each has extras.

    Sparse, guided and input-fed models extend one of these and are one click away. So is coverage:
    with one more map per line, a sentence of thirteen words loses its words at 1280 px.
    """
    return [name for name in names if _plain(name)] or [*names]


def aligning_errors(reports: Iterable[Report]) -> dict[str, float]:
    """Return the mean one-way AER of links read from the weights, except on dev, by file name."""
    found = {PurePath(report.checkpoint).stem: report.alignment_error for report in reports}
    return {name: error for name, error in found.items() if error is not None}


def best_aligner(names: Sequence[str], reports: Iterable[Report]) -> str:
    """Return the model with the lowest alignment error; the first if none was measured.

    One that scores a window alone, a Transformer and monotonic attention come after all others:
    pages open with this model, and these would have to be explained before attention is.
    """
    return _opened_first(names, aligning_errors(reports))[0]


def _opened_first(names: Iterable[str], errors: Mapping[str, float]) -> list[str]:
    return sorted(names, key=lambda name: (_is_explained_later(name), errors.get(name, inf)))


def pick_preset(names: Sequence[str], reports: Iterable[Report]) -> None:
    """Show one button per named selection, and a menu to choose a single model."""
    with st.container(horizontal=True, gap="small"):
        for label, chosen in presets(names, reports).items():
            st.button(label, key=of(PRESET, label), on_click=choose, args=(chosen,))
        st.menu_button("Just one", names, key=ONLY, on_click=_choose_only)


def choose(chosen: Sequence[str]) -> None:
    """Select these models; call it before the page runs again."""
    st.session_state[VARIANTS] = [*chosen]


def _choose_only() -> None:
    if st.session_state[ONLY]:
        st.session_state[VARIANTS] = [st.session_state[ONLY]]


def _one_each(names: Iterable[str], key: Callable[[str], str]) -> list[str]:
    """Return the first name of each key; names with an empty key are left out."""
    found: dict[str, str] = {}
    for name in names:
        if key(name):
            found.setdefault(key(name), name)
    return [*found.values()]


def _plain(name: str) -> bool:
    """Return whether a model has no extras: input feeding, copying, guidance, another normaliser.

    A larger size is one, too: scores are compared among models of one size. Models with names of
    another form, such as imported ones, count as plain.
    """
    variant = _variant(name)
    if variant is None:
        return True
    fed = variant.input_feeding or variant.copying
    beside = named_model(name).guided or fed or variant.score == "coverage"
    beside = beside or name.endswith(NO_POSITIONS) or named_model(name).size > SIZE
    return not beside and variant.normaliser == SOFTMAX


def wider_models(names: Sequence[str]) -> list[str]:
    """Return the models that are larger than others of these: not the score alone differs."""
    sizes = {name: named_model(name).size for name in names}
    return [name for name, size in sizes.items() if size > min(sizes.values())]


def _is_explained_later(name: str) -> bool:
    variant = _variant(name)
    return variant is not None and (
        variant.score.startswith("local")
        or variant.timing == TRANSFORMER
        or variant.normaliser == MONOTONIC
    )


def _timing(name: str) -> str:
    """Return the timing of a model, or "" if its name is no variant or it has no attention."""
    variant = _variant(name)
    return "" if variant is None or variant.score == "none" else variant.timing


def _variant(name: str) -> Variant | None:
    """Return the variant that a file's name states, or None if it has another form."""
    try:
        return parse_variant(named_model(name).variant)
    except ValueError:
        return None
