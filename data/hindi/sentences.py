"""Whole sentences: Hindi with its verb last, and the same in English order."""

from collections.abc import Sequence
from random import Random
from unicodedata import normalize

from alignoscope.data.hindi.actions import draw_action
from alignoscope.data.hindi.being import draw_description, draw_existence, draw_location
from alignoscope.data.hindi.phrases import Chance
from alignoscope.data.linked import LinkedPair, Word, draw_distinct, link_words

MOST_WORDS = 15
PATTERNS = {draw_action: 12, draw_description: 2, draw_location: 2, draw_existence: 1}


def hindi_phrases(count: int, seed: int) -> list[LinkedPair]:
    """Return sentences of a small grammar in Hindi and in English, with at most 15 words a side.

    Each word is linked to what says the same on the other side: "लड़की सेब खा रही है ।" and "The
    girl is eating an apple ." have the links 0-1, 1-5, 2-3, 3-3, 4-2, 5-6. A Hindi sentence has one
    English one; the other way round there are several.

    Raises:
        ValueError: if `count` is out of range.
    """
    return draw_distinct(draw_sentence, count, seed)


def draw_sentence(random: Random) -> LinkedPair:
    """Draw a sentence that is not too long."""
    while True:
        chance = Chance(random)
        hindi, english = chance.one_of(PATTERNS)(chance)
        if max(len(hindi), len(english)) <= MOST_WORDS:
            text = write(english)
            target = text[0].upper() + text[1:]
            return LinkedPair(write(hindi), target, link_words(hindi, english))


def write(words: Sequence[Word]) -> str:
    """Join words to a normalised text; no space comes before a mark or before 's."""
    text = "".join(w.text if w.text in ("।", ".", "?", "'s") else f" {w.text}" for w in words)
    return normalize("NFC", text.strip())
