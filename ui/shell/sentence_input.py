"""Input of the sentence and its target: typed, from the link, or one of the examples."""

from collections.abc import Mapping, Sequence

import streamlit as st

from alignoscope.analysis.words import spelt_words, unknown_places
from alignoscope.data.examples import Example
from alignoscope.data.languages import foreign_script, side_names
from alignoscope.data.registers import FORMAL, MARKS, in_register, register_of
from alignoscope.records.escaping import plain
from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.model_presets import best_aligner, opened_with
from alignoscope.ui.shell.session_keys import (
    ARRIVED,
    EMPTIED,
    EXAMPLE,
    FORMER_TARGET,
    GONE_BACK,
    PAIR,
    REGISTER,
    RESTORED,
    SENTENCE,
    TARGET,
    VARIANT,
    VARIANTS,
    of,
)
from alignoscope.ui.shell.url_parameters import hand_on, linked

MOST_UNKNOWN = 5  # unknown words that the caption names
MOST_NAMED = 3  # models that a caption names


def pick_sentences(pair: str) -> tuple[str, str]:
    """Return the source and the forced target, which is empty for a free translation."""
    source_name, target_name = labels(pair)
    examples = {_shown(example): example.source for example in cache.examples(pair)}
    first = next(iter(examples.values()), "")
    restored = st.session_state.pop(RESTORED, None)
    if restored is not None:
        st.session_state[SENTENCE] = restored
    elif linked(SENTENCE) is None and (SENTENCE not in st.session_state or _left_empty()):
        st.session_state[SENTENCE] = first
    before = st.session_state.get(SENTENCE) if st.session_state[ARRIVED] else ""
    hand_on(SENTENCE, "")
    source = st.text_input(
        source_name,
        key=SENTENCE,
        placeholder=source_name,
        on_change=use_sentence,
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
    _pick_register(pair)
    hand_on(TARGET, "")
    target = st.text_input(
        target_name,
        key=TARGET,
        placeholder=f"Optional: a {_translation(pair)} to score",
        bind="query-params",
        label_visibility="collapsed",
    )
    if examples:
        st.menu_button("Examples", examples, key=EXAMPLE, on_click=_use_example, args=(examples,))
    if target:
        st.session_state.pop(FORMER_TARGET, None)
    if former := st.session_state.get(FORMER_TARGET):
        st.button(
            "Restore the forced translation",
            key=of(FORMER_TARGET, "again"),
            help=(
                f"“{plain(former)}” was cleared because the source changed. Click to use it again."
            ),
            icon=":material/undo:",
            on_click=use_for_all,
            args=(former,),
        )
    return source, target


def _pick_register(pair: str) -> None:
    """Show the switch for formal text, if a model of the pair knows its mark.

    The mark is a part of the sentence, so that links, files and live pages have it as well.
    """
    if not any(FORMAL in report.record.registers for report in cache.results(pair)):
        return
    st.session_state[REGISTER] = register_of(st.session_state[SENTENCE]) == FORMAL
    st.toggle(
        "Formal",
        key=REGISTER,
        on_change=_turn_register,
        help=f"Asks for formal text, as of a parliament or a law: the mark {MARKS[FORMAL]} before "
        "the sentence, which models that were trained with it read as a word.",
    )


def _turn_register() -> None:
    """Put the mark of formal text before the sentence, or take it away."""
    register = FORMAL if st.session_state[REGISTER] else ""
    st.session_state[SENTENCE] = in_register(st.session_state[SENTENCE], register)


def say_register(found: Sequence[Trace]) -> None:
    """Say how many models do not know the register that is asked for; they read no mark."""
    register = register_of(st.session_state.get(SENTENCE) or "")
    others = [one.label for one in found if register_of(one.source.text) != register]
    if register and others:
        named = plain(", ".join(others))
        who = f"{len(others)} of {len(found)} models" if len(others) > MOST_NAMED else named
        verb, they = ("do", "they read") if len(others) > 1 else ("does", "it reads")
        st.caption(
            f":material/help: {who} {verb} not know the mark {MARKS[register]} of {register} "
            f"text: {they} the sentence without it."
        )


def say_reference(found: Sequence[Trace], target: str) -> None:
    """Show the right translation of an example, and how many models write it by themselves.

    So that people who do not know the language see what is right.
    """
    pair = st.session_state.get(PAIR) or cache.pairs()[0]
    source = in_register(found[0].source.text, "")
    right = next((one.target for one in cache.examples(pair) if one.source == source), "")
    if not right or target.strip() or side_names(pair) is None:
        return
    count, every = sum(one.target.text == right for one in found), len(found)
    said = "No model here writes" if not count else f"{count} of {every} models write"
    st.caption(f":material/translate: {said} the reference translation: “{plain(right)}”")


def _left_empty() -> bool:
    """Return whether the text box was empty on the page that led here."""
    led = st.session_state[ARRIVED] and not st.session_state.get(GONE_BACK)
    return bool(led and not st.session_state[SENTENCE])


def say_unread(trace: Trace, target: str) -> bool:
    """Warn if the models can hardly read the source of a trace, or the forced `target` if any.

    Returns whether there was a reason: another script, characters that no training text had, or
    words that are mostly split into single letters.
    """
    source = trace.source
    pair = st.session_state.get(PAIR) or cache.pairs()[0]
    here, there = side_names(pair) or ("", "")
    said = _unread(source, here, foreign_script(source.text, pair), " They are underlined.")
    if target.strip() and not said:
        back = "-".join(reversed(pair.split("-")))
        said = _unread(trace.target, there, foreign_script(trace.target.text, back), "")
    if said:
        st.caption(f":material/help: {said}")
    return bool(said)


def _unread(sentence: Sentence, language: str, script: str, shown: str) -> str:
    """Return the reason that the models can hardly read a sentence, or "".

    Args:
        sentence: the sentence.
        language: the name of the language that it should be in; empty for a toy task.
        script: the script that it is in, if the language has another one.
        shown: how the page shows unknown words.
    """
    words, spelt = spelt_words(sentence)
    unknown = [*dict.fromkeys(sentence.words[i] for i in unknown_places(sentence))]
    if script:
        return f"These models only know {language}; this looks like {script}."
    if unknown:
        named = plain(" ".join(unknown[:MOST_UNKNOWN]))
        more = f" and {len(unknown) - MOST_UNKNOWN} more" * (len(unknown) > MOST_UNKNOWN)
        return f"Unknown to these models (never seen in training): {named}{more}.{shown}"
    if 2 * len(spelt) > len(words) and sentence.text.isupper():
        return "The models split capitals into single letters. Write small letters."
    if 2 * len(spelt) > len(words) and language:
        return f"The models split most of these words into single letters. Is this {language}?"
    return ""


def use_for_all(text: str) -> None:
    """Set this text as the forced target of all models; call it before the page runs again."""
    st.session_state[TARGET] = text
    st.session_state.pop(FORMER_TARGET, None)


def use_sentence() -> None:
    """Clear the target, which belongs to the sentence before; the page offers to restore it."""
    st.session_state[EMPTIED] = not st.session_state[SENTENCE]
    if target := st.session_state[TARGET].strip():
        st.session_state[FORMER_TARGET] = target
        st.session_state[TARGET] = ""


def labels(pair: str) -> tuple[str, str]:
    """Return the labels of the two text boxes, which name the languages of the pair."""
    sides = side_names(pair)
    source = f"{sides[0]} sentence" if sides else "Source sentence"
    translation = _translation(pair)
    return source, f"{translation[0].upper()}{translation[1:]} to force (optional)"


def _translation(pair: str) -> str:
    sides = side_names(pair)
    return f"{sides[1]} translation" if sides else "target"


def use_pair() -> None:
    """Choose the models that the new pair opens with, and its first example."""
    pair = st.session_state[PAIR]
    examples = cache.examples(pair)
    names = [path.stem for path in cache.checkpoints(pair)]
    st.session_state[VARIANTS] = opened_with(names)
    if st.session_state.get(VARIANT) not in names:
        st.session_state[VARIANT] = best_aligner(names, cache.results(pair))
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
