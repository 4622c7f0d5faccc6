"""The forms of English words: verbs with do-support, be, have and will, and the article."""

from typing import Literal

from alignoscope.data.hindi.forms import Tense
from alignoscope.data.linked import Word

Person = Literal["I", "singular", "plural"]  # "you" takes the forms of the plural
PRESENT_OF_BE = {"I": "am", "singular": "is", "plural": "are"}
VERB, AUX = frozenset({"verb"}), frozenset({"aux"})


def auxiliary(tense: Tense, person: Person) -> str:
    """Return the auxiliary of a tense, which is a form of do where a statement needs none."""
    singular = person == "singular"
    return {
        "present": "does" if singular else "do",
        "progressive": PRESENT_OF_BE[person],
        "was": "were" if person == "plural" else "was",
        "past": "did",
        "perfect": "has" if singular else "have",
        "future": "will",
    }[tense]


def verb_words(
    forms: str, tense: Tense, person: Person, split: bool
) -> tuple[list[Word], list[Word]]:
    """Return the auxiliary and the verb; `forms` are base, -s, -ing, past and participle.

    Where the sentence is not `split`, as negation and questions split it, "eats" and "ate" have no
    auxiliary, and say both what "does" and "eat" say.
    """
    base, third, ing, past, participle = forms.split()
    if tense in ("present", "past") and not split:
        present = third if person == "singular" else base
        return [], [Word(present if tense == "present" else past, VERB | AUX)]
    verb = {"progressive": ing, "was": ing, "perfect": participle}.get(tense, base)
    return [Word(auxiliary(tense, person), AUX)], [Word(verb, VERB)]


def be_words(tense: Tense, person: Person) -> tuple[list[Word], list[Word]]:
    """Return be: "is", "was", or "will" and "be", of which the first word asks and is denied."""
    if tense == "future":
        return [Word("will", AUX)], [Word("be", AUX)]
    forms = {"present": PRESENT_OF_BE[person], "past": "were" if person == "plural" else "was"}
    return [Word(forms[tense], AUX)], []


def article(before: str) -> str:
    """Return "a" or "an", by the letter that the next word begins with."""
    return "an" if before[0] in "aeiou" else "a"


def plural_of(singular: str, irregular: str) -> str:
    """Return an English noun's plural."""
    return irregular or f"{singular}s"
