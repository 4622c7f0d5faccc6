"""The names of languages and of pairs, in English, for any code of ISO 639-1, -2 or -3."""

from babel import Locale
from babel.core import get_global


def language_name(code: str) -> str:
    """Return the name of a language as CLDR has it, or the code itself where CLDR has none."""
    code = get_global("language_aliases").get(code, code)  # of three letters: "deu" is "de"
    return Locale("en").languages.get(code, code)


def pair_name(pair: str) -> str:
    """Return what people call a pair: "English → French"; a made-up task keeps its own name."""
    source, _, target = pair.partition("-")
    return f"{language_name(source)} → {language_name(target)}" if target else pair
