"""Hindi sentences word by word: their letters, their glosses and where English needs them."""

import unicodedata

import pytest

from alignoscope.course.facts.hindi import (
    GLOSSED,
    TEA,
    Glossed,
    before_verb,
    order,
    romanised,
)
from alignoscope.data.tokenizer import split_words
from tests.course.course import outcome
from tests.shared.drawn_steps import make_trace

_PAIRS = "क=k ख=kh ख़=kh ग=g च=c ज=j ट=ṭ ड़=ṛ त=t द=d न=n प=p ब=b म=m य=y र=r ल=l व=v स=s ह=h"
CONSONANTS = dict(pair.split("=") for pair in _PAIRS.split())


def consonants_of_hindi(word: str) -> str:
    """Return the consonants of a word in Devanagari in Latin letters, and ~ for a nasal vowel."""
    letters = unicodedata.normalize("NFD", word)
    found = ""
    for i, letter in enumerate(letters):
        if letter in "ंँ":
            found += "~"
        found += CONSONANTS.get(letters[i : i + 2]) or CONSONANTS.get(letter, "")
    return found


def consonants_of_latin(word: str) -> str:
    """Return the same of a transliteration."""
    found = ""
    for letter in unicodedata.normalize("NFC", word):
        base, *marks = unicodedata.normalize("NFD", letter)
        if base not in "aeiou" and not unicodedata.combining(letter):
            found += letter
        if "\N{COMBINING TILDE}" in (letter, *marks):
            found += "~"
    return found


@pytest.mark.parametrize("one", GLOSSED.values(), ids=lambda one: one.english)
def test_a_transliteration_has_the_consonants_and_nasals_of_each_word(one: Glossed) -> None:
    pairs = zip(one.hindi.split(), one.roman.split(), one.gloss.split(), strict=True)
    for hindi, roman, _ in pairs:
        assert consonants_of_hindi(hindi) == consonants_of_latin(roman)


@pytest.mark.parametrize("one", GLOSSED.values(), ids=lambda one: one.english)
def test_links_are_of_the_words_that_a_model_reads(one: Glossed) -> None:
    words = split_words(one.text)
    assert words == [*one.hindi.split(), "।"]
    linked = {i for of_word in one.linked for i in of_word}
    assert linked == set(range(len(words) - 1))  # Each Hindi word has an English one.


def test_english_needs_the_last_word_early_and_the_words_of_a_phrase_in_reverse() -> None:
    assert order("tea") == "mīnā hai pī rahī cāy"
    assert order("shop") == "mohan hai kharīd rahā roṭī mẽ dukān"
    assert [before_verb(one) for one in GLOSSED] == [1, 1, 3]


def test_source_words_get_their_transliteration_and_keep_their_pieces() -> None:
    trace = make_trace(("मीना", "हाथी", "है", "।", "</s>"))
    words = romanised(trace, TEA).source
    assert words.words == ("मीना mīnā", "हाथी", "है hai", "।", "</s>")
    assert words.pieces == trace.source.pieces


def test_an_oracle_of_words_looks_at_them_in_its_order() -> None:
    looks = {
        name: outcome("hindi orders", name).traces[1].weights.argmax(axis=1).tolist()
        for name in ("in the order of Hindi", "in the order of English", "from the verb back")
    }
    # The progressive "rahī" has no English word of its own, and the full stop ends each order.
    assert {name: columns[:5] for name, columns in looks.items()} == {
        "in the order of Hindi": [0, 1, 2, 4, 5],
        "in the order of English": [0, 4, 2, 1, 5],
        "from the verb back": [4, 2, 1, 0, 5],
    }
