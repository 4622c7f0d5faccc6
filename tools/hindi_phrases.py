"""Write the pairs of the task "hindi-phrases": `python -m tools.hindi_phrases`.

A small grammar draws Hindi sentences with their English, and marks each word by its meaning; words
with a common mark are linked. The sections: the lexicon, Hindi forms, English forms, phrases, the
order of a sentence's parts, and the sentences. The package reads only the file that this writes.

Hindi nouns and adjectives of the lexicon are in the direct singular, adjectives in the masculine.
Verbs have their stem, and the forms that follow no rule.
"""

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, TypeVar
from unicodedata import normalize

from alignoscope.data.linked import LinkedPair, draw_distinct
from alignoscope.data.tasks.hindi_phrases import FILE, PAIRS
from alignoscope.records.links import Links
from alignoscope.records.whole_file import write_whole

Gender = Literal["m", "f"]
Tense = Literal["present", "progressive", "was", "past", "perfect", "future"]
Person = Literal["I", "singular", "plural"]  # of English verbs; "you" has the forms of the plural
Form = Literal["said", "denied", "asked", "who", "what", "where", "when"]


class Word(NamedTuple):
    """A word and the marks of its meaning; a word without marks has no links."""

    text: str
    marks: frozenset[str] = frozenset()


class Noun(NamedTuple):
    """A Hindi noun and its English; `plural` where that is not made with an s."""

    hindi: str
    gender: Gender
    english: str
    plural: str = ""


class Kind(NamedTuple):
    """Nouns with the same use, and their adjectives with the English that these have there.

    A person as an object takes को. Relatives and friends belong to somebody (`owned`). `mass` nouns
    have no plural and no article, and languages have no determiner at all (`bare`).
    """

    nouns: tuple[Noun, ...]
    adjectives: Mapping[str, str] = {}
    person: bool = False
    owned: bool = False
    mass: bool = False
    bare: bool = False


class Pronoun(NamedTuple):
    """A personal pronoun, in the direct case and with ने; तुम and आप agree like plurals."""

    hindi: str
    ergative: str
    person: Literal[1, 2, 3]
    plural: bool
    genders: str
    english: str
    own: str


class Verb(NamedTuple):
    """A verb: stem; perfective m. sg., m. pl., f. sg., f. pl.; the five forms in English; objects.

    `future` is the stem before the future's vowel endings where it is another. `marks` says that
    a definite thing as an object may take को.
    """

    stem: str
    perfective: str
    english: str
    objects: tuple[str, ...] = ()
    future: str = ""
    marks: bool = False


# The lexicon.

NAMES = (
    Noun("रवि", "m", "Ravi"),
    Noun("मोहन", "m", "Mohan"),
    Noun("अमित", "m", "Amit"),
    Noun("मीना", "f", "Meena"),
    Noun("नेहा", "f", "Neha"),
    Noun("सीमा", "f", "Seema"),
)
ADULTS = (
    Noun("आदमी", "m", "man", "men"),
    Noun("औरत", "f", "woman", "women"),
    Noun("किसान", "m", "farmer"),
)
SMALL_BIG = {"छोटा": "small", "बड़ा": "big"}
COLOURS = {"लाल": "red", "हरा": "green", "काला": "black", "सफ़ेद": "white"}
AGES = {"नया": "new", "पुराना": "old"}
GOOD, FINE = {"अच्छा": "good"}, {"सुंदर": "beautiful"}
WARMTH = {"गरम": "hot", "ठंडा": "cold"}
KINDS = {
    "people": Kind(
        (
            Noun("लड़का", "m", "boy"),
            Noun("लड़की", "f", "girl"),
            Noun("बच्चा", "m", "child", "children"),
            *ADULTS,
        ),
        # Of people लंबा is tall, of texts and films long.
        {"छोटा": "small", "लंबा": "tall"} | GOOD,
        person=True,
    ),
    "relatives": Kind(
        (
            Noun("भाई", "m", "brother"),
            Noun("बहन", "f", "sister"),
            Noun("बेटा", "m", "son"),
            Noun("बेटी", "f", "daughter"),
        ),
        {"छोटा": "younger", "बड़ा": "elder"},
        person=True,
        owned=True,
    ),
    "friends": Kind(
        (Noun("दोस्त", "m", "friend"),), GOOD | {"पुराना": "old"}, person=True, owned=True
    ),
    "fruit": Kind(
        (Noun("सेब", "m", "apple"), Noun("केला", "m", "banana"), Noun("आम", "m", "mango", "mangoes")),
        SMALL_BIG | GOOD | {"मीठा": "sweet", "हरा": "green"},
    ),
    "baked": Kind(
        (Noun("रोटी", "f", "roti"), Noun("मिठाई", "f", "sweet")), SMALL_BIG | GOOD | {"गरम": "hot"}
    ),
    "food": Kind((Noun("खाना", "m", "food"),), GOOD | WARMTH, mass=True),
    "drinks": Kind(
        (Noun("चाय", "f", "tea"), Noun("पानी", "m", "water"), Noun("दूध", "m", "milk")),
        GOOD | WARMTH,
        mass=True,
    ),
    "texts": Kind(
        (
            Noun("चिट्ठी", "f", "letter"),
            Noun("कहानी", "f", "story", "stories"),
            Noun("कविता", "f", "poem"),
        ),
        GOOD | AGES | FINE | {"लंबा": "long"},
    ),
    "print": Kind(
        (Noun("किताब", "f", "book"), Noun("अख़बार", "m", "newspaper")),
        GOOD | AGES | {"मोटा": "thick"},
    ),
    "films": Kind((Noun("फ़िल्म", "f", "film"),), GOOD | AGES | FINE | {"लंबा": "long"}),
    "things": Kind(
        (Noun("कमीज़", "f", "shirt"), Noun("गेंद", "f", "ball"), Noun("टोपी", "f", "cap")),
        SMALL_BIG | COLOURS | AGES,
    ),
    "flowers": Kind(
        (Noun("फूल", "m", "flower"),), SMALL_BIG | FINE | {"लाल": "red", "सफ़ेद": "white"}
    ),
    "furniture": Kind(
        (Noun("मेज़", "f", "table"), Noun("कुर्सी", "f", "chair")), SMALL_BIG | COLOURS | AGES
    ),
    "languages": Kind((Noun("हिंदी", "f", "Hindi"), Noun("अंग्रेज़ी", "f", "English")), bare=True),
    "rooms": Kind(
        (
            Noun("घर", "m", "house"),
            Noun("बगीचा", "m", "garden"),
            Noun("कमरा", "m", "room"),
            Noun("दुकान", "f", "shop"),
        ),
        SMALL_BIG | AGES | FINE,
    ),
    "towns": Kind(
        (
            Noun("शहर", "m", "city", "cities"),
            Noun("गाँव", "m", "village"),
            Noun("बाज़ार", "m", "market"),
            Noun("स्कूल", "m", "school"),
        ),
        SMALL_BIG | AGES,
    ),
}
PRONOUNS = (
    Pronoun("मैं", "मैंने", 1, False, "mf", "I", "my"),
    Pronoun("हम", "हमने", 1, True, "m", "we", "our"),
    Pronoun("तुम", "तुमने", 2, True, "mf", "you", "your"),
    Pronoun("आप", "आपने", 3, True, "mf", "you", "your"),
    # With ने the gender of वह does not show, and neither does it in its verb: "he" or "she"?
    Pronoun("वह", "", 3, False, "m", "he", "his"),
    Pronoun("वह", "", 3, False, "f", "she", "her"),
    Pronoun("वे", "उन्होंने", 3, True, "mf", "they", "their"),
)
OWNERS = {"मेरा": "my", "हमारा": "our", "तुम्हारा": "your", "आपका": "your", "उनका": "their"}
NUMBERS = {"दो": "two", "तीन": "three", "चार": "four"}
# By number: near, near oblique, far, far oblique.
DEMONSTRATIVES = {
    False: (("यह", "इस", "this"), ("वह", "उस", "that")),
    True: (("ये", "इन", "these"), ("वे", "उन", "those")),
}
THINGS = ("fruit", "baked", "texts", "print", "things", "flowers")
# A frame is what a verb takes besides its subject. In the perfective, verbs of the frames
# "object", "person" and "giving" take a subject with ने.
FRAMES = {
    "none": (
        Verb("सो", "सोया सोए सोई सोईं", "sleep sleeps sleeping slept slept"),
        Verb("खेल", "खेला खेले खेली खेलीं", "play plays playing played played"),
        Verb("दौड़", "दौड़ा दौड़े दौड़ी दौड़ीं", "run runs running ran run"),
    ),
    "going": (Verb("जा", "गया गए गई गईं", "go goes going went gone"),),
    "coming": (Verb("आ", "आया आए आई आईं", "come comes coming came come"),),
    "meeting": (Verb("मिल", "मिला मिले मिली मिलीं", "meet meets meeting met met"),),
    "object": (
        Verb("खा", "खाया खाए खाई खाईं", "eat eats eating ate eaten", ("fruit", "baked", "food")),
        Verb("पी", "पिया पिए पी पीं", "drink drinks drinking drank drunk", ("drinks",), "पि"),
        Verb(
            "पढ़", "पढ़ा पढ़े पढ़ी पढ़ीं", "read reads reading read read", ("texts", "print"), marks=True
        ),
        Verb("लिख", "लिखा लिखे लिखी लिखीं", "write writes writing wrote written", ("texts",)),
        Verb(
            "ख़रीद",
            "ख़रीदा ख़रीदे ख़रीदी ख़रीदीं",
            "buy buys buying bought bought",
            ("fruit", "print", "things", "flowers", "furniture"),
        ),
        Verb(
            "बेच",
            "बेचा बेचे बेची बेचीं",
            "sell sells selling sold sold",
            ("fruit", "print", "things", "flowers", "furniture"),
            marks=True,
        ),
        Verb(
            "धो", "धोया धोए धोई धोईं", "wash washes washing washed washed", ("things",), marks=True
        ),
        Verb("सीख", "सीखा सीखे सीखी सीखीं", "learn learns learning learnt learnt", ("languages",)),
        Verb(
            "बना",
            "बनाया बनाए बनाई बनाईं",
            "make makes making made made",
            ("baked", "food", "furniture"),
        ),
        Verb("देख", "देखा देखे देखी देखीं", "watch watches watching watched watched", ("films",)),
    ),
    "person": (
        Verb("बुला", "बुलाया बुलाए बुलाई बुलाईं", "call calls calling called called"),
        Verb("देख", "देखा देखे देखी देखीं", "watch watches watching watched watched"),
    ),
    "giving": (
        Verb("दे", "दिया दिए दी दीं", "give gives giving gave given", THINGS, "द"),
        Verb("दिखा", "दिखाया दिखाए दिखाई दिखाईं", "show shows showing showed shown", THINGS),
    ),
}

# Hindi forms: case and number of nouns, agreement of adjectives, tenses of verbs.

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
    vowel = word.endswith(VOWELS)  # a vowel after a vowel is a letter: कविता, कविताएँ
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


def hindi_verb(verb: Verb, tense: Tense, to: Agreement) -> list[Word]:
    """Return the verb in a tense, agreeing with its subject or, after ने, with its object.

    The mark "verb" is for the action, "aux" for tense and person.
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


# English forms: verbs with do-support, be, have and will, the article and the plural.

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


def english_verb(
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
    """Return the forms of *be*; the first word is fronted in questions and negated."""
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


# Noun phrases in both languages at once. An English article has the mark of एक, or none where Hindi
# has no word. ने, the को of a direct object and the से that a verb asks for have no English word.

Item = TypeVar("Item")
# The frequency of each determiner: none, एक, a number, "this" and "that", somebody's.
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
    """Return the determiner of a noun with this gender, number and case, without articles."""
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


# The order of the parts: Hindi has the verb last, English after its subject.

HindiSentence = tuple[list[Word], list[Word]]
ASKED, NOT, END = frozenset({"question word"}), frozenset({"not"}), frozenset({"end"})
WHO, WHAT, WHERE, WHEN = "कौन", "क्या", "कहाँ", "कब"


@dataclass(frozen=True, kw_only=True)
class Clause:
    """The parts of a sentence. `inner` are the phrases before the verb, in the order of Hindi.

    `time_first` says that Hindi names the time before the subject. English has an auxiliary, or
    none, and a verb.
    """

    form: Form
    doer: Phrase
    inner: tuple[Phrase, ...]
    action: list[Word]
    auxiliary: list[Word]
    verb: list[Word]
    time: Phrase = NOTHING
    time_first: bool = False
    companion: Phrase = NOTHING
    place: Phrase = NOTHING


def ordered(clause: Clause) -> HindiSentence:
    """Return the words of both languages in their order."""
    return _hindi(clause), _english(clause)


def _hindi(clause: Clause) -> list[Word]:
    """क्या, subject and time, companion, place, objects, a question word, नहीं, and the verb."""
    yes_or_no = clause.form == "asked"
    word = {"what": WHAT, "where": WHERE, "when": WHEN}.get(clause.form)
    opening = (clause.doer, clause.time)
    phrases = (*(opening[::-1] if clause.time_first else opening), clause.companion, clause.place)
    return [
        *([Word("क्या")] if yes_or_no else []),  # English asks by its order of words alone
        *(word for phrase in (*phrases, *clause.inner) for word in phrase.hindi),
        *([Word(word, ASKED)] if word else []),
        *([Word("नहीं", NOT)] if clause.form == "denied" else []),
        *clause.action,
        Word("।" if clause.form in ("said", "denied") else "?", END),
    ]


def _english(clause: Clause) -> list[Word]:
    """Subject and verb, objects, companion, place, time; a question begins with its auxiliary."""
    doer, auxiliary, verb = list(clause.doer.english), clause.auxiliary, clause.verb
    phrases = (*clause.inner[::-1], clause.companion, clause.place, clause.time)
    rest = [word for phrase in phrases for word in phrase.english]
    if clause.form in ("said", "who"):
        words = [*doer, *auxiliary, *verb, *rest]
    elif clause.form == "denied":
        words = [*doer, *auxiliary, Word("not", NOT), *verb, *rest]
    else:
        word = [] if clause.form == "asked" else [Word(clause.form, ASKED)]
        words = [*word, *auxiliary, *doer, *verb, *rest]
    return [*words, Word("." if clause.form in ("said", "denied") else "?", END)]


# Sentences about an action: statements, negations and questions.

ACTION_FORMS: Mapping[Form, float] = {
    "said": 10,
    "denied": 3,
    "asked": 3,
    "who": 1,
    "what": 1,
    "where": 1,
    "when": 1,
}
ACTION_TENSES: Mapping[Tense, float] = {
    "present": 5,
    "progressive": 4,
    "was": 3,
    "past": 5,
    "perfect": 3,
    "future": 4,
}
WHEN_TENSES: Mapping[Tense, float] = {"present": 1, "past": 2, "future": 2}
TAKES = {"none": 3, "going": 2, "coming": 1, "meeting": 1, "object": 7, "person": 2, "giving": 2}
TAKES_WHAT = {"object": 3, "giving": 1}
TAKES_WHERE = {"none": 2, "going": 2, "object": 2}
ERGATIVE = ("object", "person", "giving")  # whose subject has ने in the perfective
TIMES: Mapping[Tense, Mapping[str, str]] = {  # कल is the day before or after, as the tense says
    "present": {"रोज़": "every day"},
    "progressive": {"अब": "now", "आज": "today"},
    "was": {"कल": "yesterday"},
    "past": {"कल": "yesterday", "आज": "today"},
    "perfect": {"आज": "today"},
    "future": {"कल": "tomorrow", "आज": "today"},
}
HERE = {"यहाँ": "here", "वहाँ": "there"}
PLACED = {"none": 0.5, "meeting": 0.4, "object": 0.25, "person": 0.2}
JOINED = {"none": 0.25, "going": 0.2, "coming": 0.2, "object": 0.1}
GOAL_HAS = {"none": 4, "owner": 2, "this": 1}


def draw_action(chance: Chance) -> HindiSentence:
    """Draw a sentence about what somebody does."""
    form = chance.one_of(ACTION_FORMS)
    takes = chance.one_of({"what": TAKES_WHAT, "where": TAKES_WHERE}.get(form, TAKES))
    verb = chance.random.choice(FRAMES[takes])
    tense = chance.one_of(WHEN_TENSES if form == "when" else ACTION_TENSES)
    ergative = takes in ERGATIVE and tense in ("past", "perfect")
    if form == "who":
        who = Word("किसने" if ergative else WHO, ASKED)
        doer = Phrase((who,), (Word("who", ASKED),))
    else:
        doer = subject(chance, ergative)
    inner, object_agreement = _inner(chance, takes, verb, doer.own, form)
    split = form not in ("said", "who")
    auxiliary, action = english_verb(verb.english, tense, doer.person, split)
    time = _time(chance, tense) if form != "when" else NOTHING
    agreement = object_agreement if ergative else doer.agreement
    return ordered(
        Clause(
            form=form,
            doer=doer,
            inner=inner,
            action=hindi_verb(verb, tense, agreement),
            auxiliary=auxiliary,
            verb=action,
            time=time,
            time_first=tense != "present" and chance.happens(0.4),
            companion=_companion(chance, takes, verb, doer.own),
            place=_place(chance, takes, doer.own) if form != "where" else NOTHING,
        )
    )


def _inner(
    chance: Chance, takes: str, verb: Verb, own: str, form: Form
) -> tuple[tuple[Phrase, ...], Agreement]:
    """Return the verb's complements, and what it agrees with if its subject is ergative (ने).

    It agrees with its object, unless that has को: then it is masculine singular.
    """
    if takes == "going":
        goal = noun_phrase(
            chance, "goal", KINDS["towns"], oblique=True, own=own, has=GOAL_HAS, many=0, described=0
        )
        return (() if form == "where" else (goal.before(english="to"),)), Agreement()
    if takes == "coming":
        kind = KINDS[chance.random.choice(("towns", "rooms"))]
        start = noun_phrase(chance, "start", kind, oblique=True, own=own, has=GOAL_HAS, many=0)
        return (start.before("से", english="from", mark="from"),), Agreement()
    if takes == "meeting":
        return (person(chance, "object", own).before("से"),), Agreement()
    if takes == "person":
        return (person(chance, "object", own).before("को"),), Agreement()
    if takes == "none":
        return (), Agreement()
    recipient: tuple[Phrase, ...] = ()
    if takes == "giving":
        recipient = (person(chance, "to", own).before("को", english="to", mark="to"),)
    if form == "what":
        return recipient, Agreement()
    given, agreement = _object(chance, verb, own)
    return (*recipient, given), agreement


def _object(chance: Chance, verb: Verb, own: str) -> tuple[Phrase, Agreement]:
    """Return a thing as an object, with को where it is definite and the verb likes it."""
    kind = KINDS[chance.random.choice(verb.objects)]
    if verb.marks and chance.happens(0.25):
        has = {"none": 2, "this": 1, "owner": 1}
        marked = noun_phrase(chance, "object", kind, oblique=True, own=own, has=has)
        return marked.before("को"), Agreement()
    plain = noun_phrase(chance, "object", kind, definite=False, own=own)
    return plain, plain.agreement


def _time(chance: Chance, tense: Tense) -> Phrase:
    if not chance.happens(0.35):
        return NOTHING
    hindi = chance.random.choice([*TIMES[tense]])
    return _adverb("time", hindi, TIMES[tense][hindi])


def _companion(chance: Chance, takes: str, verb: Verb, own: str) -> Phrase:
    if verb.stem == "सो" or not chance.happens(JOINED.get(takes, 0)):
        return NOTHING
    return person(chance, "with", own).before("के", "साथ", english="with", mark="with")


def _place(chance: Chance, takes: str, own: str) -> Phrase:
    if not chance.happens(PLACED.get(takes, 0)):
        return NOTHING
    if chance.happens(0.15):
        hindi = chance.random.choice([*HERE])
        return _adverb("place", hindi, HERE[hindi])
    kind = KINDS[chance.random.choice(("rooms", "rooms", "towns"))]
    place = noun_phrase(chance, "place", kind, oblique=True, own=own, has=GOAL_HAS, many=0)
    return place.before("में", english="in", mark="in")


def _adverb(mark: str, hindi: str, meaning: str) -> Phrase:
    """Return an adverb, all of whose English words are linked to it."""
    marks = frozenset({mark})
    words = tuple(Word(word, marks) for word in meaning.split())
    return Phrase((Word(hindi, marks),), words)


# Sentences about how or where something is, or that it exists.

BEING_FORMS: Mapping[Form, float] = {"said": 4, "denied": 1, "asked": 1}
BEING_TENSES: Mapping[Tense, float] = {"present": 4, "past": 2, "future": 1}
DESCRIBED = (
    *("people", "friends", "fruit", "baked", "food", "drinks", "texts", "print"),
    *("films", "things", "flowers", "furniture", "rooms", "towns"),
)
KNOWN = {"none": 4, "this": 2, "owner": 2}
COUNTED = {"one": 2, "number": 1}


def draw_description(chance: Chance) -> HindiSentence:
    """Draw "The house is big"; the adjective agrees in both of its places."""
    kind = KINDS[chance.random.choice(DESCRIBED)]
    has = {"owner": 1} if kind.owned else KNOWN
    doer = noun_phrase(chance, "subject", kind, has=has, described=0)
    adjective = chance.random.choice([*kind.adjectives])
    mark = frozenset({"adjective"})
    inflected = inflect(adjective, doer.agreement.gender, doer.agreement.plural)
    how = Phrase((Word(inflected, mark),), (Word(kind.adjectives[adjective], mark),))
    return _being(chance, chance.one_of(BEING_FORMS), doer, how)


def draw_location(chance: Chance) -> HindiSentence:
    """Draw "The book is on the table", or ask where it is."""
    form = chance.one_of({**BEING_FORMS, "where": 1})
    doer, place = _somewhere(chance, KNOWN)
    return _being(chance, form, doer, NOTHING if form == "where" else place)


def draw_existence(chance: Chance) -> HindiSentence:
    """Draw "There is a book on the table": in Hindi the place comes first."""
    thing, place = _somewhere(chance, COUNTED)
    tense = chance.one_of(BEING_TENSES)
    be, after = be_words(tense, thing.person)
    return ordered(
        Clause(
            form="said",
            doer=Phrase((), (Word("there"),)),
            # Hindi names the place and then the thing, English the other way round.
            inner=(place, thing),
            action=[_be(tense, thing.agreement)],
            auxiliary=be,
            verb=after,
        )
    )


def _somewhere(chance: Chance, has: Mapping[str, float]) -> tuple[Phrase, Phrase]:
    """Return something or somebody, and the table or room where it is."""
    on = chance.happens(0.5)
    kind = KINDS[chance.random.choice(THINGS if on else (*THINGS, "people", "people", "people"))]
    doer = noun_phrase(chance, "subject", kind, has={**has, "owner": 0} if kind.person else has)
    where = KINDS["furniture" if on else "rooms"]
    place = noun_phrase(chance, "place", where, oblique=True, has=KNOWN, many=0)
    if on:
        return doer, place.before("पर", english="on", mark="on")
    return doer, place.before("में", english="in", mark="in")


def _being(chance: Chance, form: Form, doer: Phrase, what: Phrase) -> HindiSentence:
    tense = chance.one_of(BEING_TENSES)
    be, after = be_words(tense, doer.person)
    return ordered(
        Clause(
            form=form,
            doer=doer,
            inner=(what,),
            action=[_be(tense, doer.agreement)],
            auxiliary=be,
            verb=after,
        )
    )


def _be(tense: Tense, to: Agreement) -> Word:
    forms = {"present": present_of_be, "past": past_of_be, "future": future_of_be}
    return Word(forms[tense](to), frozenset({"aux"}))


MOST_WORDS = 15
PATTERNS = {draw_action: 12, draw_description: 2, draw_location: 2, draw_existence: 1}


def draw_sentence(random: Random) -> LinkedPair:
    """Draw a sentence of at most `MOST_WORDS` words per side."""
    while True:
        chance = Chance(random)
        hindi, english = chance.one_of(PATTERNS)(chance)
        if max(len(hindi), len(english)) <= MOST_WORDS:
            target = joined(english)
            return LinkedPair(joined(hindi), target[0].upper() + target[1:], link(hindi, english))


def joined(words: Sequence[Word]) -> str:
    """Join words to a normalised text, without a space before a mark or before 's."""
    text = "".join(w.text if w.text in ("।", ".", "?", "'s") else f" {w.text}" for w in words)
    return normalize("NFC", text.strip())


def link(source: Sequence[Word], target: Sequence[Word]) -> Links:
    """Link every source word to every target word with which it shares a mark."""
    return frozenset(
        (i, j)
        for i, one in enumerate(source)
        for j, other in enumerate(target)
        if one.marks & other.marks
    )


def lines(count: int) -> str:
    """Return that many distinct pairs as lines of source, target and links, parted by tabs."""
    return "".join(
        f"{pair.source}\t{pair.target}\t{' '.join(f'{i}-{j}' for i, j in sorted(pair.links))}\n"
        for pair in draw_distinct(draw_sentence, count, seed=0)
    )


if __name__ == "__main__":
    write_whole(FILE, gzip.compress(lines(PAIRS).encode(), mtime=0))
