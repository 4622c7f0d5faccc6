"""The forms of Hindi words: case and number of nouns, agreement of adjectives, tenses of verbs."""

from typing import Literal, NamedTuple

from alignoscope.data.hindi.lexicon import Gender, Noun, Verb
from alignoscope.data.linked import Word

Tense = Literal["present", "progressive", "was", "past", "perfect", "future"]
VOWELS = tuple("ािीुूेैोौअआइईउऊएऐओऔ")
FUTURES = {  # after a vowel, after a consonant
    "1": ("ऊँगा", "ूँगा"),
    "2": ("ओगे", "ोगे"),
    "singular": ("एगा", "ेगा"),
    "plural": ("एँगे", "ेंगे"),
}


class Agreement(NamedTuple):
    """What a verb agrees with; तुम is the second person, आप the third, and both are plural."""

    gender: Gender = "m"
    plural: bool = False
    person: Literal[1, 2, 3] = 3


def decline(noun: Noun, plural: bool, oblique: bool) -> str:
    """Return a noun's form; masculines in -ā and feminines in -ī change their ending.

    लड़का: लड़के (oblique), लड़के, लड़कों. घर: घर, घर, घरों. लड़की: लड़की, लड़कियाँ, लड़कियों.
    किताब: किताब, किताबें, किताबों.
    """
    word = noun.hindi
    if not plural:
        return f"{word[:-1]}े" if oblique and noun.gender == "m" and word[-1] == "ा" else word
    if word[-1] in "ीई":  # -ī becomes -iy: बेटी, बेटियाँ; भाई, भाइयों; मिठाई, मिठाइयाँ
        stem = word[:-1] + {"ी": "ि", "ई": "इ"}[word[-1]]
        direct = word if noun.gender == "m" else f"{stem}याँ"
        return f"{stem}यों" if oblique else direct
    if noun.gender == "m" and word[-1] == "ा":
        return f"{word[:-1]}{'ों' if oblique else 'े'}"
    vowel = word.endswith(VOWELS)  # a vowel behind a vowel is a letter: कविता, कविताएँ
    if oblique:
        return word + ("ओं" if vowel else "ों")
    return word if noun.gender == "m" else word + ("एँ" if vowel else "ें")


def inflect(adjective: str, gender: Gender, plural: bool = False, oblique: bool = False) -> str:
    """Return the form of an adjective, a possessive, a participle or का; only -ā inflects."""
    if not adjective.endswith("ा"):
        return adjective
    if gender == "m" and not plural and not oblique:
        return adjective
    if adjective.endswith("या"):  # नया, नई, नए
        return adjective[:-2] + ("ई" if gender == "f" else "ए")
    return adjective[:-1] + ("ी" if gender == "f" else "े")


def perfective(verb: Verb, to: Agreement, alone: bool = True) -> str:
    """Return the perfective participle; the feminine plural is nasal only where it is `alone`."""
    forms = verb.perfective.split()
    return forms[2 * (to.gender == "f") + (to.plural and (alone or to.gender == "m"))]


def present_of_be(to: Agreement) -> str:
    """Return हूँ, हो, है or हैं."""
    if to.person == 1 and not to.plural:
        return "हूँ"
    if to.person == 2:
        return "हो"
    return "हैं" if to.plural else "है"


def past_of_be(to: Agreement) -> str:
    """Return था, थे, थी or थीं."""
    return ("थी", "थीं")[to.plural] if to.gender == "f" else ("था", "थे")[to.plural]


def future_of_be(to: Agreement) -> str:
    """Return the third person होगा, होगी, होंगे or होंगी."""
    return inflect("होंगा" if to.plural else "होगा", to.gender, to.plural)


def future(verb: Verb, to: Agreement) -> str:
    """Return the future: खाऊँगा, खाओगे, खाएगा, खाएँगे, and with गी for the feminine."""
    stem = verb.future or verb.stem
    key = "singular"
    if to.person == 2:
        key = "2"
    elif to.plural:
        key = "plural"
    elif to.person == 1:
        key = "1"
    form = stem + FUTURES[key][not stem.endswith(VOWELS)]
    return f"{form[:-1]}ी" if to.gender == "f" else form


def verb_words(verb: Verb, tense: Tense, to: Agreement) -> list[Word]:
    """Return the verb in a tense, agreeing with its subject or, behind ने, with its object.

    "verb" marks what says the action, "aux" what says tense and person.
    """
    verbal, auxiliary = frozenset({"verb"}), frozenset({"aux"})
    if tense == "present":
        participle = Word(inflect(f"{verb.stem}ता", to.gender, to.plural), verbal)
        return [participle, Word(present_of_be(to), auxiliary)]
    if tense in ("progressive", "was"):
        aspect = Word(inflect("रहा", to.gender, to.plural), verbal)
        be = present_of_be(to) if tense == "progressive" else past_of_be(to)
        return [Word(verb.stem, verbal), aspect, Word(be, auxiliary)]
    if tense == "perfect":
        participle = Word(perfective(verb, to, alone=False), verbal)
        return [participle, Word(present_of_be(to), auxiliary)]
    form = perfective(verb, to) if tense == "past" else future(verb, to)
    return [Word(form, verbal | auxiliary)]
