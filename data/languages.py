"""The names of languages and of pairs, in English, for any code of ISO 639-1, -2 or -3."""

from babel import Locale
from babel.core import get_global

from alignoscope.records.catalogue.tasks import MADE_UP


def language_name(code: str) -> str:
    """Return the name of a language as CLDR has it, or the code itself where CLDR has none."""
    code = get_global("language_aliases").get(code, code)  # of three letters: "deu" is "de"
    return Locale("en").languages.get(code, code)


def side_names(pair: str) -> tuple[str, str] | None:
    """Return the names of a pair's two languages, or None for a task that has none."""
    task = MADE_UP.get(pair)
    source, _, target = (task.languages if task else pair).partition("-")
    return (language_name(source), language_name(target)) if target else None


def pair_name(pair: str) -> str:
    """Return what people call a pair: "English → French", or "Hindi, made up"."""
    sides = side_names(pair)
    if pair in MADE_UP:
        return f"{sides[0] if sides else pair}, made up"  # short: the chooser is narrow
    return " → ".join(sides) if sides else pair
