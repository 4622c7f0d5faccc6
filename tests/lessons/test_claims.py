"""Every sentence of the lessons is true of the models that ship, or this says which is not."""

import re
from functools import cache

import pytest

from alignoscope.lessons.claims import CLAIMS
from alignoscope.lessons.facts.oracle import ORDERS, order_rows
from alignoscope.lessons.read import ENGLISH, claims_of, lessons, sentences_of
from alignoscope.lessons.record import Choice, Claim, Screen, Value, load_claim
from alignoscope.lessons.shown import Shown, right_option
from alignoscope.lessons.words import languages
from tests.lessons.course import load

FOUND = lessons()


@cache
def value(name: str) -> Value:
    return load_claim(CLAIMS[name], load)


def untrue(name: str, claim: Claim, found: Value) -> list[str]:
    """Return the sentences that rest on a claim which does not hold: lesson, sentence, values."""
    if claim.holds(found):
        return []
    return [
        f"{lesson.id}, “{screen.title}”, “{sentence}”: "
        f"{name} was {claim.expected!r} and is {found!r}"
        for lesson in FOUND.values()
        for screen in lesson.screens
        for sentence, names in sentences_of(screen)
        if name in names
    ]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_holds_of_the_models_that_ship(name: str) -> None:
    assert untrue(name, CLAIMS[name], value(name)) == []


def test_a_claim_that_does_not_hold_is_told_by_lesson_sentence_and_values() -> None:
    assert untrue("cats.told", CLAIMS["cats.told"], "J'ai un chat.") == [
        "oracle, “And in French”, “Told to look from left to right, it writes English order: "
        '**{cats.told}**”: cats.told was "J\'ai un noir chat et un blanc chien." and is '
        '"J\'ai un chat."'
    ]
    assert untrue("annotation.behind", CLAIMS["annotation.behind"], 0.5) == [
        "annotations, “Exact zeros on one side, fading on the other”, “Behind the word, the half "
        "from the right changes by exactly {annotation.behind}: it was read before.”: "
        "annotation.behind was 0.0 and is 0.5"
    ]
    told = untrue("letters.told", CLAIMS["letters.told"], "c a d b k")
    assert [one.split(", “")[0] for one in told] == ["oracle", "annotations", "explain"]
    assert "“What does the model, which has only written backwards, write now?”: letters" in told[0]


def test_every_claim_is_of_a_sentence() -> None:
    said = {name for one in FOUND.values() for screen in one.screens for name in claims_of(screen)}
    assert said == set(CLAIMS)


QUESTIONS = [
    pytest.param(screen, id=f"{lesson.id}: {screen.title}")
    for lesson in FOUND.values()
    for screen in lesson.screens
    if isinstance(screen.ask, Choice)
]


@pytest.mark.parametrize("language", languages())
def test_an_option_that_begins_with_a_number_has_that_value(language: str) -> None:
    found = [
        (screen.title, option)
        for lesson in lessons(language).values()
        for screen in lesson.screens
        if isinstance(screen.ask, Choice)
        for option in screen.ask.options
        if re.match(r"\d", option.text) and not isinstance(option.value, str)
    ]
    assert len(found) > 10
    for title, option in found:
        said = re.match(r"[\d.,\s]*\d", option.text)[0]
        plain = re.sub(r"\s|,(?=\d{3})" if language == ENGLISH else r"\s", "", said)
        assert float(plain.replace(",", ".")) == option.value, title


@pytest.mark.parametrize("screen", QUESTIONS)
def test_of_all_options_one_is_right(screen: Screen) -> None:
    assert isinstance(screen.ask, Choice)
    found = Shown(screen=screen, values={screen.ask.claim: value(screen.ask.claim)})
    assert right_option(screen.ask, found) is not None


def test_the_rows_of_an_order_look_at_one_token_after_the_other() -> None:
    columns = {order: order_rows(order, 6).argmax(axis=1).tolist() for order in ORDERS[:3]}
    assert columns == {
        "forwards": [0, 1, 2, 3, 4, 5],
        "backwards": [4, 3, 2, 1, 0, 5],
        "every second first": [0, 2, 4, 1, 3, 5],
    }
    assert order_rows(ORDERS[3], 5).tolist() == [[0.2] * 5]
