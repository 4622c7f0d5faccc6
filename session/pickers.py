"""What a person picks above and beside the maps: the pair, the sentences, the variants."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import streamlit as st

from alignoscope.data.examples import EXAMPLES
from alignoscope.session import cache

LANGUAGES = {"deu": "German", "eng": "English", "fra": "French", "hin": "Hindi", "spa": "Spanish"}


def pick_pair() -> tuple[str, list[Path]]:
    """Return the chosen language pair and its checkpoints; stop the page if there are none."""
    pairs = cache.pairs()
    if not pairs:
        st.info(
            f"There is no checkpoint in `{cache.CHECKPOINTS}`. Train one with `python -m "
            "training` (the README tells how), then reload this page."
        )
        st.stop()
    pair = pairs[0]
    if len(pairs) > 1:
        warn_of_unknown("pair", pairs)
        pair = st.sidebar.selectbox(
            "Models of", pairs, key="pair", on_change=_use_pair, bind="query-params"
        )
    return pair, cache.checkpoints(pair)


def pick_variants(paths: Sequence[Path]) -> list[Path]:
    """Return the checkpoints of the variants to see; say which ones in the URL do not exist."""
    names = {path.stem: path for path in paths}
    warn_of_unknown("variants", names)
    chosen = st.sidebar.pills(
        "Variants",
        names,
        key="variants",
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
    warn_of_unknown("variant", names)
    return names[st.sidebar.selectbox("Variant", names, key="variant", bind="query-params")]


def pick_sentences(pair: str) -> tuple[str, str]:
    """Return the source and the forced target, which is empty for a free translation."""
    source_code, _, target_code = pair.partition("-")
    examples = {example.label: example.source for example in EXAMPLES.get(pair, ())}
    if "sentence" not in st.session_state and "sentence" not in st.query_params:
        st.session_state.sentence = next(iter(examples.values()), "")
    left, right = st.columns(2)
    name = LANGUAGES.get(source_code, "Source")
    source = left.text_input(f"{name} sentence", key="sentence", bind="query-params")
    target = right.text_input(
        f"{LANGUAGES.get(target_code, '')} target, to force (optional)".strip().capitalize(),
        key="target",
        placeholder="Empty: each model translates freely",
        help="Teacher forcing: every variant is scored and drawn on exactly this target, so that "
        "the maps can be compared row by row.",
        bind="query-params",
    )
    if examples:
        st.pills(
            "Examples",
            examples,
            key="example",
            on_change=_use_example,
            args=(examples,),
            label_visibility="collapsed",
        )
    return source, target


def warn_of_unknown(parameter: str, names: Iterable[str], said: str = "") -> None:
    """Say which values a link gives a parameter that it cannot have, and which it can (`said`)."""
    unknown = [name for name in st.query_params.get_all(parameter) if name and name not in names]
    if unknown:
        shown = [  # not read as Markdown
            re.sub(r"[^\w.~-]", "?", name[:40]).replace("~", r"\~") for name in unknown
        ]
        st.warning(
            f"This link asks for {parameter} {', '.join(shown)}, which is not here. There are: "
            f"{said or ', '.join(names)}.",
            icon=":material/link_off:",
        )


def _use_pair() -> None:
    pair = st.session_state.pair
    examples = EXAMPLES.get(pair, ())
    st.session_state.variants = [path.stem for path in cache.checkpoints(pair)]
    st.session_state.sentence = examples[0].source if examples else ""
    st.session_state.target = ""


def _use_example(examples: Mapping[str, str]) -> None:
    if st.session_state.example:
        st.session_state.sentence = examples[st.session_state.example]
        st.session_state.target = ""
