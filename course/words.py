"""The interface texts of the lesson page by language, and numbers formatted for a language."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from alignoscope.analysis.words import plain_words
from alignoscope.course.facts import FactValue
from alignoscope.course.markup import unbroken
from alignoscope.course.read import ENGLISH, TEXTS
from alignoscope.records.sentence import Sentence

Messages = Mapping[str, str]
_NUMBER = re.compile(r"(\w+ = )?-?\d[\d,]*(\.\d+)?")  # In English format; `b = 0.5` is a setting.
_LONG = 10_000  # From this number on, thousands are separated.


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages that have interface texts, English first."""
    found = {path.parent.name for path in TEXTS.glob("*/words.toml")}
    return (ENGLISH, *sorted(found - {ENGLISH}))


@cache
def words_of(language: str = ENGLISH) -> Messages:
    """Return the interface texts of a language by name; those in `[said]` by their English text."""
    found = tomllib.loads((TEXTS / language / "words.toml").read_text("utf-8"))
    said = {_said(text): words for text, words in found.pop("said", {}).items()}
    return MappingProxyType({name: unbroken(words) for name, words in (found | said).items()})


def in_words(value: FactValue, words: Messages) -> str:
    """Return a value, or an English text, in a language; texts without a translation are unchanged.

    The parts of a label such as `luong-dot · by itself` are translated separately.
    """
    text = f"{value:,}" if isinstance(value, int) and value >= _LONG else str(value)
    marks = str.maketrans(",.", words["thousands"] + words["decimal"])
    return " · ".join(
        part.translate(marks) if _NUMBER.fullmatch(part) else words.get(_said(part), part)
        for part in text.split(" · ")
    )


def words_with_end(sentence: Sentence, words: Messages) -> tuple[str, ...]:
    """Return a sentence's words with its end mark, if it has one, written in a language."""
    found = plain_words(sentence)
    return found if found[-1:] == sentence.words[-1:] else (*found[:-1], in_words(found[-1], words))


def _said(text: str) -> str:
    return f"said: {text}"
