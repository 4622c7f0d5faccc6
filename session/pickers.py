"""What a person picks above and beside the maps: the pair, the sentences, the variants."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from alignoscope.components.typing import follow_typing
from alignoscope.data.examples import EXAMPLES
from alignoscope.data.languages import pair_name, side_names
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.records.trace import decoding_name
from alignoscope.session import cache
from alignoscope.session.links.parameters import SWITCHES, linked, warn_of_unknown, write
from alignoscope.session.state import (
    DECODING,
    EXAMPLE,
    LIVE,
    PAIR,
    POSTERIOR,
    SENTENCE,
    TARGET,
    TYPING,
    VARIANT,
    VARIANTS,
)

NO_LANGUAGES = ("Source sentence", "Target")
WIDTHS = (1, 5)  # of the beams on offer; 1 is greedy


def pick_pair() -> tuple[str, list[Path]]:
    """Return the chosen language pair and its checkpoints; stop the page if there are none."""
    pairs = cache.pairs()
    if not pairs:
        st.info(
            f"There is no checkpoint in `{cache.CHECKPOINTS}`. Train one with `python -m "
            "training` (the README tells how), then reload this page."
        )
        st.stop()
    warn_of_unknown(PAIR, pairs)
    pair = pairs[0]
    if len(pairs) > 1:
        if st.session_state.get(PAIR) not in pairs:
            asked = linked(PAIR)
            st.session_state[PAIR] = asked if asked in pairs else pair
        # Bound to the link, it would write the names of the languages there, not their codes.
        pair = st.sidebar.selectbox(
            "Models of", pairs, key=PAIR, format_func=pair_name, on_change=_use_pair
        )
    if says := says_made_up(pair):
        st.caption(f":material/construction: {says}")
    write(PAIR, *([pair] if pair != pairs[0] else []))
    return pair, cache.checkpoints(pair)


def pick_variants(paths: Sequence[Path]) -> list[Path]:
    """Return the checkpoints of the variants to see; say which ones in the URL do not exist."""
    names = {path.stem: path for path in paths}
    warn_of_unknown(VARIANTS, names)
    chosen = st.sidebar.pills(
        "Variants",
        names,
        key=VARIANTS,
        selection_mode="multi",
        default=names,
        bind="query-params",
    )
    if not chosen:
        st.info(
            "No variant is chosen: pick at least one in the sidebar.", icon=":material/arrow_back:"
        )
        st.stop()
    return [path for name, path in names.items() if name in chosen]


def pick_variant(paths: Sequence[Path]) -> Path:
    """Return the checkpoint of the one variant to look at."""
    names = {path.stem: path for path in paths}
    warn_of_unknown(VARIANT, names)
    return names[st.sidebar.selectbox("Variant", names, key=VARIANT, bind="query-params")]


def pick_decoding(target: str) -> int:
    """Return the width by which the models translate freely: 1 is greedy, as is a forced target."""
    names = {decoding_name(width): width for width in WIDTHS}
    forced = bool(target.strip())
    with st.sidebar:
        chosen = pick_switch(DECODING, "Decoding", [*names], decoding_name(1), disabled=forced)
        if forced:
            st.caption("Not used: the target is forced.")
    return 1 if forced else names[chosen]


def pick_live(pair: str) -> None:
    """Let the maps follow the typing, unless that is switched off."""
    help_ = (
        "The maps follow the typing: after each pause all chosen variants translate what stands "
        "there. Off, press Enter. It stays off where your system asks for less motion."
    )
    with st.sidebar:
        if SWITCHES[pick_switch(LIVE, "Live typing", sorted(SWITCHES), "on", help_=help_)]:
            follow_typing(_labels(pair), key=TYPING)


def pick_posterior() -> bool:
    """Return whether the maps have the posterior as a layer beside weights and scores."""
    help_ = (
        "A layer of the maps: where must the model have looked, now that the word is known? Each "
        "weight times the probability of the word with that source token alone as context; a row "
        "sums to 1. It is not what the model used."
    )
    with st.sidebar:
        return SWITCHES[pick_switch(POSTERIOR, "Posterior", sorted(SWITCHES), "off", help_=help_)]


def pick_switch(
    key: str,
    label: str,
    options: Sequence[str],
    default: str,
    *,
    disabled: bool = False,
    help_: str | None = None,
) -> str:
    """Return one of a few options, which the link keeps."""
    warn_of_unknown(key, options)
    chosen = st.segmented_control(
        label,
        options,
        key=key,
        default=default,
        required=True,
        wrap=True,
        bind="query-params",
        disabled=disabled,
        help=help_,
    )
    return chosen or default  # the browser's way back can lead to a link that leaves it empty


def pick_sentences(pair: str) -> tuple[str, str]:
    """Return the source and the forced target, which is empty for a free translation."""
    source_name, target_name = _labels(pair)
    examples = {example.label: example.source for example in EXAMPLES.get(pair, ())}
    if SENTENCE not in st.session_state and linked(SENTENCE) is None:
        st.session_state[SENTENCE] = next(iter(examples.values()), "")
    left, right = st.columns(2)
    source = left.text_input(source_name, key=SENTENCE, bind="query-params")
    target = right.text_input(
        target_name,
        key=TARGET,
        placeholder="Empty: each model translates freely",
        help="Teacher forcing: every variant is scored and drawn on exactly this target, so that "
        "the maps can be compared row by row.",
        bind="query-params",
    )
    if examples:
        st.pills(
            "Examples",
            examples,
            key=EXAMPLE,
            on_change=_use_example,
            args=(examples,),
            label_visibility="collapsed",
        )
    return source, target


def _labels(pair: str) -> tuple[str, str]:
    """Say what is typed into the two boxes: a sentence and its target, in which languages."""
    sides = side_names(pair)
    source, target = (f"{sides[0]} sentence", f"{sides[1]} target") if sides else NO_LANGUAGES
    return source, f"{target}, to force (optional)"


def _use_pair() -> None:
    pair = st.session_state[PAIR]
    examples = EXAMPLES.get(pair, ())
    st.session_state[VARIANTS] = [path.stem for path in cache.checkpoints(pair)]
    st.session_state[SENTENCE] = examples[0].source if examples else ""
    st.session_state[TARGET] = ""


def _use_example(examples: Mapping[str, str]) -> None:
    if st.session_state[EXAMPLE]:
        st.session_state[SENTENCE] = examples[st.session_state[EXAMPLE]]
        st.session_state[TARGET] = ""
