"""What a page says of a sentence in the other language, and of a translation that may be wrong."""

import re
from collections.abc import Sequence

import streamlit as st

from alignoscope.analysis.confidence import left_out
from alignoscope.analysis.words import own_words
from alignoscope.data.known_words import KnownWords
from alignoscope.data.languages import foreign_script, side_names
from alignoscope.models.beside import beside
from alignoscope.records.escaping import plain
from alignoscope.records.percentages import percentage
from alignoscope.records.sentence import END
from alignoscope.records.trace import Trace
from alignoscope.serving import model_store as cache
from alignoscope.ui.shell.decoding_choice import BEAM, decode
from alignoscope.ui.shell.model_presets import choose
from alignoscope.ui.shell.sentence_input import say_register, say_unread, use_pair, use_sentence
from alignoscope.ui.shell.session_keys import DECODING, PAIR, SENTENCE, VARIANTS, WHOLE, of

MOST_SURER = 3  # surer models that are named
MOST_RARE = 3  # rare words that are named
UNLIKELY = 0.1  # A word with less under another model is a reason for doubt.
SURER = 0.1  # the least lead in probability of a model that is called surer


def say_doubts(found: Sequence[Trace], target: str, lead: str = "", beam: str = "") -> None:
    """Say that a sentence is of another language, unreadable, or probably translated wrongly.

    Only the first of these that holds is said.

    Args:
        found: the traces of the sentence.
        target: the forced target; empty for free translations.
        lead: the id of the trace whose translation it is about, by default the first.
        beam: the decoding that the page offers where a greedy translation is probably wrong.
    """
    say_register(found)
    if not (_offer_other_language(found[0].source.text) or say_unread(found[0], target)):
        _say_doubt(found, lead, beam, _slip(found[0]))


def _offer_other_language(text: str) -> bool:
    """Say that a sentence looks like the pair's other language, with a button that swaps them.

    Returns whether it does.
    """
    pair = st.session_state.get(PAIR) or cache.pairs()[0]
    known, sides = _known(), side_names(pair)
    if known is None or sides is None or foreign_script(text, pair):
        return False
    if known.language_of(text) != "target":
        return False
    here, there = sides
    other = "-".join(reversed(pair.split("-")))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f":material/help: This looks like {there}. These models read {here}.")
        if other in cache.pairs():
            st.button(
                f"Translate from {there}",
                key=of(PAIR, "swap"),
                type="tertiary",
                icon=":material/swap_horiz:",
                on_click=_swap,
                args=(other, text),
            )
    return True


def _known() -> KnownWords | None:
    """Return the words that the chosen pair's models have read, if there is a table of them."""
    return beside(cache.CHECKPOINTS / (st.session_state.get(PAIR) or cache.pairs()[0])).words


def _slip(trace: Trace) -> tuple[str, str] | None:
    """Return the first source word that is new and like a known one, and that one; or None.

    The last word may still be being typed, unless a mark follows it.
    """
    known = _known()
    words = trace.source.words
    ended = words[: -1 - (words[-1:] == (END,))]
    new = [words[one.place] for one in trace.rare if not one.times and one.place < len(ended)]
    found = ((word, known.nearest(word)) for word in new if known)
    return next(((word, near) for word, near in found if near), None)


def _say_doubt(found: Sequence[Trace], lead: str, beam: str, slip: tuple[str, str] | None) -> None:
    """Say that the lead model's own translation is probably wrong, why, and what may be better.

    Of a model without a fit (`records.confidence`), and of a surer translation, only a `slip` is
    said, a new word and the known word that it may stand for.
    """
    trace = next((one for one in found if one.id == lead), found[0])
    sure = trace.confidence
    if sure is None or not sure.probably_wrong:
        if slip:
            with st.container(horizontal=True, vertical_alignment="center"):
                never = f"These models have never read “{plain(slip[0])}”."
                st.caption(f":material/help: {never}")
                _offer(trace, *slip)
        return
    shares = {one.label: one.confidence.comparable for one in found if one.confidence}
    surer = [name for name, share in shares.items() if share > sure.comparable + SURER]
    surer = sorted(surer, key=lambda name: -shares[name])[:MOST_SURER]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f":material/help: **{plain(trace.label)} is probably wrong**: {_why(trace)} "
            f"Of such translations {percentage(sure.sentence)} are right."
        )
        if slip:
            _offer(trace, *slip)
        if trace.mode == "free" and beam:
            st.button(
                f"Try {BEAM}",
                key=of(DECODING, "doubt"),
                type="tertiary",
                help="Search for a more probable translation",
                on_click=decode,
                args=(beam,),
            )
        if surer:
            st.button(
                "Show only the surer models",
                key=of(VARIANTS, "surer"),
                type="tertiary",
                help=plain(", ".join(surer)),
                on_click=_choose,
                args=(surer,),
            )


def _offer(trace: Trace, word: str, near: str) -> None:
    """Offer to write a known word for a new one."""
    near = near.capitalize() if word[0].isupper() else near
    text = re.sub(rf"\b{re.escape(word)}\b", near, trace.source.text)
    label = f"Write “{plain(near)}”"
    st.button(label, key=of(SENTENCE, "near"), type="tertiary", on_click=_write, args=(text,))


def _why(trace: Trace) -> str:
    """Return the reason in one sentence.

    It is rare words, words left out, a word that another model finds improbable, names, or the
    model's own low probability.
    """
    source, known = trace.source.words, _known()
    rare = [(source[one.place], one.times) for one in trace.rare]
    gone = [source[place] for place in left_out(trace, known) or ()]
    if gone and not rare:
        return f"it leaves out {_named(gone)}."
    if not rare and (said := _read_by_others(trace)):
        return said
    names = known.words(own_words(trace.source)) if known else ()
    found = rare or [(one.word, one.times) for one in names if one.state == "name"]
    never = [word for word, times in found if not times]
    if not found:
        return "it finds its own words improbable."
    named = never or [word for word, _ in found]
    kind = "" if rare else f"the name{'s' * (len({*named}) > 1)} "
    told = _named(named)
    return f"these models have {'never' if never else 'hardly'} read {kind}{told}."


def _read_by_others(trace: Trace) -> str:
    """Return which word another model finds least probable, if one finds any so; else ""."""
    sure = trace.confidence
    assert sure
    texts = (("", sure.second, trace.target), ("on the way back, ", sure.back, trace.source))
    found = [
        (chance, way, reading.model, word)
        for way, reading, sentence in texts
        if reading
        for word, chance in zip(own_words(sentence), reading.words, strict=True)
        if any(map(str.isalpha, word))
    ]
    chance, way, model, word = min(found, default=(1.0, "", "", ""))
    share = percentage(chance)
    return f"{way}{plain(model)} gives “{plain(word)}” {share}." if chance < UNLIKELY else ""


def _named(words: Sequence[str]) -> str:
    """Return the first words in quotation marks, each once, as in “a”, “b” and “c”."""
    once = [f"“{plain(word)}”" for word in dict.fromkeys(words)]
    if len(once) > MOST_RARE:
        return ", ".join(once[:MOST_RARE]) + " …"
    return " and ".join([*filter(None, [", ".join(once[:-1])]), *once[-1:]])


def _swap(pair: str, text: str) -> None:
    st.session_state[PAIR] = pair
    use_pair()
    st.session_state[SENTENCE] = text
    st.session_state[WHOLE] = True


def _write(text: str) -> None:
    st.session_state[SENTENCE] = text
    use_sentence()
    st.session_state[WHOLE] = True


def _choose(names: Sequence[str]) -> None:
    choose(names)
    st.session_state[WHOLE] = True
