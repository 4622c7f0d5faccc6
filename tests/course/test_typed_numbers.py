"""No number of a model is typed: a number in a lesson is a claim's, or stands here with why."""

import re
from collections.abc import Iterator

import pytest

from alignoscope.course.read import ENGLISH, lessons, read_lesson, sentences_of
from alignoscope.course.record import ChoiceQuestion, Lesson, Option
from alignoscope.course.words import languages
from tests.course.test_texts import HEAD

TYPED = {  # what a lesson types, by why it may
    "tour": {"what weights sum to": "1"},
    "one-vector": {"the year of a paper": "2015"},
    "oracle": {"how many rows are tried": "100"},
    "factory": {
        "what weights sum to, and exp(0)": "1",
        "scores that the sentence gives": "3",
        "how many tokens are tried": "102",
        "lines of code": "2 4",
    },
    "annotations": {"a lesson": "11"},
    "sol-and-sun": {
        "turns that the sentence gives, and what the words score by them": "100 40 4 0 3 2",
        "exp(0)": "1",
        "sizes that the sentence gives": "512 256 768",
    },
    "concat-additive": {
        "lessons": "3 8",
        "a bias and a cut that the sentence gives": "1 2",
        "sizes that the sentence gives, and their products": "5 4 12 20",
    },
    "mask": {
        "scores and pads that the sentence gives": "2 1 0 3",
        "exp(2) and exp(1)": "7.4 2.7",
        "lines of a program": "4",
        "guesses": "0.05 0.6",
    },
    "clock": {"a lesson": "6", "no error": "0", "lines of a program": "2 3 4 5"},
    "windows": {
        "a lesson": "7",
        "the year of a paper": "2017",
        "how many rows are counted": "100",
        "scores that the sentence gives, exp(0), and what weights sum to": "2 1 0",
        "a reach and a distance that the sentence gives": "10 8",
        "steps of the sum that is done by hand": "0.8 0.64 1.6 1.28",
    },
    "learning": {
        "the ends of a share": "0 1",
        "how many dates are tried": "200",
        "how many letters there are": "5",
    },
    "explain": {
        "a lesson": "2",
        "how many dates are tried": "200",
        "the date": "8 1997",
        "what is written": "03 07 08",
        "years of papers": "2019",
    },
    "hindi": {"how many rows are counted": "100"},
    "past": {
        "what weights sum to": "1",
        "what the terms of the toy add": "4",
        "what is switched off, and a sum with it": "0",
        "how many sentences are counted, and tokens tried": "50 102",
        "weights that the sentence gives": "0.2 0.7 0.3",
        "a number to read aloud": "7",
    },
    "sure": {
        "the date": "8",
        "the ones of the logistic function": "1",
        "a confidence and a number of words that the sentence gives": "80 50",
    },
    "transformer": {
        "the year of a paper": "2017",
        "a size that the sentence gives": "256",
        "guesses": "0.10 0.50",
        "a variance": "1",
        "how many rows are counted": "100",
        "what is computed by hand": "64 16",
    },
    "copying": {"parts that the sentence gives, and what weights sum to": "0.5 0.2 0.6 1"},
    "heads": {"what weights sum to, and the output of what is left out": "1 0"},
    "beyond": {"how many sentences are counted": "100", "a size that the sentence gives": "150"},
    "referee": {"how many tokens and dates are tried": "102 200"},
}
NUMBER = re.compile(r"(?<![\w₁₂])\d+(?:[.,]\d+)?")
NAMES = re.compile(r"\{[A-Za-z.]+\}|\b\w\[[^]]*\]")  # of claims, and of states such as s[i-1]


def texts_of(lesson: Lesson) -> Iterator[str]:
    """Return all that a lesson says, to whom it asks and to who teaches it."""
    yield from (lesson.title, lesson.aim, lesson.opener, lesson.bridge)
    for screen in lesson.screens:
        yield screen.title
        yield from (text for text, _ in sentences_of(screen))


def typed(text: str, language: str) -> set[str]:
    """Return the numbers that are typed in a text, as English writes them."""
    joined = re.sub(
        r"(?<=\d),(?=\d{3})" if language == ENGLISH else r"(?<=\d)\s(?=\d{3})", "", text
    )
    return {one.replace(",", ".") for one in NUMBER.findall(NAMES.sub(" ", joined))}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", lessons())
def test_every_number_is_a_claims_or_has_a_reason(lesson: str, language: str) -> None:
    found = set().union(*(typed(text, language) for text in texts_of(lessons(language)[lesson])))
    allowed = " ".join(TYPED.get(lesson, {}).values()).split()
    assert len(allowed) == len(set(allowed))
    assert found - set(allowed) == set()
    assert language != ENGLISH or found == set(allowed)  # what is no longer typed has no reason


def test_numbers_are_found_wherever_they_are_typed() -> None:
    assert typed("{a.b} of 65,536 at 0.5, `s[i-1]` and W₁; v2 is 3.", ENGLISH) == {
        "65536",
        "0.5",
        "3",
    }
    assert typed("{a.b} sur 65 536, à 0,5\N{NO-BREAK SPACE}: deux", "fr") == {"65536", "0.5"}
    text = """
## hook: Title 1

Prose 2.

## check: A

~~~toml
question = "Question 3"
claim = "columns.twelve"
right = "Right 4."
wrong = "Wrong 5."
[[hints]]
value = "9"
says = "Hint 6."
~~~

## predict: B

~~~toml
question = "Which?"
claim = "columns.twelve"
[[options]]
value = 8
text = "Text 7"
says = "Says 8."
[[options]]
text = "{columns.twelve}"
says = "Yes."
~~~
"""
    texts = texts_of(read_lesson(f"{HEAD}{text}"))
    assert set().union(*(typed(one, ENGLISH) for one in texts)) == set("12345678")


@pytest.mark.parametrize("language", languages())
def test_an_option_that_begins_with_a_typed_number_has_that_value(language: str) -> None:
    asked = [screen.ask for lesson in lessons(language).values() for screen in lesson.screens]
    options = [one for ask in asked if isinstance(ask, ChoiceQuestion) for one in ask.options]
    begun = [one for one in options if re.match(r"\d", one.text)]
    assert len(begun) == 4
    for option in begun:
        assert {float(one) for one in typed(option.text, language)} == {option.value}


def test_an_option_without_a_value_stands_for_that_of_the_claim_in_its_text() -> None:
    ask = lessons()["factory"].screens[2].ask
    assert isinstance(ask, ChoiceQuestion)
    assert [option.value for option in ask.options] == [13, 65536, 0]
    assert ask.options[1] == Option(
        value=65536, text="{parameters.general}: a matrix", says=ask.options[1].says
    )
    screen = '\n## predict: A\n\n~~~toml\nquestion = "Q"\nclaim = "columns.twelve"\n[[options]]\n'
    for text in ("ten", "{parameters.dot} or {columns.twelve}", "{no.such}"):
        with pytest.raises(ValueError, match="has no value, and no claim in it to have one of"):
            read_lesson(f'{HEAD}{screen}text = "{text}"\nsays = "S"\n~~~\n')
