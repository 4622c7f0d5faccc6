"""The lexicon of everyday words, `data/written/lexicon-eng-fra.tsv`: its columns and its reader.

A line holds one sense of a word in nine columns, with a heading above; `|` parts forms:

- part: noun, adjective, verb, name, number or variant
- class: what the word means, such as `animal`; of a verb, its subject and its object, such as
  `person>thing`; of an adjective, what it is said of; of a variant, whether only the spelling
  differs
- english: the singular of a noun (empty if it has none), the base of a verb, the British form of a
  variant
- english_forms: the plural of a noun (empty if it has none), the third person, past, participle
  and -ing form of a verb, the American form of a variant
- french: the singular of a noun, the infinitive of a verb, the masculine form of an adjective that
  stands before a vowel if it has one of its own, one form of a variant
- french_forms: the plural of a noun; masculine, feminine and their plurals of an adjective; je, tu,
  il, nous, vous, ils, the past participle, il in the imperfect and il in the future of a verb
- gender: m, f or mf (both) of a noun or a first name, f of an adjective said of women alone; of a
  country m, f, p (plural) or n (without an article); the auxiliary of a verb; otherwise `-`
- initial: `elides` if le, de or que lose their vowel before the French word, `keeps` if not (an
  aspirated h), `-` for a variant
- use: count or mass of a noun, before or after of an adjective, empty otherwise
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

LEXICON = Path(__file__).parents[2] / "data" / "written" / "lexicon-eng-fra.tsv"
COLUMNS = (
    "part",
    "class",
    "english",
    "english_forms",
    "french",
    "french_forms",
    "gender",
    "initial",
    "use",
)
PARTS = ("adjective", "name", "noun", "number", "variant", "verb")
GENDERS = {
    "noun": {"m", "f", "mf"},
    "adjective": {"-", "f"},
    "verb": {"avoir", "être"},
    "name": {"m", "f", "p", "n", "-"},
    "number": {"-"},
    "variant": {"-"},
}
FORMS = {"adjective": (0, 4), "verb": (4, 9), "name": (0, 0), "number": (0, 0), "variant": (1, 0)}
USES = {"noun": {"count", "mass"}, "adjective": {"before", "after"}}


class Entry(NamedTuple):
    """One sense of an English word with its French word, as the columns of its line say."""

    part: str
    kind: str
    english: str
    english_forms: tuple[str, ...]
    french: str
    french_forms: tuple[str, ...]
    gender: str
    elides: bool
    use: str


def read_lexicon(path: Path | str = LEXICON) -> list[Entry]:
    """Read the entries of a lexicon.

    Raises:
        ValueError: if the file is missing or is no text, or a line is not as the columns say.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ValueError(f"{path}: there is no such file.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: the file cannot be read as text ({error}).") from error
    heading, *lines = text.removesuffix("\n").split("\n")
    if tuple(heading.split("\t")) != COLUMNS:
        raise ValueError(f"{path}: expected the heading '{' TAB '.join(COLUMNS)}'.")
    entries = []
    for number, line in enumerate(lines, start=2):
        columns = line.split("\t")
        wrong = wrong_in(columns)
        if wrong:
            raise ValueError(f"{path}, line {number}: {wrong}.")
        part, kind, english, english_forms, french, french_forms, gender, initial, use = columns
        forms = _forms(english_forms), _forms(french_forms)
        elides = initial == "elides"
        entries.append(Entry(part, kind, english, forms[0], french, forms[1], gender, elides, use))
    return entries


def wrong_in(columns: Sequence[str]) -> str:
    """Return the fault in the columns of a line, or ""."""
    if len(columns) != len(COLUMNS):
        return f"expected {len(COLUMNS)} columns, got {len(columns)}"
    part, kind, english, english_forms, french, french_forms, gender, initial, use = columns
    if part not in PARTS:
        return f"the part is {part!r}, expected one of {', '.join(PARTS)}"
    if not kind or not (english or english_forms) or not (french or french_forms):
        return "a class, an English and a French word are needed"
    if gender not in GENDERS[part]:
        return f"the gender of this {part} is {gender!r}"
    if initial not in ({"-"} if part == "variant" else {"elides", "keeps"}):
        return f"the initial is {initial!r}, expected 'elides' or 'keeps'"
    if use not in USES.get(part, {""}):
        return f"the use of this {part} is {use!r}"
    counts = len(_forms(english_forms)), len(_forms(french_forms))
    if part == "noun" and max(counts) > 1:
        return "a noun has at most one plural"
    if part != "noun" and counts != FORMS[part]:
        return f"this {part} has {counts[0]} English and {counts[1]} French forms"
    return ""


def _forms(text: str) -> tuple[str, ...]:
    """Return the forms of a column, which `|` parts."""
    return tuple(text.split("|")) if text else ()
