"""Frames: sentences of our own with places for the words of the lexicon.

`data/written/frames-eng-fra.tsv` has three columns: the slots, the English and the French sentence.
A slot is a name of a letter or two, a colon and the classes that may stand there, such as
`x:tool,object`; of an adjective or a verb `j:adjective.person`, `v:verb.person>thing`. Marks after
them: `+` for the plural, `=mass` for what is not counted, `~` for both, `*` for any word, also one
that has another number in French, `=m` and `=f` for one gender, `=sg` for no plural country.
`n:int` and the like are numbers, `d:date`, `t:clock`, `y:year`.

Between braces stands a slot with what agrees with it. English: `{the x}`, `{a j x}`, `{x+}` in the
plural, `{v.past}`. French: `{le x}`, `{du x}`, `{un x j}` with a determiner of
`agreement.DETERMINERS`; `{x:e/le}` is the first for a masculine x, otherwise the second; `{j@x}`
is the adjective as x has it; `{en k}`, `{de k}`, `{du k}` a country with its preposition.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from alignoscope.data.corpus import Pair, corpus_lines
from alignoscope.tools.lexicon.agreement import (
    DETERMINERS,
    ELIDED,
    adjective_form,
    capitalised,
    determiner,
    indefinite,
    location,
    origin,
    with_article,
)
from alignoscope.tools.lexicon.entries import LEXICON, Entry

FRAMES = LEXICON.with_name("frames-eng-fra.tsv")
HEADING = "slots\tenglish\tfrench"
NUMBERS = {
    "int": range(3, 41),
    "few": range(2, 10),
    "teen": range(8, 18),
    "bigint": range(110, 900, 10),
    "hundred": range(100, 1000, 50),
    "grams": range(50, 550, 50),
    "year": range(1950, 2024),
}
MONTHS = (
    ("January", "janvier"),
    ("February", "février"),
    ("March", "mars"),
    ("April", "avril"),
    ("May", "mai"),
    ("June", "juin"),
    ("July", "juillet"),
    ("August", "août"),
    ("September", "septembre"),
    ("October", "octobre"),
    ("November", "novembre"),
    ("December", "décembre"),
)
MASS = frozenset(
    (
        "foodmass",
        "drink",
        "artmass",
        "science",
        "language",
        "sport",
        "game",
        "ideal",
        "ill",
        "ideology",
        "feeling",
        "quality",
        "industry",
        "material",
        "force",
    )
)
_SLOT = re.compile(r"([a-z]{1,2}):([a-z>.,]+)([+*~]|=mass|=sg|=m|=f)?")
_BRACES = re.compile(r"\{([^{}]*)\}")
_ENGLISH_FORMS = {"base": 0, "3": 1, "past": 2, "part": 3, "ing": 4}
_FRENCH_FORMS = {"inf": 0, "je": 1, "tu": 2, "il": 3, "pp": 7, "impf": 8, "fut": 9}
_ARTICLE, _VOWEL = "\x01", "\x02"
_ELISIONS = re.compile(rf"\b({'|'.join(ELIDED)}) {_VOWEL}", re.IGNORECASE)


class Slot(NamedTuple):
    """A place of a frame: the classes that may stand there, and the mark of their number."""

    name: str
    kinds: tuple[str, ...]
    mark: str


class Frame(NamedTuple):
    """A sentence with slots, in both languages."""

    slots: tuple[Slot, ...]
    english: str
    french: str


class FrameWord(NamedTuple):
    """What stands in a slot: a form in each language, and whether the French one is plural."""

    entry: Entry
    english: str
    french: str
    plural: bool = False


def read_frames(path: Path | str = FRAMES) -> list[Frame]:
    """Read the frames of a file.

    Raises:
        ValueError: if it is missing, or a line is no frame.
    """
    heading, *lines = corpus_lines(Path(path))
    if heading != HEADING:
        raise ValueError(f"{path}: expected the heading 'slots TAB english TAB french'.")
    frames = []
    for number, line in enumerate(lines, start=2):
        columns = line.split("\t")
        slots = [_SLOT.fullmatch(slot) for slot in columns[0].split()]
        if len(columns) != 3 or not all(slots):
            raise ValueError(f"{path}, line {number}: expected 'slots TAB english TAB french'.")
        named = {slot[1] for slot in slots if slot}
        for braces in _BRACES.findall(columns[1] + columns[2]):
            known = [name for name in re.findall(r"[a-z]+", braces) if name in named]
            if not known and braces != "a":
                raise ValueError(f"{path}, line {number}: no slot is in '{{{braces}}}'.")
        frames.append(
            Frame(
                tuple(Slot(m[1], tuple(m[2].split(",")), m[3] or "") for m in slots if m),
                columns[1],
                columns[2],
            )
        )
    return frames


class Filler:
    """The words that may stand in the slots of frames."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._by_kind: dict[str, list[Entry]] = {}
        for entry in entries:
            self._by_kind.setdefault(kind_of(entry), []).append(entry)

    def fits(self, slot: Slot, entry: Entry) -> bool:
        """Return whether an entry may stand in a slot."""
        return kind_of(entry) in slot.kinds and _word(slot, entry) is not None

    def fill(
        self, frame: Frame, main: Slot, entry: Entry, rng: random.Random, opened: bool = False
    ) -> Pair | None:
        """Return a frame with an entry in one slot and random words in the others.

        With `opened`, one of `OPENINGS` stands before it if it is a statement.
        """
        words: dict[str, FrameWord] = {}
        for slot in frame.slots:
            word = _word(slot, entry) if slot == main else self._chosen(slot, rng)
            if word is None or not _has_plural(frame, slot, word):
                return None
            words[slot.name] = word
        if opened and not _NO_STATEMENT.match(frame.english):
            opening = rng.choice(OPENINGS)
            for slot in opening.slots:
                words[slot.name] = self._chosen(slot, rng) or _NOBODY
            frame = _opened(frame, opening)
        return filled(frame, words)

    def _chosen(self, slot: Slot, rng: random.Random) -> FrameWord | None:
        """Return a random word for a slot."""
        kind = slot.kinds[0]
        if kind in NUMBERS:
            number = str(rng.choice(NUMBERS[kind]))
            return FrameWord(_PLAIN, number, number)
        if kind == "date":
            (english, french), day = rng.choice(MONTHS), rng.randrange(2, 29)
            year = rng.choice(NUMBERS["year"])
            return FrameWord(_PLAIN, f"{day} {english} {year}", f"{day} {french} {year}")
        if kind == "clock":
            hour, minute = rng.randrange(6, 13), rng.randrange(0, 60, 5)
            return FrameWord(_PLAIN, f"{hour}:{minute:02}", f"{hour} h {minute:02}")
        entries = self._by_kind[rng.choice(slot.kinds)]
        for _ in range(20):
            word = _word(slot, rng.choice(entries))
            if word:
                return word
        return None


# What may stand before a statement: "Tom says that", with the slots that it needs.
OPENINGS = (
    Frame((Slot("oo", ("man",), ""),), "{oo} says that", "{oo} dit que"),
    Frame((Slot("oo", ("woman",), ""),), "{oo} told me that", "{oo} m'a dit que"),
    Frame((Slot("oo", ("woman",), ""),), "{oo} thinks that", "{oo} pense que"),
    Frame((Slot("oo", ("surname",), ""),), "Mr {oo} wrote that", "M. {oo} a écrit que"),
    Frame((Slot("oo", ("man",), ""),), "According to {oo},", "D'après {oo},"),
    Frame((), "I heard that", "J'ai entendu dire que"),
    Frame((), "Everyone knows that", "Tout le monde sait que"),
    Frame((), "It is true that", "Il est vrai que"),
)
_NO_STATEMENT = re.compile(
    r"(?:Add|Cut|Put|Do|Don't|Look|Let's|Please|Be|Once|What|In my)\b"
    r"|.*(?:[?!\"]|\b(?:think|thinks|says|I|me|my|we|us|our|you|your|according)\b)",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"\{|(?:I|Mr|Mrs|Dr|Professor|M|Mme)\b")
_QUE = re.compile(r"\bque (?=(?:ils?|elles?|on|une?|aux?|à|en|aucune?|avant|après|autrefois)\b)")


_PLAIN = Entry("number", "number", "", (), "", (), "-", False, "")


_NOBODY = FrameWord(_PLAIN, "Tom", "Tom")


def _opened(frame: Frame, opening: Frame) -> Frame:
    """Return a frame behind an opening, without the capital letter that it began with."""
    english, french = (
        text if _CAPITAL.match(text) else text[0].lower() + text[1:]
        for text in (frame.english, frame.french)
    )
    return Frame(
        (*frame.slots, *opening.slots), f"{opening.english} {english}", f"{opening.french} {french}"
    )


def kind_of(entry: Entry) -> str:
    """Return the class of an entry as slots name it."""
    named = entry.part in ("adjective", "verb", "variant")
    return f"{entry.part}.{entry.kind}" if named else entry.kind


def _word(slot: Slot, entry: Entry) -> FrameWord | None:
    """Return an entry as it stands in a slot, or nothing if it has no such form."""
    if entry.part != "noun":
        if slot.mark == "=sg" and entry.gender == "p":
            return None
        return FrameWord(entry, entry.english, entry.french, entry.gender == "p")
    english, french = entry.english, entry.french
    if slot.mark == "*":
        english = english or "".join(entry.english_forms)
        return FrameWord(entry, english, french or entry.french_forms[0], not french)
    if slot.mark in ("=m", "=f") and slot.mark[1:] not in entry.gender:
        return None
    mass = slot.mark == "=mass" or entry.kind in MASS
    if slot.mark != "~" and mass != (entry.use == "mass"):
        return None
    if slot.mark == "+":
        if not english or not entry.english_forms or not entry.french_forms:
            return None
        return FrameWord(entry, entry.english_forms[0], entry.french_forms[0], True)
    return FrameWord(entry, english, french) if english and french else None


def _has_plural(frame: Frame, slot: Slot, word: FrameWord) -> bool:
    """Return whether a word has the plural if the frame asks for it beside the singular."""
    asked = f"{slot.name}+" in frame.english + frame.french
    return not asked or bool(word.entry.english_forms and word.entry.french_forms)


def filled(frame: Frame, words: Mapping[str, FrameWord]) -> Pair:
    """Return the pair that a frame makes of the words in its slots."""
    english = _BRACES.sub(lambda match: _english(match[1], words), frame.english)
    english = re.sub(
        rf"{_ARTICLE} (\S+)", lambda match: f"{indefinite(match[1])} {match[1]}", english
    )
    french = _BRACES.sub(lambda match: _french(match[1], words), frame.french)
    french = _QUE.sub("qu'", french)
    french = _ELISIONS.sub(lambda match: _short(match[1]), french).replace(_VOWEL, "")
    return Pair(capitalised(english), capitalised(french))


def _short(word: str) -> str:
    """Return "d'" for "de" and the like."""
    short = ELIDED[word.lower()]
    return capitalised(short) if word[0].isupper() else short


def _english(braces: str, words: Mapping[str, FrameWord]) -> str:
    """Return the English text in the place of braces."""
    if braces.startswith("v."):
        entry = words["v"].entry
        return (entry.english, *entry.english_forms)[_ENGLISH_FORMS[braces[2:]]]
    return " ".join(_english_words(braces.split(), words))


def _english_words(parts: Sequence[str], words: Mapping[str, FrameWord]) -> Iterator[str]:
    """Yield the words of braces in English: slots and what stands before them."""
    for part in parts:
        word = words.get(parts[-1])
        only_plural = word is not None and word.entry.part == "noun" and not word.entry.english
        if part == "a" and not only_plural:
            yield _ARTICLE
        elif part == "this" and only_plural:
            yield "these"
        elif part in words:
            yield words[part].english
        elif part.endswith("+") and part[:-1] in words:
            yield words[part[:-1]].entry.english_forms[0]
        elif part != "a":
            yield part


def _french(braces: str, words: Mapping[str, FrameWord]) -> str:
    """Return the French text in the place of braces; a mark is before a word that elides."""
    if braces.startswith("v."):
        entry = words["v"].entry
        return _marked((entry.french, *entry.french_forms)[_FRENCH_FORMS[braces[2:]]], entry.elides)
    agreeing = re.fullmatch(r"([a-z]):([^/]*)/(.*)", braces)
    if agreeing:
        return agreeing[2] if "m" in words[agreeing[1]].entry.gender else agreeing[3]
    adjective = re.fullmatch(r"j@([a-z]+)", braces)
    if adjective:
        return _adjective(adjective[1], words)
    *before, last = braces.split()
    if last == "k":
        return _country(before, words["k"].entry)
    if last == "j" and before:
        *before, last = before
        return _noun(" ".join(before), last, words, words["j"].entry)
    return _noun(" ".join(before), last, words, None)


def _adjective(like: str, words: Mapping[str, FrameWord]) -> str:
    """Return an adjective as it agrees with a slot, or with a gender that is named."""
    entry = words["j"].entry
    if like in words:
        plural = words[like].plural
        gender = "m" if "m" in words[like].entry.gender else "f"
    else:
        gender, plural = like[0], like.endswith("p")
    return _marked(adjective_form(entry, gender, plural), entry.elides)


def _country(before: Sequence[str], entry: Entry) -> str:
    """Return a country with what stands before it."""
    if before == ["en"]:
        return location(entry)
    if before == ["de"]:
        return origin(entry)
    if before:
        return with_article(entry, before[0])
    return _marked(entry.french, entry.elides)


def _noun(name: str, slot: str, words: Mapping[str, FrameWord], adjective: Entry | None) -> str:
    """Return a noun with its determiner and its adjective, in the order that they have."""
    word = words[slot.rstrip("+")]
    entry, french, plural = word.entry, word.french, word.plural
    if slot.endswith("+") and not plural:
        french, plural = entry.french_forms[0], True
    gender = "m" if "m" in entry.gender or entry.part != "noun" else "f"
    elides = entry.elides
    if adjective:
        first = adjective.use == "before"
        form = adjective_form(adjective, gender, plural, first and entry.elides)
        french = f"{form} {french}" if first else f"{french} {form}"
        elides = adjective.elides if first else elides
    if not name:
        return _marked(french, elides)
    names = {"les": "le", "des": "un", "ces": "ce", "mes": "mon", "aux": "au"}
    if name == "des" and adjective and adjective.use == "before":
        name = "de"
    if name == "des x":
        name = "du"
    base = names.get(name, name)
    assert base in DETERMINERS or base == "tous les", name
    return determiner(base, gender, elides, plural or name in names) + french


def _marked(text: str, elides: bool) -> str:
    """Return a text with the mark of a word before which "de" is "d'", if it is one."""
    return _VOWEL + text if elides else text
