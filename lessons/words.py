"""The words of a lesson's page that are no lesson's own, by language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from alignoscope.lessons.read import TEXTS

Words = Mapping[str, str]


@cache
def words_of(language: str = "en") -> Words:
    """Return the words of a language by their names."""
    return MappingProxyType(tomllib.loads((TEXTS / language / "words.toml").read_text("utf-8")))
