"""The words of the Hindi phrases, each with its English: to be read and checked by a person.

Hindi nouns and adjectives stand in the direct singular, adjectives in the masculine; `forms` has
their other forms. Verbs stand as their stem, with the forms that no rule gives.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Gender = Literal["m", "f"]


class Noun(NamedTuple):
    """A Hindi noun and its English; `plural` where that is not made with an s."""

    hindi: str
    gender: Gender
    english: str
    plural: str = ""


class Kind(NamedTuple):
    """Nouns that are used alike, and the adjectives that go with them, with their English there.

    A person as an object takes को. Relatives and friends are somebody's (`owned`). Of what is
    `mass` there is no plural and no article, and languages have no determiner at all (`bare`).
    """

    nouns: tuple[Noun, ...]
    adjectives: Mapping[str, str] = {}
    person: bool = False
    owned: bool = False
    mass: bool = False
    bare: bool = False


class Pronoun(NamedTuple):
    """A personal pronoun, in the direct case and with ने; तुम and आप agree as plurals do."""

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
