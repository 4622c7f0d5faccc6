"""The task "dates": dates in several languages, translated to ISO 8601."""

import re
from datetime import date
from random import Random

from alignoscope.data.corpus import normalise
from alignoscope.data.linked import LinkedPair, draw_distinct
from alignoscope.data.tokenizer import split_words

FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2099, 12, 31)


def dates(count: int, seed: int) -> list[LinkedPair]:
    """Return dates as people write them in several languages, with their form in ISO 8601.

    "samedi 8 mars 1997" becomes "1997-03-08", a task of many tutorials on attention. The links join
    year, month and day. Weekdays, articles, commas and ordinal endings have no link.

    Raises:
        ValueError: if `count` is out of range.
    """
    styles = [(language, pattern) for language in FORMATS for pattern in FORMATS[language]]

    def draw(random: Random) -> LinkedPair:
        day = date.fromordinal(random.randint(FIRST_DAY.toordinal(), LAST_DAY.toordinal()))
        return write_date(day, *random.choice(styles))

    return draw_distinct(draw, count, seed)


def write_date(day: date, language: str, pattern: str) -> LinkedPair:
    """Return a day written by a pattern of `FORMATS`, with links from the pattern's fields."""
    from babel.dates import format_date  # imported here, as no other task needs babel

    text, fields = "", ""  # fields[i] is the field of character i, not counting spaces
    for match in _PART.finditer(pattern):
        name, part = match["field"], match["quoted"] or match["plain"] or ""
        if name:
            part = format_date(day, name, locale=language)
        elif part == ORDINAL:
            part = _ordinal(day.day, language)
        text += part
        fields += (name or " ")[0] * len(normalise(part).replace(" ", ""))
    source, target = normalise(text), day.isoformat()
    links, start = set(), 0
    for i, word in enumerate(split_words(source)):
        if word[0].isalnum() and fields[start] in _ISO_WORD:
            links.add((i, _ISO_WORD[fields[start]]))
        start += len(word)
    return LinkedPair(source, target, frozenset(links))


def _ordinal(day: int, language: str) -> str:
    """Return the ordinal ending of a day of the month: 1st, 1er, 1º; "" if it has none."""
    if language == "en":
        return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return {"fr": "er", "it": "º", "pt": "º"}.get(language, "") if day == 1 else ""


# Patterns of CLDR (Unicode TS #35): E is the weekday, d the day, M the month (MMM short, MMMM in
# full), y the year, and quoted text is literal. An addition here is °, the ordinal ending of the
# day. Every pattern spells out the month, since 8/3 is ambiguous between March and August.
ORDINAL = "°"
_PART = re.compile(rf"(?P<field>E+|d+|M+|y+)|'(?P<quoted>[^']*)'|(?P<plain>{ORDINAL}|[^EdMy'°]+)")
_ISO_WORD = {"y": 0, "M": 2, "d": 4}  # the words of 1997-03-08 are 1997 - 03 - 08
FORMATS = {
    "en": (
        "MMM d, y",
        "MMMM d, y",
        "EEEE, MMMM d, y",
        "E, MMM d, y",
        "d MMMM y",
        "d MMM y",
        "EEEE d MMMM y",
        "MMMM d°, y",
        "d° MMMM y",
        "'the' d° 'of' MMMM, y",
    ),
    "fr": ("d MMM y", "d MMMM y", "EEEE d MMMM y", "E d MMM y", "'le' d° MMMM y", "EEEE d° MMMM y"),
    "de": ("d. MMM y", "d. MMMM y", "EEEE, d. MMMM y", "E, d. MMM y", "'am' d. MMMM y"),
    "es": (
        "d MMM y",
        "d 'de' MMMM 'de' y",
        "EEEE, d 'de' MMMM 'de' y",
        "E, d MMM y",
        "'el' d 'de' MMMM 'de' y",
    ),
    "it": ("d MMM y", "d MMMM y", "EEEE d MMMM y", "E d MMM y", "d° MMMM y"),
    "nl": ("d MMM y", "d MMMM y", "EEEE d MMMM y", "E d MMM y", "'op' d MMMM y"),
    "pt": (
        "d 'de' MMM 'de' y",
        "d 'de' MMMM 'de' y",
        "EEEE, d 'de' MMMM 'de' y",
        "E, d 'de' MMM 'de' y",
        "d° 'de' MMMM 'de' y",
    ),
    "sv": ("d MMM y", "d MMMM y", "EEEE d MMMM y", "E d MMM y", "'den' d MMMM y"),
}
