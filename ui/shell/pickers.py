"""The pickers above the maps: language pair, variants, decoding and options of the maps."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from alignoscope.data.languages import pair_name
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.records.escaping import plain_name
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.decoding_choice import Decoding, Whose, pick_decoding, warn_of_decoding
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.live_typing import follow_typing
from alignoscope.ui.shell.model_presets import (
    best_aligner,
    choose,
    opened_with,
    pick_preset,
    wider_models,
)
from alignoscope.ui.shell.sentence_input import labels, use_pair
from alignoscope.ui.shell.session_keys import (
    BAR,
    LIVE,
    MODELS_MENU,
    PAIR,
    POSTERIOR,
    SELECTED,
    SETTINGS_MENU,
    TYPING,
    VARIANT,
    VARIANTS,
)
from alignoscope.ui.shell.switches import pick_switch
from alignoscope.ui.shell.url_parameters import (
    all_linked,
    hand_on,
    linked,
    warn_of_unknown,
    write,
)

NONE = "none"  # the value of a link in which no model is selected


def bar() -> DeltaGenerator:
    """Return the container in one line at the top of a page, for the page's pickers."""
    return st.container(key=BAR, horizontal=True, vertical_alignment="center", gap="small")


def settings(whose: Whose | None = None) -> DeltaGenerator:
    """Return the menu "Settings" in the bar, for decoding and options of the maps.

    `whose` decoding is chosen in it (`pick_decoding`), if any.
    """
    _warn_of_settings(whose)
    return st.popover("Settings", icon=":material/tune:", key=SETTINGS_MENU)


def _warn_of_settings(whose: Whose | None) -> None:
    """Warn of invalid link values for a menu's switches; inside the menu nobody would see this."""
    if whose:
        warn_of_decoding(whose)
    for name in (POSTERIOR, LIVE):
        warn_of_unknown(name, SWITCHES)


def pick_pair() -> tuple[str, list[Path]]:
    """Return the chosen language pair and its checkpoints; stop the page if there are none."""
    pairs = cache.pairs()
    if not pairs:
        st.info(
            f"There is no model in the folder `{cache.CHECKPOINTS.name}`. Train one with "
            "`python -m training` (see the README), then reload this page."
        )
        st.stop()
    warn_of_unknown(PAIR, pairs)
    pair = pairs[0]
    if len(pairs) > 1:
        kept = st.session_state.get(PAIR)
        if kept not in pairs:
            asked = linked(PAIR)
            st.session_state[PAIR] = asked if asked in pairs else pair
        # Not bound to the link: Streamlit would write the names of the languages, not their codes.
        pair = st.selectbox(
            "Language pair",
            pairs,
            # A browser that reconnects falls back to this index as if a person had chosen it.
            pairs.index(kept) if kept in pairs else 0,
            key=PAIR,
            format_func=pair_name,
            on_change=use_pair,
            persist_state="session",  # or Streamlit forgets it when another page is opened
            label_visibility="collapsed",
            width=176,
        )
    if says := says_made_up(pair):
        st.caption(f":material/construction: {says}")
    write(PAIR, *([pair] if pair != pairs[0] else []))
    return pair, cache.checkpoints(pair)


def pick_models(
    paths: Sequence[Path], target: str, whose: Whose, live: str = ""
) -> tuple[list[Path], Decoding, bool]:
    """Return the choices of the models menu: checkpoints, decoding, whether to add the posterior.

    Stop the page if no model is chosen.

    Args:
        paths: the checkpoints on offer.
        target: the forced target, or an empty text.
        whose: the models whose decoding is chosen (`pick_decoding`).
        live: the language pair, to offer live typing; empty for a page without it.
    """
    _warn_of_settings(whose)
    with _models_menu(paths):
        chosen = _choose(paths)
        decoding, posterior = pick_decoding(target, whose), pick_posterior()
        if live:
            pick_live(live)
    chosen = _any_of(chosen, paths)
    if wider := wider_models([path.stem for path in chosen]):
        are = "are larger models than the others" if len(wider) > 1 else "is larger than the others"
        st.caption(
            f":material/help: {plain_name(', '.join(wider))} {are}: what differs is not the score "
            "alone."
        )
    return chosen, decoding, posterior


def pick_variants(paths: Sequence[Path]) -> list[Path]:
    """Return the chosen checkpoints, on a page that decodes nothing; see `pick_models`."""
    with _models_menu(paths):
        chosen = _choose(paths)
    return _any_of(chosen, paths)


def _models_menu(paths: Sequence[Path]) -> DeltaGenerator:
    names = {path.stem for path in paths}
    if VARIANTS not in st.session_state:  # else the address is still that of another pair's models
        warn_of_unknown(VARIANTS, [path.stem for path in paths])
    linked_ = [name for name in all_linked(VARIANTS) if name in names]
    first = linked_ or ([] if _opens_empty() else opened_with([path.stem for path in paths]))
    count = len(st.session_state.get(VARIANTS, first))
    return st.popover(f"{count} of {len(paths)} models", key=MODELS_MENU)


def _opens_empty() -> bool:
    """Return whether the link has no model selected."""
    return linked(SELECTED) == NONE and linked(VARIANTS) is None


def _choose(paths: Sequence[Path]) -> list[Path]:
    names = {path.stem: path for path in paths}
    warn_of_unknown(SELECTED, [NONE])
    if _opens_empty() and VARIANTS not in st.session_state:
        st.session_state[VARIANTS] = []
    pick_preset([*names], cache.results(paths[0].parent.name))
    hand_on(VARIANTS, opened_with([*names]))
    chosen = st.pills(
        "Models",
        names,
        format_func=plain_name,
        key=VARIANTS,
        selection_mode="multi",
        default=opened_with([*names]),
        bind="query-params",
    )
    write(SELECTED, *([] if chosen else [NONE]))
    return [path for name, path in names.items() if name in chosen]


def _any_of(chosen: list[Path], paths: Sequence[Path]) -> list[Path]:
    if not chosen:
        st.info("Select at least one model above.")
        plain_ones = opened_with([path.stem for path in paths])
        st.button("Restore default set", on_click=choose, args=(plain_ones,))
        st.stop()
    return chosen


def pick_variant(paths: Sequence[Path]) -> Path:
    """Return the checkpoint of the one variant to show."""
    names = {path.stem: path for path in paths}
    if VARIANT not in st.session_state:
        warn_of_unknown(VARIANT, names)
    first = best_aligner([*names], cache.results(paths[0].parent.name))
    hand_on(VARIANT, first)
    return names[
        st.selectbox(
            "Model",
            names,
            [*names].index(first),
            key=VARIANT,
            bind="query-params",
            label_visibility="collapsed",
            width=220,
        )
    ]


def carry_variant(chosen: Sequence[str], lead: str, names: Sequence[str]) -> None:
    """Have the pages of one model open with the one that this page's player shows large.

    Args:
        chosen: the ids of the enlarged maps and of the chosen cell's map, the first one foremost.
        lead: the model that is shown large at first.
        names: all models of the language pair.
    """
    for name in (*chosen, st.session_state.get(VARIANT), lead):
        if name in names:
            st.session_state[VARIANT] = name
            return


def pick_live(pair: str) -> None:
    """Show the switch of live typing, which is on by default, and follow the typing if it is on."""
    help_ = (
        "The maps follow your typing: after each pause, all selected models translate the "
        "text so far. When it is off, press Enter to translate. It stays off if your system "
        "asks for reduced motion."
    )
    switches = sorted(SWITCHES)
    if SWITCHES[pick_switch(LIVE, "Live typing", switches, "on", help_=help_, checked=True)]:
        with st.sidebar:  # in the sidebar the component also runs while the menu is closed
            follow_typing(labels(pair), key=TYPING)


def pick_posterior() -> bool:
    """Return whether the maps have the posterior as a layer besides weights and scores."""
    help_ = (
        "Adds a view: where the model must have looked, given the word it wrote. Each weight "
        "is multiplied by the probability of that word with this source token as the only "
        "context, and each row is scaled to sum to 1. It is computed afterwards; the model "
        "did not use it."
    )
    switches = sorted(SWITCHES)
    return SWITCHES[pick_switch(POSTERIOR, "Posterior", switches, "off", help_=help_, checked=True)]


def pick_kind(
    label: str,
    kinds: Sequence[str],
    first: str,
    *,
    key: str,
    bind: Literal["query-params"] | None = None,
) -> str:
    """Return the chosen kind of sentence pairs; an earlier choice no longer offered is dropped.

    Args:
        label: the label of the control.
        kinds: the kinds on offer.
        first: the kind chosen at first.
        key: the key of the control.
        bind: whether the link keeps the choice.
    """
    if st.session_state.get(key) not in kinds:
        st.session_state.pop(key, None)
    kind = st.segmented_control(
        label,
        kinds,
        key=key,
        default=first,
        required=True,
        label_visibility="collapsed",
        persist_state="session",
        bind=bind,
    )
    return kind or kinds[0]
