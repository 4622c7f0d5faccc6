"""The phrases of the player in a language, for pages in that language."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def phrases_of(language: str) -> Mapping[str, str]:
    """Return the phrases of a language by name, and its words for English texts of the data.

    Those of English are part of every script that shows the player.
    """
    phrases: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return phrases
