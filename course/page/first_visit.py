"""The first visit: the bet of the tour in three clicks, answered by the flow, before the maps.

The browser decides who sees it: a person who has been here before does not.
"""

from collections.abc import Container, Sequence
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from alignoscope.course.facts.referee import NOIR
from alignoscope.course.markup import marked
from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.page.languages import linked_language
from alignoscope.course.plans import PLANS, next_lesson
from alignoscope.course.player.payload import lab_maps, player_phrases
from alignoscope.course.player.script import STYLE
from alignoscope.course.read import ENGLISH, lessons
from alignoscope.course.record import ChoiceQuestion, Lesson
from alignoscope.course.shown import Shown, replied, right_option
from alignoscope.course.words import Messages, words_of
from alignoscope.records.sentence import END, Sentence
from alignoscope.ui.shell.session_keys import ARRIVED, FIRST_VISIT, LANG, LESSON, PLAN, of
from alignoscope.ui.shell.url_parameters import links_only
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script, style

_COMPONENT = Component(
    "first_visit",
    script("course/player/lesson/first_visit.js"),
    f"{STYLE}\n{style('course/player/lesson/first_visit.css')}",
)


def offer_first_visit() -> None:
    """Offer the first visit if this session began on this page, without a link's parameters."""
    begins = not st.session_state[ARRIVED] and links_only(LANG)
    if not st.session_state.setdefault(FIRST_VISIT, begins):
        return
    language = linked_language()
    tour = lessons(language)["tour"]
    data = first_visit(tour, screens_of(tour), words_of(language))
    if data:
        _COMPONENT.mount(key=of(FIRST_VISIT, FIRST_VISIT), data=data)


def first_visit(tour: Lesson, found: Sequence[Shown], words: Messages) -> dict[str, Any] | None:
    """Return the data of the first visit: the tour's bet, and its lab "chosen".

    None if these models do not show what it says: that they look at one of the options, and write
    something else when they look from left to right.
    """
    bet = next(one for one in found if one.screen.kind == "predict")
    steered = next(one for one in found if one.screen.lab == "chosen")
    ask = bet.screen.ask
    if bet.problem or steered.problem or not isinstance(ask, ChoiceQuestion):
        return None
    assert steered.lab is not None
    own, told = (one.traces[0] for one in steered.lab.outcomes)
    if right_option(ask, bet) is None or own.target.text == told.target.text:
        return None
    following = next_lesson(None, tour)
    assert following is not None
    language = {LANG: tour.language} if tour.language != ENGLISH else {}
    return {
        "lang": tour.language,
        "title": found[0].screen.title,
        "question": marked(ask.question),
        "source": [word for word in own.source.words if word != END],
        "says": {one.value: marked(replied(one.says, ask, bet, words)) for one in ask.options},
        "own": _strong(own.target, {NOIR}),
        "told": _strong(told.target, _moved(own.target.words, told.target.words)),
        "words": {name: words[name] for name in words if name.startswith(("first_", "door_"))}
        | {name: words[name] for name in ("yours", "the_model")},
        "phrases": player_phrases(tour.language),
        "maps": [lab_maps(one, f"{FIRST_VISIT} {i}") for i, one in enumerate(steered.lab.outcomes)],
        "doors": {
            "learn": f"lessons?{urlencode({LESSON: following.id, **language})}",
            "explore": "",
            "teach": f"lessons?{urlencode({PLAN: next(iter(PLANS)), **language})}",
        },
        "lesson": following.name,
    }


def _moved(own: Sequence[str], told: Sequence[str]) -> set[str]:
    """Return the words of a translation that another one has elsewhere, or not at all."""
    return {word for i, word in enumerate(told) if word not in own[i : i + 1]}


def _strong(sentence: Sentence, words: Container[str]) -> list[tuple[str, str]]:
    """Return the parts of a sentence's text; some words are strong."""
    parts, at, end = [], 0, 0
    for word in sentence.words:
        start = sentence.text.find(word, at)
        at = max(at, start + len(word))
        if start >= 0 and word in words:
            parts += [("", sentence.text[end:start]), ("strong", word)]
            end = at
    return [*parts, ("", sentence.text[end:])]
