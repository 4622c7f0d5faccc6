"""Noun phrases in both languages at once, each word with the marks that link it to the other side.

English articles are marked like एक where it is written, and by nothing where Hindi has no word.
ने, the को of a direct object and the से that a verb asks for have no word in English.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from alignoscope.data.hindi.english import Person, article, plural_of
from alignoscope.data.hindi.forms import Agreement, decline, inflect
from alignoscope.data.hindi.lexicon import (
    ADULTS,
    DEMONSTRATIVES,
    KINDS,
    NAMES,
    NUMBERS,
    OWNERS,
    PRONOUNS,
    Gender,
    Kind,
    Noun,
)
from alignoscope.data.linked import Word

Item = TypeVar("Item")
# How often a noun has which determiner: none, एक, a number, "this" and "that", somebody's.
PEOPLE_HAVE = {"none": 4, "one": 2, "number": 2, "this": 1}
THINGS_HAVE = {"none": 4, "one": 1, "number": 1, "this": 1, "owner": 2}
MASS_HAS = {"none": 3, "this": 1, "owner": 1}


class Phrase(NamedTuple):
    """Words of both languages, what a verb agrees with, and what अपना means under this subject."""

    hindi: tuple[Word, ...] = ()
    english: tuple[Word, ...] = ()
    agreement: Agreement = Agreement()
    person: Person = "singular"
    own: str = ""

    def before(self, *words: str, english: str = "", mark: str = "") -> "Phrase":
        """Return the phrase with postpositions, and before it the English word that they are."""
        marks = frozenset({mark} if mark else ())
        ahead = (Word(english, marks),) if english else ()
        behind = tuple(Word(word, marks) for word in words)
        return self._replace(hindi=self.hindi + behind, english=ahead + self.english)


NOTHING = Phrase()


class Chance:
    """Draws of one sentence, in which no noun and no owner comes twice."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.taken: set[str] = set()

    def one_of(self, weights: Mapping[Item, float]) -> Item:
        """Return a key, as often as its weight says."""
        return self.random.choices([*weights], [*weights.values()])[0]

    def happens(self, share: float) -> bool:
        """Return true in this share of all cases."""
        return self.random.random() < share

    def noun(self, nouns: Sequence[Noun]) -> Noun:
        """Return a noun that the sentence does not have yet."""
        noun = self.random.choice([n for n in nouns if n.english not in self.taken] or [*nouns])
        self.taken.add(noun.english)
        return noun


def noun_phrase(
    chance: Chance,
    role: str,
    kind: Kind,
    *,
    oblique: bool = False,
    definite: bool = True,
    own: str = "",
    has: Mapping[str, float] | None = None,
    many: float = 0.3,
    described: float = 0.3,
) -> Phrase:
    """Draw a noun of a kind with its determiner and adjective.

    What is not `definite` is "a book" or "books" where no determiner says more. `has` are its
    determiners, `many` and `described` the shares of plurals and of adjectives.
    """
    noun = chance.noun(kind.nouns)
    how = chance.one_of(has or _usual(kind))
    uncounted = kind.mass or kind.bare
    plural = how == "number" or (how != "one" and not uncounted and chance.happens(many))
    if not oblique and not definite and how == "none" and decline(noun, True, False) == noun.hindi:
        plural = False  # of "सेब" nobody could tell whether it is an apple or apples
    form = noun.gender, plural, oblique
    hindi, english = _determiner(chance, role, how, form, own)
    if kind.adjectives and chance.happens(described):
        adjective = chance.random.choice([*kind.adjectives])
        mark = frozenset({f"{role} adjective"})
        hindi.append(Word(inflect(adjective, *form), mark))
        english.append(Word(kind.adjectives[adjective], mark))
    mark = frozenset({f"{role} noun"})
    hindi.append(Word(decline(noun, plural, oblique), mark))
    english.append(Word(plural_of(noun.english, noun.plural) if plural else noun.english, mark))
    if how == "one" or (how == "none" and not (definite or plural or uncounted)):
        marks = frozenset({f"{role} determiner"} if how == "one" else ())
        english.insert(0, Word(article(english[0].text), marks))
    elif how == "none" and definite and not kind.bare:
        english.insert(0, Word("the"))
    whose = "their" if plural else {"m": "his", "f": "her"}[noun.gender]
    person: Person = "plural" if plural else "singular"
    return Phrase(tuple(hindi), tuple(english), Agreement(noun.gender, plural), person, whose)


def subject(chance: Chance, ergative: bool) -> Phrase:
    """Draw a subject: a pronoun, a name or a noun; with ने if it is `ergative`."""
    drawn = chance.one_of({"pronoun": 4, "name": 3, "people": 4, "relatives": 2, "friends": 1})
    if drawn == "pronoun":
        found = _pronoun(chance, ergative)
    elif drawn == "name":
        found = name(chance, "subject")
    else:
        found = noun_phrase(chance, "subject", KINDS[drawn], oblique=ergative)
    chance.taken |= {"my", "our"} if found.own in ("my", "our") else {found.own}
    return found.before("ने") if ergative and drawn != "pronoun" else found


def name(chance: Chance, role: str) -> Phrase:
    """Draw a person's name, which has the same form in every case."""
    noun = chance.noun(NAMES)
    mark = frozenset({f"{role} noun"})
    own = "his" if noun.gender == "m" else "her"
    agreement = Agreement(noun.gender)
    return Phrase((Word(noun.hindi, mark),), (Word(noun.english, mark),), agreement, own=own)


def person(chance: Chance, role: str, own: str) -> Phrase:
    """Draw a person in the oblique case, for a postposition: a name, or a noun."""
    drawn = chance.one_of({"name": 3, "people": 4, "relatives": 2, "friends": 1})
    if drawn == "name":
        return name(chance, role)
    return noun_phrase(chance, role, KINDS[drawn], oblique=True, own=own, described=0.2)


def _pronoun(chance: Chance, ergative: bool) -> Phrase:
    found = chance.random.choice([p for p in PRONOUNS if p.ergative or not ergative])
    gender: Gender = "m" if chance.random.choice(found.genders) == "m" else "f"
    mark = frozenset({"subject noun"})
    hindi = Word(found.ergative if ergative else found.hindi, mark)
    person: Person = "singular" if found.english in ("he", "she") else "plural"
    return Phrase(
        (hindi,),
        (Word(found.english, mark),),
        Agreement(gender, found.plural, found.person),
        "I" if found.english == "I" else person,
        found.own,
    )


def _usual(kind: Kind) -> Mapping[str, float]:
    if kind.bare:
        return {"none": 1}
    if kind.owned:
        return {"owner": 1}
    if kind.mass:
        return MASS_HAS
    return PEOPLE_HAVE if kind.person else THINGS_HAVE


def _determiner(
    chance: Chance, role: str, how: str, form: tuple[Gender, bool, bool], own: str
) -> tuple[list[Word], list[Word]]:
    """Return what stands before a noun of this gender, number and case, English articles aside."""
    mark = frozenset({f"{role} determiner"})
    _, plural, oblique = form
    if how == "one":
        return [Word("एक", mark)], []
    if how == "number":
        number = chance.random.choice([*NUMBERS])
        return [Word(number, mark)], [Word(NUMBERS[number], mark)]
    if how == "this":
        direct, changed, english = chance.random.choice(DEMONSTRATIVES[plural])
        return [Word(changed if oblique else direct, mark)], [Word(english, mark)]
    return _owner(chance, role, form, own) if how == "owner" else ([], [])


def _owner(
    chance: Chance, role: str, form: tuple[Gender, bool, bool], own: str
) -> tuple[list[Word], list[Word]]:
    """Return whose a noun is: अपना where it is the subject's, a possessive, or a name with का."""
    mark = frozenset({f"{role} owner"})
    if own and chance.happens(0.5):
        return [Word(inflect("अपना", *form), mark)], [Word(own, mark)]
    free = [hindi for hindi, english in OWNERS.items() if english not in chance.taken]
    if free and chance.happens(0.6):
        owner = chance.random.choice(free)
        chance.taken.add(OWNERS[owner])
        return [Word(inflect(owner, *form), mark)], [Word(OWNERS[owner], mark)]
    of = frozenset({f"{role} of"})
    known = chance.happens(0.6)
    noun = chance.noun(NAMES if known else ADULTS)
    hindi = [Word(decline(noun, False, not known), mark), Word(inflect("का", *form), of)]
    return hindi, [*([] if known else [Word("the")]), Word(noun.english, mark), Word("'s", of)]
