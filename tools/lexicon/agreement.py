"""The rules by which French and English words agree: articles, elision, adjectives, a and an."""

import re
from collections.abc import Sequence

from alignoscope.tools.lexicon.entries import Entry

# masculine, masculine before a vowel, feminine, feminine before a vowel, plural, before a vowel
DETERMINERS = {
    "le": ("le ", "l'", "la ", "l'", "les ", "les "),
    "du": ("du ", "de l'", "de la ", "de l'", "des ", "des "),
    "au": ("au ", "à l'", "à la ", "à l'", "aux ", "aux "),
    "de": ("de ", "d'", "de ", "d'", "de ", "d'"),
    "un": ("un ", "un ", "une ", "une ", "des ", "des "),
    "d'un": ("d'un ", "d'un ", "d'une ", "d'une ", "de ", "d'"),
    "ce": ("ce ", "cet ", "cette ", "cette ", "ces ", "ces "),
    "mon": ("mon ", "mon ", "ma ", "mon ", "mes ", "mes "),
    "ton": ("ton ", "ton ", "ta ", "ton ", "tes ", "tes "),
    "son": ("son ", "son ", "sa ", "son ", "ses ", "ses "),
    "quel": ("quel ", "quel ", "quelle ", "quelle ", "quels ", "quels "),
    "aucun": ("aucun ", "aucun ", "aucune ", "aucune ", "aucuns ", "aucuns "),
}
# Words of French that lose their vowel before one, and what is left of them.
ELIDED = {
    "de": "d'",
    "que": "qu'",
    "je": "j'",
    "ne": "n'",
    "le": "l'",
    "la": "l'",
    "me": "m'",
    "te": "t'",
    "se": "s'",
    "jusque": "jusqu'",
    "lorsque": "lorsqu'",
    "puisque": "puisqu'",
}
FULL = {short: full for full, short in ELIDED.items() if full != "la"}
# an hour, an umbrella; but a union, a European, a one-way street
_AN = re.compile(
    r"(?!eu|ewe|one\b|once\b)"
    r"(?:hour|honest|hono|heir|[aeio]|u(?!ni[cfoqstv]|s[eu]|ra|ri|k[ru]|til|to|ganda))",
    re.IGNORECASE,
)


def determiner(name: str, gender: str, elides: bool, plural: bool = False) -> str:
    """Return a determiner of `DETERMINERS`, or "tous les", as it stands before a word."""
    if name == "tous les":
        return "toutes les " if gender == "f" else "tous les "
    place = 4 if plural else 2 * (gender == "f")
    return DETERMINERS[name][place + elides]


def adjective_form(adjective: Entry, gender: str, plural: bool, vowel_next: bool = False) -> str:
    """Return an adjective as it agrees; before a vowel, "beau" is "bel"."""
    if vowel_next and gender == "m" and not plural and adjective.french:
        return adjective.french
    return adjective.french_forms[2 * plural + (gender == "f")]


def elided(word: str, elides: bool) -> str:
    """Return "de" or another word of `ELIDED`, whole or short, as it stands before the next."""
    full = FULL.get(word.lower(), word.lower())
    changed = ELIDED.get(full, full) if elides else full
    return changed.capitalize() if word[:1].isupper() else changed


def indefinite(word: str) -> str:
    """Return "an" before an English word that sounds with a vowel first, otherwise "a"."""
    return "an" if _AN.match(word) else "a"


def location(country: Entry) -> str:
    """Return a country with the preposition of being there: en France, au Japon, à Cuba."""
    if country.gender == "n":
        return f"à {country.french}"
    if country.gender == "p":
        return f"aux {country.french}"
    inside = country.gender == "f" or country.elides
    return f"{'en' if inside else 'au'} {country.french}"


def origin(country: Entry) -> str:
    """Return a country with the preposition of coming from it: de France, du Japon, d'Haïti."""
    if country.gender == "p":
        return f"des {country.french}"
    if country.gender == "m" and not country.elides:
        return f"du {country.french}"
    return determiner("de", country.gender, country.elides) + country.french


def with_article(country: Entry, name: str = "le") -> str:
    """Return a country with its article: la France, le Japon, les États-Unis, Cuba.

    `name` may be "du" or "au" for an article with a preposition.
    """
    if country.gender == "n":
        short = {"le": "", "du": "d'" if country.elides else "de ", "au": "à "}[name]
        return f"{short}{country.french}"
    plural = country.gender == "p"
    return f"{determiner(name, country.gender, country.elides, plural)}{country.french}"


def capitalised(text: str) -> str:
    """Return a text with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def spelt(tokens: Sequence[str]) -> str:
    """Return the text of tokens that carry the space before them."""
    return "".join(tokens).strip()
