"""English names of languages and language pairs, for codes of ISO 639-1, -2 or -3."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Literal
from unicodedata import name

from alignoscope.records.catalogue.tasks import MADE_UP

# The first word of Unicode's letter names, for scripts where it differs from CLDR's name.
SEVERAL = {
    "Jpan": ("CJK", "HIRAGANA", "KATAKANA"),
    "Kore": ("HANGUL", "CJK"),
    "Hans": ("CJK",),
    "Hant": ("CJK",),
    "Beng": ("BENGALI",),
    "Orya": ("ORIYA",),
    "Olck": ("OL",),
    "Cans": ("CANADIAN",),
}
SCRIPT_NAMES = {"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese"}
ENGLISH = {"the", "you", "and", "he", "she", "that", "this", "they", "what", "with", "my", "are"}
# Languages whose own names are known, too.
OWN_NAMES = "ar cs da de el es et fa fi fr he hi hu it ja ko nb nl pl pt ro ru sv th tr uk vi zh"
TWO_SCRIPTS = {"sr", "uz", "az", "kk", "bs"}  # languages that are written in either of two scripts


def _cldr(table: Literal["language_aliases", "likely_subtags"]) -> Mapping:
    """Return a table of CLDR; an empty one without babel, which training does not need."""
    try:
        from babel.core import get_global
    except ModuleNotFoundError:
        return {}
    return get_global(table)


def language_name(code: str) -> str:
    """Return the CLDR name of a language, or its code if CLDR has no name."""
    from babel import Locale

    code = _cldr("language_aliases").get(code, code)  # codes of three letters: "deu" is "de"
    return Locale("en").languages.get(code, code)


def side_names(pair: str) -> tuple[str, str] | None:
    """Return the names of a pair's two languages, or None for a task without languages."""
    codes = _codes(pair)
    return (language_name(codes[0]), language_name(codes[1])) if codes else None


def foreign_script(text: str, pair: str) -> str:
    """Return the main script of a source text if its language uses another one, else ""."""
    codes = _codes(pair)
    code = _cldr("language_aliases").get(codes[0], codes[0]) if codes else ""
    likely = _cldr("likely_subtags").get(code, "").split("_")
    if len(likely) < 2 or code in TWO_SCRIPTS:
        return ""
    from babel import Locale

    used = SEVERAL.get(likely[1]) or (Locale("en").scripts[likely[1]].upper(),)
    scripts = Counter(name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    own = sum(scripts[script] for script in used)
    if 2 * own >= scripts.total():
        return ""
    (most, _), *_ = (pair for pair in scripts.most_common() if pair[0] not in used)
    return SCRIPT_NAMES.get(most, most.capitalize())


def is_english(text: str) -> bool:
    """Return whether a twentieth of a text's words are frequent ones that only English has."""
    words = text.casefold().split()
    return sum(word in ENGLISH for word in words) * 20 > len(words)


def is_code(code: str) -> bool:
    """Return whether this is a code of a language; without babel any may be."""
    aliases = _cldr("language_aliases")
    return not aliases or code in aliases or code in _cldr("likely_subtags")


@cache
def _named() -> dict[str, str]:
    """Return the codes of languages by their names in English, and in the language itself."""
    try:
        from babel import Locale
    except ModuleNotFoundError:
        return {}
    known = {name.casefold(): code for code, name in Locale("en").languages.items()}
    for code in OWN_NAMES.split():
        known.setdefault(Locale(code).languages[code].casefold(), code)
    return known


def code_named(name: str) -> str:
    """Return the code of the language of a name, such as "deutsch", in small letters, or ""."""
    return _named().get(name, "")


def same_language(first: str, second: str) -> bool:
    """Return whether two codes are of one language, such as "de" and "deu"."""
    aliases = _cldr("language_aliases")
    return aliases.get(first, first) == aliases.get(second, second)


def other_languages(languages: tuple[str, str] | None, pair: str) -> str:
    """Return how the languages that a text names differ from those of a pair, or "".

    It is "turned" if they are those of the pair the other way round, else "others". It is "" if
    they are the same, if the text names none or the pair is none of codes, and without babel, which
    knows that "en" is "eng".
    """
    codes = _codes(pair)
    known = codes and all(map(is_code, codes)) and _cldr("language_aliases")
    if not (languages and codes and known) or all(map(same_language, codes, languages)):
        return ""
    return "turned" if all(map(same_language, codes[::-1], languages)) else "others"


def _codes(pair: str) -> tuple[str, str] | None:
    task = MADE_UP.get(pair)
    source, _, target = (task.languages if task else pair).partition("-")
    return (source, target) if target else None


def pair_name(pair: str) -> str:
    """Return the display name of a pair, such as "English → French" or "Dates (toy)"."""
    if task := MADE_UP.get(pair):
        return task.name
    sides = side_names(pair)
    return " → ".join(sides) if sides else pair
