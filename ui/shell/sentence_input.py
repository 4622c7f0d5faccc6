"""Input of the sentence and its target: typed, from the link, or one of the examples."""

from collections.abc import Mapping

import streamlit as st

from alignoscope.analysis.words import spelt_words, unknown_places
from alignoscope.data.examples import Example
from alignoscope.data.languages import foreign_script, side_names
from alignoscope.records.catalogue.tasks import says_made_up
from alignoscope.records.escaping import plain
from alignoscope.records.sentence import Sentence
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.model_presets import opened_with
from alignoscope.ui.shell.session_keys import (
    ARRIVED,
    EMPTIED,
    EXAMPLE,
    FORMER_TARGET,
    PAIR,
    RESTORED,
    SENTENCE,
    TARGET,
    VARIANTS,
    of,
)
from alignoscope.ui.shell.url_parameters import linked

MOST_UNKNOWN = 5  # unknown words that the caption names
NO_LANGUAGES = ("Source sentence", "Target")
READABLE = "The models read short everyday sentences."


def pick_sentences(pair: str) -> tuple[str, str]:
    """Return the source and the forced target, which is empty for a free translation."""
    source_name, target_name = labels(pair)
    examples = {_shown(example): example.source for example in cache.examples(pair)}
    first = next(iter(examples.values()), "")
    restored = st.session_state.pop(RESTORED, None)
    if restored is not None:
        st.session_state[SENTENCE] = restored
    elif SENTENCE not in st.session_state and linked(SENTENCE) is None:
        st.session_state[SENTENCE] = first
    before = st.session_state.get(SENTENCE) if st.session_state[ARRIVED] else ""
    source = st.text_input(
        source_name,
        key=SENTENCE,
        placeholder=source_name,
        on_change=_use_sentence,
        bind="query-params",
        label_visibility="collapsed",
    )
    lost = not source and restored is None and not st.session_state.pop(EMPTIED, False)
    if lost and (wanted := linked(SENTENCE) or before or first):
        # Going back in the browser empties the box; show the sentence of the address instead. If
        # the browser came from another page, Python does not get the address: keep the sentence
        # that the session had before.
        st.session_state[RESTORED] = wanted
        st.rerun()
    target = st.text_input(
        target_name,
        key=TARGET,
        placeholder=f"{target_name.partition(',')[0]}: each model’s own words",
        bind="query-params",
        label_visibility="collapsed",
    )
    if examples:
        st.menu_button("Examples", examples, key=EXAMPLE, on_click=_use_example, args=(examples,))
    if target:
        st.session_state.pop(FORMER_TARGET, None)
    if former := st.session_state.get(FORMER_TARGET):
        st.button(
            "Give the target again",
            key=of(FORMER_TARGET, "again"),
            help=f"“{plain(former)}” was the target of the sentence before, and was taken out.",
            icon=":material/undo:",
            on_click=use_for_all,
            args=(former,),
        )
    return source, target


def say_readable(pair: str) -> str:
    """Return a sentence about the texts that a pair's models can read; "" for a toy task."""
    return "" if says_made_up(pair) or side_names(pair) is None else READABLE


def say_unread(source: Sentence) -> None:
    """Warn if the models can hardly read a source.

    The reasons are another script, characters that no training text had, and words that are mostly
    split into single letters.
    """
    pair = st.session_state.get(PAIR) or cache.pairs()[0]
    language = (side_names(pair) or NO_LANGUAGES)[0]
    words, spelt = spelt_words(source)
    unknown = [source.words[i] for i in unknown_places(source)]
    if script := foreign_script(source.text, pair):
        said = f"This is {script} script: the models have learnt to read {language}."
    elif unknown:
        named = ", ".join(f"“{plain(word)}”" for word in unknown[:MOST_UNKNOWN])
        more = f" and {len(unknown) - MOST_UNKNOWN} more" * (len(unknown) > MOST_UNKNOWN)
        said = f"The models cannot read {named}{more}: no training text had what is underlined."
    elif 2 * len(spelt) > len(words) and source.text.isupper():
        said = "The models read capitals letter by letter: write small letters."
    elif 2 * len(spelt) > len(words) and side_names(pair):
        said = f"The models read most of these words letter by letter: is this {language}?"
    else:
        return
    st.caption(f":material/help: {said}")


def use_for_all(text: str) -> None:
    """Set this text as the forced target of all models; call it before the page runs again."""
    st.session_state[TARGET] = text
    st.session_state.pop(FORMER_TARGET, None)


def _use_sentence() -> None:
    """Clear the target, which belongs to the sentence before; the page offers to restore it."""
    st.session_state[EMPTIED] = not st.session_state[SENTENCE]
    if target := st.session_state[TARGET].strip():
        st.session_state[FORMER_TARGET] = target
        st.session_state[TARGET] = ""


def labels(pair: str) -> tuple[str, str]:
    """Return the labels of the two text boxes, which name the languages of the pair."""
    sides = side_names(pair)
    source, target = (f"{sides[0]} sentence", f"{sides[1]} target") if sides else NO_LANGUAGES
    return source, f"{target}, to force (optional)"


def use_pair() -> None:
    """Choose the models that the new pair opens with, and its first example."""
    pair = st.session_state[PAIR]
    examples = cache.examples(pair)
    st.session_state[VARIANTS] = opened_with([path.stem for path in cache.checkpoints(pair)])
    st.session_state[SENTENCE] = examples[0].source if examples else ""
    st.session_state[TARGET] = ""


def _shown(example: Example) -> str:
    """Return an example as the menu shows it: the sentence, and what it is an example of."""
    about = "" if example.label == example.source else f" · {example.label.lower()}"
    return f"{plain(example.source)}{about}"


def _use_example(examples: Mapping[str, str]) -> None:
    if st.session_state[EXAMPLE]:
        st.session_state[SENTENCE] = examples[st.session_state[EXAMPLE]]
        st.session_state[TARGET] = ""
